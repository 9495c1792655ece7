package io.dorischangelog.flink;

import java.lang.reflect.Method;

/** Reports which of some classes are on the class path, and whether native TLS works. */
final class PrintLoaded {
  private PrintLoaded() {}

  public static void main(String[] classes) throws ReflectiveOperationException {
    for (String name : classes) {
      try {
        Class.forName(name);
        FlinkJvm.report(name);
      } catch (ClassNotFoundException e) {
        // As it should be: the caller looks at what is reported.
      }
    }
    FlinkJvm.report("native TLS " + hasNativeTls("io.dorischangelog.shaded."));
  }

  /** Whether Netty could load its native library. */
  static boolean hasNativeTls(String before) throws ReflectiveOperationException {
    Method available =
        Class.forName(before + "io.netty.handler.ssl.OpenSsl").getMethod("isAvailable");
    return (Boolean) available.invoke(null);
  }
}
