package io.dorischangelog.client.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.WireForm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** VARIANT, which no table with a changelog can have, in the snapshot of one without. */
@ExtendWith(LeakCheck.class)
class VariantTest {
  private static final List<String> VALUES =
      List.of(
          "{}",
          "null",
          "{\"a\":[1,null,{\"ü😀\":-1.50}],\"b\":{\"c\":\"x\\\"y\",\"d\":true}}",
          "[9223372036854775807,-0.000001,false,[],\"\"]");

  @ParameterizedTest
  @EnumSource(names = {"TEXT_VARIANTS", "BINARY_VARIANTS"})
  void variantsOfBothVersionsAreJsonText(WireForm form) {
    try (DorisTestServer server = server(form);
        ChangelogReader reader = reader(server)) {
      List<String> read = new ArrayList<>();
      reader.forEachRemaining(change -> read.add(change.row().getString("v")));
      List<String> expected = new ArrayList<>(VALUES);
      expected.add(null);
      assertThat(read).containsExactlyElementsOf(expected);
    }
  }

  @Test
  void aServerThatCannotSendThemSaysWhatToDo() {
    try (DorisTestServer server = server();
        ChangelogReader reader = reader(server)) {
      assertThatExceptionOfType(ServerFailureException.class)
          .isThrownBy(reader::hasNext)
          .withMessageContaining("cast the result to STRING");
    }
  }

  private static DorisTestServer server(WireForm... forms) {
    DorisTestServer server = DorisTestServer.builder().wireForms(forms).start();
    server.execute("CREATE DATABASE test");
    server.execute(
        "CREATE TABLE test.v (id INT, v VARIANT) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id)"
            + " BUCKETS 1 PROPERTIES ('replication_num' = '1')");
    for (String value : VALUES) {
      server.execute("INSERT INTO test.v VALUES (1, '" + value.replace("\\", "\\\\") + "')");
    }
    server.execute("INSERT INTO test.v VALUES (1, NULL)");
    return server;
  }

  private static ChangelogReader reader(DorisTestServer server) {
    return ChangelogReader.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table("test.v")
        .build();
  }
}
