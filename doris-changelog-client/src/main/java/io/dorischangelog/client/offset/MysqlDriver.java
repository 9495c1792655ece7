package io.dorischangelog.client.offset;

import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.sql.Driver;
import java.util.List;
import java.util.Optional;

/**
 * Finds MySQL's JDBC driver, which speaks Doris' protocol too. It is not among this client's
 * dependencies because of its licence, so it may be missing.
 */
final class MysqlDriver {

  private static final List<String> CLASSES =
      List.of("com.mysql.cj.jdbc.Driver", "com.mysql.jdbc.Driver");

  private MysqlDriver() {}

  /**
   * A new driver, from the first of the loaders that has one.
   *
   * @throws OffsetStoreException if it is not on the class path, with the coordinates to add
   */
  static Driver load(List<ClassLoader> loaders) {
    for (ClassLoader loader : loaders) {
      for (String name : CLASSES) {
        Optional<Driver> driver = load(loader, name);
        if (driver.isPresent()) {
          return driver.get();
        }
      }
    }
    throw new OffsetStoreException(
        Reason.MISCONFIGURED,
        "An offset table in Doris needs MySQL's JDBC driver, which is not on the class path. Add"
            + " com.mysql:mysql-connector-j to the application (it is left out here because of its"
            + " licence), or use another offset store");
  }

  private static Optional<Driver> load(ClassLoader loader, String name) {
    try {
      return Optional.of((Driver) loader.loadClass(name).getDeclaredConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new OffsetStoreException(
          Reason.MISCONFIGURED, "The JDBC driver " + name + " cannot be started: " + e, e);
    }
  }
}
