package io.dorischangelog.client.offset;

import org.junit.jupiter.api.AfterEach;

/** The contract with MySQL's driver and the seed's table, in the stand-in. */
class DorisTableOverTheWireTest extends OffsetStoreContract {

  private final ServedOffsetTable table = new ServedOffsetTable();

  @AfterEach
  void stop() {
    table.close();
  }

  @Override
  protected OffsetStore open() {
    return table.open();
  }

  @Override
  protected boolean keepsTablesApart() {
    return false;
  }

  @Override
  protected boolean canRemove() {
    return false;
  }
}
