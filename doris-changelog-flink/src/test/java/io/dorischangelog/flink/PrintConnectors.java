package io.dorischangelog.flink;

import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;

/** Reports which class Flink finds behind each connector's name, or why it finds none. */
final class PrintConnectors {
  private PrintConnectors() {}

  public static void main(String[] names) {
    for (String name : names) {
      FlinkJvm.report(name + ": " + found(name));
    }
  }

  private static String found(String name) {
    try {
      return FactoryUtil.discoverFactory(
              PrintConnectors.class.getClassLoader(), DynamicTableSourceFactory.class, name)
          .getClass()
          .getSimpleName();
    } catch (ValidationException e) {
      return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
  }
}
