package io.dorischangelog.flink;

import java.util.List;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;

/** Reports the rows of a query that ends; its statements are the arguments. */
final class PrintRows {
  private PrintRows() {}

  public static void main(String[] statements) {
    TableEnvironment tables =
        TableEnvironment.create(EnvironmentSettings.newInstance().inStreamingMode().build());
    try (Collected rows = new Collected(SqlScript.run(tables, List.of(statements)))) {
      rows.drain().forEach(FlinkJvm::report);
    }
  }
}
