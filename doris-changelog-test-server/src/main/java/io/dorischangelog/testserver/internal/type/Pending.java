package io.dorischangelog.testserver.internal.type;

/** Signatures that are not filled in yet; goes away with the last of them. */
public final class Pending {
  private Pending() {}

  public static UnsupportedOperationException here() {
    return new UnsupportedOperationException("not there yet");
  }
}
