package io.dorischangelog.testserver.internal.mysql;

import io.dorischangelog.testserver.MysqlAuthentication;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Result;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client: log-in, then commands until it leaves. Run by one thread; closed by any. */
final class MysqlConnection {
  private static final Logger LOG = LoggerFactory.getLogger(MysqlConnection.class);

  /** What is still read of a client that was refused, so that the error reaches it. */
  private static final int MAX_REST = 1 << 27;

  private static final int REST_MILLIS = 1_000;

  private static final int COM_QUIT = 1;
  private static final int COM_INIT_DB = 2;
  private static final int COM_QUERY = 3;
  private static final int COM_PING = 14;
  private static final int COM_STMT_PREPARE = 22;
  private static final int COM_STMT_SEND_LONG_DATA = 24;
  private static final int COM_STMT_CLOSE = 25;
  private static final int COM_SET_OPTION = 27;
  private static final int COM_RESET_CONNECTION = 31;

  private final long id;
  private final Socket socket;
  private final FrontEndServices services;
  private final MysqlAuthentication authentication;
  private final @Nullable Tls tls;

  MysqlConnection(
      long id,
      Socket socket,
      FrontEndServices services,
      MysqlAuthentication authentication,
      @Nullable Tls tls) {
    this.tls = tls;
    this.id = id;
    this.socket = socket;
    this.services = services;
    this.authentication = authentication;
  }

  long id() {
    return id;
  }

  void run() {
    try (socket) {
      PacketChannel channel = new PacketChannel(socket);
      serve(new Login(id, socket, channel, services, authentication, tls));
    } catch (IOException e) {
      LOG.debug("MySQL connection {} ended", id, e);
    }
  }

  private void serve(Login login) throws IOException {
    try {
      Optional<Login.Accepted> accepted = login.perform();
      if (accepted.isPresent()) {
        accepted.get().channel().loggedIn();
        serve(accepted.get());
      }
    } catch (MalformedPacketException e) {
      LOG.debug("MySQL connection {} is refused", id, e);
      new Answers(login.channel()).error(e.code(), e.sqlState(), String.valueOf(e.getMessage()));
      login.channel().flush();
      discardRest();
    }
  }

  /** A connection closed over unread bytes is reset, which may take the answer with it. */
  private void discardRest() throws IOException {
    socket.shutdownOutput();
    socket.setSoTimeout(REST_MILLIS);
    byte[] rest = new byte[1 << 16];
    int total = 0;
    int length;
    do {
      length = socket.getInputStream().read(rest);
      total += length;
    } while (length >= 0 && total < MAX_REST);
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("MySQL connection {} did not close cleanly", id, e);
    }
  }

  private void serve(Login.Accepted login) throws IOException {
    Session session = login.session();
    try {
      Answers answers = new Answers(login.channel());
      while (true) {
        login.channel().beginCommand();
        byte[] command = login.channel().read();
        if (command == null || (command.length > 0 && command[0] == COM_QUIT)) {
          return;
        }
        answer(new PayloadReader(command), session, answers);
        login.channel().flush();
      }
    } finally {
      services.sessions().close(Protocol.MYSQL, session);
    }
  }

  private void answer(PayloadReader command, Session session, Answers answers) throws IOException {
    int code = command.int1();
    switch (code) {
      case COM_QUERY -> query(command.rest(), session, answers);
      case COM_INIT_DB -> useDatabase(command.rest(), session, answers);
      case COM_PING -> {
        record("ping", "", session);
        answers.ok();
      }
      case COM_SET_OPTION -> answers.endOfRows();
      case COM_RESET_CONNECTION -> answers.ok();
      case COM_STMT_SEND_LONG_DATA, COM_STMT_CLOSE -> LOG.trace("no answer to command {}", code);
      case COM_STMT_PREPARE -> {
        record("prepare", command.rest(), session);
        answers.error(
            1295, "HY000", "This command is not supported in the prepared statement protocol yet");
      }
      default -> answers.error(1047, "08S01", "Unknown command");
    }
  }

  private void useDatabase(String database, Session session, Answers answers) throws IOException {
    record("init-db", database, session);
    execute("USE `" + database.replace("`", "``") + "`", session, answers);
  }

  private void query(String sql, Session session, Answers answers) throws IOException {
    record("query", sql, session);
    execute(sql, session, answers);
  }

  private void execute(String sql, Session session, Answers answers) throws IOException {
    try {
      applyFaults(sql);
      Result result = services.engine().execute(session, sql);
      if (result instanceof Result.Done done) {
        answers.ok(done.affectedRows(), done.info());
      } else if (result instanceof Result.Rows rows) {
        answers.rows(rows);
      }
    } catch (DorisException e) {
      answers.error(e);
    } catch (RuntimeException e) {
      LOG.warn("Statement failed inside the stand-in: {}", sql, e);
      answers.error(DorisException.of("the stand-in failed: " + e));
    }
  }

  private void applyFaults(String sql) throws IOException {
    for (FaultAction action : services.faults().strike(FaultPoint.MYSQL_STATEMENT, sql)) {
      if (action instanceof FaultAction.SqlError failure) {
        throw failure.error();
      }
      if (action instanceof FaultAction.Disconnect) {
        throw new EOFException("a fault closes the connection");
      }
    }
  }

  private void record(String operation, String sql, Session session) {
    services.record(Protocol.MYSQL, operation, sql, session);
  }
}
