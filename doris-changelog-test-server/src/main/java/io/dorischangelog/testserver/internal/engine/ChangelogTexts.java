package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.ChangelogNames;

/** Refusals whose text names the feature, in the spelling of the generation. */
final class ChangelogTexts {
  private ChangelogTexts() {}

  /** The word for the log on a table: {@code ROW binlog} before the rename. */
  private static String log(ChangelogNames names) {
    return isOld(names) ? "ROW binlog" : names.word();
  }

  private static boolean isOld(ChangelogNames names) {
    return names.word().equals(ChangelogNames.BINLOG.word());
  }

  static DorisException featureDisabled(ChangelogNames names) {
    return DorisException.of(
        "INCR query requires "
            + log(names)
            + ": set enable_feature_"
            + names.word()
            + " = true in fe.conf");
  }

  static DorisException creationDisabled(ChangelogNames names) {
    return DorisException.of(
        names.word()
            + " is not enabled: set enable_feature_"
            + names.word()
            + " = true in fe.conf");
  }
}
