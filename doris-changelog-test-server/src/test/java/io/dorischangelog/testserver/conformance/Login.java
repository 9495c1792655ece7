package io.dorischangelog.testserver.conformance;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** An account; its text form does not show the password. */
record Login(String user, String password) {

  /** The value of an HTTP Authorization header. */
  String basic() {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  @Override
  public String toString() {
    return "Login[" + user + "]";
  }
}
