package io.dorischangelog.client.internal.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.Column;
import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.UnreadableValueException;
import io.dorischangelog.client.wire.WireBatch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;

class ChangeIteratorTest {

  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final TableSchema KEY_AND_VALUES =
      TableSchema.of(
          Semantics.UPSERT,
          List.of(
              Column.key("k", DorisType.parse("int")),
              Column.of("s", DorisType.parse("string")),
              Column.of("n", DorisType.parse("largeint"))));

  @Property(tries = 100)
  void theIteratorMakesTheChangesOfTheCursor(
      @ForAll @IntRange(min = 1, max = 300) int rows, @ForAll Random random) {
    try (WireBatch wire = randomRows(rows, random)) {
      ArrowChangeBatch batch =
          wire.changes(
              KEY_AND_VALUES, RowPositions.counting(1, 3, WireBatch.CONTEXT), BatchEnd.OPEN);
      List<Change> changes = WireBatch.all(batch);
      List<Change> expected = ofCursor(batch);
      assertThat(changes).isEqualTo(expected).hasSize(rows);
      assertThat(changes)
          .map(Change::endsTransaction)
          .isEqualTo(expected.stream().map(Change::endsTransaction).toList());
      assertThat(batch.end()).isEqualTo(changes.get(rows - 1).position());
    }
  }

  @Property(tries = 50)
  void rowsInFrontOfACellThatCannotBeReadAreHandedOut(
      @ForAll @IntRange(min = 0, max = 150) int bad) {
    Object[] numbers = new Object[151];
    Object[] keys = new Object[151];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i == bad ? "x" : Integer.toString(i);
      keys[i] = i;
    }
    TableSchema schema = WireBatch.schema("k", "int", "n", "largeint");
    try (WireBatch wire =
        new WireBatch().column("k", INT32, keys).column("n", WireBatch.UTF8, numbers)) {
      Iterator<Change> changes = wire.snapshot(schema).iterator();
      for (int i = 0; i < bad; i++) {
        assertThat(changes.next().row().getInt("k")).isEqualTo(i);
      }
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(changes::next)
            .isInstanceOf(UnreadableValueException.class)
            .hasMessageContaining("`n`")
            .hasMessageContaining("row " + bad);
      }
    }
  }

  @Test
  void aDeleteWithoutHistoryIsReadByItsKeyOnly() {
    try (WireBatch wire =
        new WireBatch()
            .column("k", INT32, 1, 2)
            .column("s", WireBatch.UTF8, "a", "default")
            .column("n", WireBatch.UTF8, "7", "no number, and no value the row ever had")
            .log(List.of(1L, 1L), List.of(1L, 2L), List.of(0L, 1L))) {
      Iterator<Change> changes = wire.changes(KEY_AND_VALUES).iterator();
      assertThat(changes.next()).hasToString("+U {k=1, s=a, n=7}");
      assertThat(changes.next()).hasToString("-D {k=2, s=null, n=null}");
    }
  }

  /** Some transactions of up to 100 rows; rows without values among them, and deletes. */
  private static WireBatch randomRows(int rows, Random random) {
    List<Long> tsos = new ArrayList<>();
    List<Long> operations = new ArrayList<>();
    Object[] keys = new Object[rows];
    Object[] texts = new Object[rows];
    Object[] numbers = new Object[rows];
    long tso = 1L + random.nextInt(2);
    for (int i = 0; i < rows; i++) {
      tso += random.nextInt(100) == 0 ? 1 : 0;
      tsos.add(tso);
      operations.add(random.nextBoolean() ? 0L : random.nextBoolean() ? 1L : 3L);
      keys[i] = random.nextInt();
      texts[i] = random.nextInt(4) == 0 ? null : "ä".repeat(random.nextInt(5)) + i;
      numbers[i] = random.nextInt(4) == 0 ? null : Long.toString(random.nextLong());
    }
    return new WireBatch()
        .column("k", INT32, keys)
        .column("s", WireBatch.UTF8, texts)
        .column("n", WireBatch.UTF8, numbers)
        .log(tsos, LongStream.range(0, rows).boxed().toList(), operations);
  }

  private static List<Change> ofCursor(ChangeBatch batch) {
    List<Change> changes = new ArrayList<>();
    ChangeCursor cursor = batch.cursor();
    while (cursor.next()) {
      changes.add(cursor.change());
    }
    return changes;
  }
}
