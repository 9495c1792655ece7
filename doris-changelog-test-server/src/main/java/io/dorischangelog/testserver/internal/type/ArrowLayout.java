package io.dorischangelog.testserver.internal.type;

import java.time.ZoneId;

/**
 * In which of the known ways a server lays its values out in Arrow.
 *
 * @param typeMetadata whether fields carry {@code doris_type}, as recent servers do; it tells
 *     LARGEINT, JSON and IPV6 from plain text and IPV4 from INT
 * @param zonedDatetimes whether DATETIME is an instant tagged with the session's zone, as older
 *     servers send it, instead of a zone-less wall clock
 * @param sessionZone the session's {@code time_zone}; TIMESTAMPTZ always carries its name
 */
public record ArrowLayout(boolean typeMetadata, boolean zonedDatetimes, ZoneId sessionZone) {

  /** What the newest servers send. */
  public static ArrowLayout current(ZoneId sessionZone) {
    return new ArrowLayout(true, false, sessionZone);
  }

  /** The zone's name in an Arrow type; {@code Z} is printed {@code UTC}. */
  String zoneName() {
    return sessionZone.getId().equals("Z") ? "UTC" : sessionZone.getId();
  }
}
