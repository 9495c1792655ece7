package io.dorischangelog.flink;

import java.util.List;
import java.util.stream.Stream;

/**
 * What came of killing jobs.
 *
 * @param rows different records that arrived
 * @param lost records that did not arrive, and rows in which a view differs from the table
 * @param repeated records that arrived again
 * @param wrong other things that must not be, for people
 */
record KillVerdict(long rows, long lost, long repeated, List<String> wrong) {
  static final KillVerdict NOTHING = new KillVerdict(0, 0, 0, List.of());

  KillVerdict plus(KillVerdict other) {
    return new KillVerdict(
        rows + other.rows,
        lost + other.lost,
        repeated + other.repeated,
        Stream.concat(wrong.stream(), other.wrong.stream()).toList());
  }
}
