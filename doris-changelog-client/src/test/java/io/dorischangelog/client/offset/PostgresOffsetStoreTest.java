package io.dorischangelog.client.offset;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** On a real PostgreSQL. */
@TestInstance(Lifecycle.PER_CLASS)
class PostgresOffsetStoreTest extends JdbcOffsetStoreContract {

  private EmbeddedPostgres postgres;

  @BeforeAll
  void start() throws IOException {
    postgres = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  void stop() throws IOException {
    postgres.close();
  }

  @Override
  DataSource dataSource() {
    return postgres.getPostgresDatabase();
  }
}
