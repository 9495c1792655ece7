package io.dorischangelog.testserver.internal.type;

import io.dorischangelog.testserver.WireForm;
import java.time.ZoneId;
import java.util.Set;

/**
 * In which of the known ways a server lays its values out in Arrow.
 *
 * @param forms where it differs from the newest servers
 * @param sessionZone the session's {@code time_zone}; TIMESTAMPTZ always carries its name
 */
public record ArrowLayout(Set<WireForm> forms, ZoneId sessionZone) {

  public ArrowLayout {
    forms = Set.copyOf(forms);
  }

  /** What the newest servers send. */
  public static ArrowLayout current(ZoneId sessionZone) {
    return new ArrowLayout(Set.of(), sessionZone);
  }

  boolean has(WireForm form) {
    return forms.contains(form);
  }

  /** Whether a type is DATE or DATETIME of the first version, which travels as text. */
  boolean isTextDate(DorisType type) {
    boolean first =
        type.kind() == DorisType.Kind.DATE
            || (type.kind() == DorisType.Kind.DATETIME && type.length() <= 0);
    return first && has(WireForm.TEXT_DATES);
  }

  /** The zone's name in an Arrow type; {@code Z} is printed {@code UTC}. */
  String zoneName() {
    return sessionZone.getId().equals("Z") ? "UTC" : sessionZone.getId();
  }
}
