package io.dorischangelog.client.offset;

class MemoryOffsetStoreTest extends OffsetStoreContract {

  private final MemoryOffsetStore store = new MemoryOffsetStore();

  @Override
  protected OffsetStore open() {
    return store;
  }
}
