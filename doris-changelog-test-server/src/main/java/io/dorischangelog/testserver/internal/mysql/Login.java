package io.dorischangelog.testserver.internal.mysql;

import io.dorischangelog.testserver.MysqlAuthentication;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Session;
import io.dorischangelog.testserver.internal.fault.FaultAction;
import io.dorischangelog.testserver.internal.fault.FaultPoint;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import io.dorischangelog.testserver.internal.wire.Tls;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The hand-shake: greeting, answer, perhaps another plug-in, verdict, first database. */
final class Login {
  /** What Doris announces to MySQL clients, whatever its own version. */
  private static final String SERVER_VERSION = "5.7.99";

  private static final int UTF8 = 33;
  private static final int AUTOCOMMIT = 2;

  /**
   * A client that is in.
   *
   * @param channel where its commands come from; another one than before if TLS began
   */
  record Accepted(Session session, PacketChannel channel) {}

  private final long connectionId;
  private final Socket socket;
  private final FrontEndServices services;
  private final MysqlAuthentication authentication;
  private final @Nullable Tls tls;
  private final Scramble scramble = Scramble.random();
  private PacketChannel channel;

  Login(
      long connectionId,
      Socket socket,
      PacketChannel channel,
      FrontEndServices services,
      MysqlAuthentication authentication,
      @Nullable Tls tls) {
    this.connectionId = connectionId;
    this.socket = socket;
    this.tls = tls;
    this.channel = channel;
    this.services = services;
    this.authentication = authentication;
  }

  /** Carries the hand-shake out; empty if the client was refused and told so. */
  Optional<Accepted> perform() throws IOException {
    channel.write(greeting());
    channel.flush();
    byte[] first = next();
    if (tls != null && HandshakeResponse.asksForTls(first)) {
      channel = channel.continueOn(tls.wrap(socket));
      first = next();
    } else if (tls != null && tls.needsClientCertificate()) {
      throw MalformedPacketException.needsTls();
    }
    HandshakeResponse response = HandshakeResponse.parse(first);
    Answers answers = new Answers(channel);
    Optional<Accepted> login =
        proves(response) ? enter(response, answers) : refuse(response, answers);
    channel.flush();
    return login;
  }

  /** Where the client is heard and answered now; another one than at first once TLS began. */
  PacketChannel channel() {
    return channel;
  }

  private PayloadWriter greeting() {
    return new PayloadWriter()
        .int1(10)
        .terminated(SERVER_VERSION)
        .int4(connectionId)
        .raw(scramble.bytes(0, 8))
        .int1(0)
        .int2((int) offered() & 0xffff)
        .int1(UTF8)
        .int2(AUTOCOMMIT)
        .int2((int) (offered() >>> 16))
        .int1(Scramble.LENGTH + 1)
        .zeros(10)
        .raw(scramble.bytes(8, Scramble.LENGTH))
        .int1(0)
        .terminated(authentication.pluginName());
  }

  private long offered() {
    return tls == null ? Capability.OFFERED : Capability.OFFERED | Capability.SSL;
  }

  private byte[] next() throws IOException {
    byte[] payload = channel.read();
    if (payload == null) {
      throw new EOFException("the client left during the hand-shake");
    }
    return payload;
  }

  private boolean proves(HandshakeResponse response) throws IOException {
    String plugin = response.plugin();
    byte[] answer = response.authentication();
    if (!plugin.equals(authentication.pluginName())) {
      plugin = authentication.pluginName();
      answer = switchPlugin();
    }
    Optional<String> password = services.accounts().password(response.user());
    String usedPlugin = plugin;
    byte[] usedAnswer = answer;
    boolean right = password.filter(p -> scramble.accepts(usedPlugin, p, usedAnswer)).isPresent();
    right = right && !refusedByFault(response.user());
    if (right && plugin.equals(MysqlAuthentication.CACHING_SHA2_PASSWORD.pluginName())) {
      fastAuthenticationDone(answer);
    }
    return right;
  }

  private boolean refusedByFault(String user) {
    return services.faults().strike(FaultPoint.MYSQL_LOGIN, user).stream()
        .anyMatch(FaultAction.RefuseLogin.class::isInstance);
  }

  /** AuthSwitchRequest: asks for an answer made by the server's plug-in. */
  private byte[] switchPlugin() throws IOException {
    channel.write(
        new PayloadWriter()
            .int1(0xfe)
            .terminated(authentication.pluginName())
            .raw(scramble.bytes(0, Scramble.LENGTH))
            .int1(0));
    channel.flush();
    return next();
  }

  /** Clients that sent a password's answer wait for this before OK. */
  private void fastAuthenticationDone(byte[] answer) throws IOException {
    if (answer.length > 1) {
      channel.write(new PayloadWriter().int1(1).int1(3));
    }
  }

  private Optional<Accepted> enter(HandshakeResponse response, Answers answers) throws IOException {
    Session session = services.login(Protocol.MYSQL, response.user());
    services.record(Protocol.MYSQL, "login", "", session);
    try {
      if (!response.database().isEmpty()) {
        String quoted = "`" + response.database().replace("`", "``") + "`";
        services.engine().execute(session, "USE " + quoted);
      }
    } catch (DorisException e) {
      services.sessions().close(Protocol.MYSQL, session);
      answers.error(e);
      return Optional.empty();
    }
    answers.ok();
    return Optional.of(new Accepted(session, channel));
  }

  private Optional<Accepted> refuse(HandshakeResponse response, Answers answers)
      throws IOException {
    services.calls().loginRefused(Protocol.MYSQL);
    String used = response.authentication().length > 1 ? "YES" : "NO";
    answers.error(
        1045,
        "28000",
        "Access denied for user '"
            + response.user()
            + "@127.0.0.1' (using password: "
            + used
            + ")");
    return Optional.empty();
  }
}
