package io.dorischangelog.client;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LocationAwareLogger;

/**
 * Everything that this client's loggers say while it is open, down to DEBUG. The tests' log goes to
 * {@code System.err}, which is put back at the end.
 */
public final class CapturedLog implements AutoCloseable {
  private static final String OURS = "io.dorischangelog.client";

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private CapturedLog() {}

  /** Begins to capture. */
  public static CapturedLog begin() throws ReflectiveOperationException {
    CapturedLog log = new CapturedLog();
    setLevel(LocationAwareLogger.DEBUG_INT);
    System.setErr(new PrintStream(log.bytes, true, StandardCharsets.UTF_8));
    return log;
  }

  /** Classes that are loaded later get the level when this is called again. */
  private static void setLevel(int level) throws ReflectiveOperationException {
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    Field loggers = factory.getClass().getDeclaredField("loggerMap");
    loggers.setAccessible(true);
    for (Map.Entry<?, ?> entry : ((ConcurrentMap<?, ?>) loggers.get(factory)).entrySet()) {
      if (entry.getValue() instanceof Logger logger && logger.getName().startsWith(OURS)) {
        Field current = logger.getClass().getDeclaredField("currentLogLevel");
        current.setAccessible(true);
        current.setInt(logger, level);
      }
    }
  }

  /** What was said so far. */
  public String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws ReflectiveOperationException {
    System.setErr(before);
    setLevel(LocationAwareLogger.INFO_INT);
  }
}
