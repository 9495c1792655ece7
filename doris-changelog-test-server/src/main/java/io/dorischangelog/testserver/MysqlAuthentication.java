package io.dorischangelog.testserver;

/** The authentication plug-in that a front end's MySQL port proposes. */
public enum MysqlAuthentication {
  /** {@code mysql_native_password}, what Doris proposes. */
  NATIVE_PASSWORD("mysql_native_password"),
  /** {@code caching_sha2_password}; always by its fast path, so TLS is not needed. */
  CACHING_SHA2_PASSWORD("caching_sha2_password");

  private final String pluginName;

  MysqlAuthentication(String pluginName) {
    this.pluginName = pluginName;
  }

  /** The plug-in's name on the wire. */
  public String pluginName() {
    return pluginName;
  }
}
