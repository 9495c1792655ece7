package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.ChangelogNames;
import java.time.ZoneId;

/**
 * What differs between the servers that the engine can stand for.
 *
 * @param names the spelling of the feature
 * @param deployment decides how unready windows are refused
 * @param timeZone the global {@code time_zone}
 * @param changelogEnabled {@code enable_feature_changelog} of the front ends
 * @param wideOperation whether the operation column of {@code @incr} is BIGINT (as a back end reads
 *     it) instead of TINYINT (as the manual says); both were observed
 * @param oldWindows whether windows of {@code @incr} are {@code (start, end]} by the millisecond,
 *     as before September 2026, instead of {@code [start, end)}
 */
public record EngineSettings(
    ChangelogNames names,
    Deployment deployment,
    ZoneId timeZone,
    boolean changelogEnabled,
    boolean wideOperation,
    boolean oldWindows) {

  /** How the cluster stores its data. */
  public enum Deployment {
    /** Back ends own their tablets ("integrated", "classic"). */
    SHARED_NOTHING,
    /** Shared storage with a meta service. */
    CLOUD
  }

  /** Doris 5.0.0 with the feature switched on, shared-nothing, in UTC. */
  public static EngineSettings defaults() {
    return new EngineSettings(
        ChangelogNames.CHANGELOG, Deployment.SHARED_NOTHING, ZoneId.of("UTC"), true, false, false);
  }

  public EngineSettings withNames(ChangelogNames newNames) {
    return new EngineSettings(
        newNames, deployment, timeZone, changelogEnabled, wideOperation, oldWindows);
  }

  public EngineSettings withDeployment(Deployment newDeployment) {
    return new EngineSettings(
        names, newDeployment, timeZone, changelogEnabled, wideOperation, oldWindows);
  }

  public EngineSettings withTimeZone(ZoneId zone) {
    return new EngineSettings(names, deployment, zone, changelogEnabled, wideOperation, oldWindows);
  }

  public EngineSettings withChangelogEnabled(boolean enabled) {
    return new EngineSettings(names, deployment, timeZone, enabled, wideOperation, oldWindows);
  }

  public EngineSettings withWideOperation(boolean wide) {
    return new EngineSettings(names, deployment, timeZone, changelogEnabled, wide, oldWindows);
  }

  public EngineSettings withOldWindows(boolean old) {
    return new EngineSettings(names, deployment, timeZone, changelogEnabled, wideOperation, old);
  }
}
