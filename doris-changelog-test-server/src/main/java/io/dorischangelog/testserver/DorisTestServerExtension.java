package io.dorischangelog.testserver;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit 5 extension that hands a running {@link DorisTestServer} to tests that have a parameter
 * of this type, and closes it.
 *
 * <pre>{@code
 * @ExtendWith(DorisTestServerExtension.class)             // a new server for each test
 * final class MyTest {
 *   @Test
 *   void readsChanges(DorisTestServer server) { ... }
 * }
 *
 * @RegisterExtension                                      // one server for all tests of the class
 * static final DorisTestServerExtension DORIS =
 *     DorisTestServerExtension.perClass(DorisTestServer.builder().backEnds(2));
 * }</pre>
 *
 * <p>The server starts when it is first asked for. Not for tests of one class that run in parallel.
 */
public final class DorisTestServerExtension
    implements ParameterResolver, AfterEachCallback, AfterAllCallback {
  private final DorisTestServerBuilder builder;
  private final boolean perClass;
  private @Nullable DorisTestServer server; // guarded by this

  /** A server with default settings for each test; called by JUnit. */
  public DorisTestServerExtension() {
    this(DorisTestServer.builder(), false);
  }

  private DorisTestServerExtension(DorisTestServerBuilder builder, boolean perClass) {
    this.builder = Objects.requireNonNull(builder, "builder");
    this.perClass = perClass;
  }

  /** A server for each test. */
  public static DorisTestServerExtension perTest(DorisTestServerBuilder builder) {
    return new DorisTestServerExtension(builder, false);
  }

  /** A server for all tests of a class; the field that holds the extension must be static. */
  public static DorisTestServerExtension perClass(DorisTestServerBuilder builder) {
    return new DorisTestServerExtension(builder, true);
  }

  /** The server, started if it is not running. */
  public synchronized DorisTestServer server() {
    if (server == null) {
      server = builder.start();
    }
    return server;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == DorisTestServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return server();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!perClass) {
      close();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  private synchronized void close() {
    if (server != null) {
      server.close();
      server = null;
    }
  }
}
