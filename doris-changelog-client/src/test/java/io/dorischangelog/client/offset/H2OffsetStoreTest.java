package io.dorischangelog.client.offset;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2OffsetStoreTest extends JdbcOffsetStoreContract {

  private final JdbcDataSource dataSource = new JdbcDataSource();

  H2OffsetStoreTest() {
    dataSource.setURL("jdbc:h2:mem:offsets;DB_CLOSE_DELAY=-1");
  }

  @Override
  DataSource dataSource() {
    return dataSource;
  }
}
