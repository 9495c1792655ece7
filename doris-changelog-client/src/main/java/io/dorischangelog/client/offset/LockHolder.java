package io.dorischangelog.client.offset;

import java.lang.ProcessHandle.Info;
import java.time.Instant;

/** How this process introduces itself to another one that wants its lock. */
final class LockHolder {

  private LockHolder() {}

  static String describe() {
    ProcessHandle process = ProcessHandle.current();
    Info info = process.info();
    return "process "
        + process.pid()
        + info.startInstant().map(Instant::toString).map(start -> " started " + start).orElse("")
        + info.user().map(user -> " by user " + user).orElse("");
  }
}
