package io.dorischangelog.client.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.Column;
import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.types.TypeReads.Shape;
import io.dorischangelog.client.types.TypeTable.TypedColumn;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type comes through every server exactly, as every kind of row and in every shape. */
class EveryTypeTest {
  private static final Set<ChangeKind> KINDS = EnumSet.complementOf(EnumSet.of(ChangeKind.UPSERT));

  private static final Map<ServerForm, TypeReads> READS = new EnumMap<>(ServerForm.class);

  @BeforeAll
  static void writeAndRead() {
    for (ServerForm form : ServerForm.values()) {
      READS.put(form, TypeReads.of(form));
    }
  }

  @AfterAll
  static void forget() {
    READS.clear();
  }

  static Stream<Arguments> columns() {
    return Stream.of(ServerForm.values())
        .flatMap(form -> TypeTable.COLUMNS.stream().map(column -> Arguments.of(form, column)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("columns")
  void theValuesThatWereWrittenAreRead(ServerForm form, TypedColumn column) {
    for (int role = 0; role < TypeTable.ROLES.size(); role++) {
      for (Shape shape : Shape.values()) {
        for (ChangeKind kind : KINDS) {
          Object value = READS.get(form).value(shape, kind, role + 1, column.name());
          assertThat(TypeTable.text(value))
              .as("%s as %s of %s", TypeTable.ROLES.get(role), shape, kind)
              .isEqualTo(column.expected(role));
          if (value != null) {
            assertThat(value).isInstanceOf(column.type().javaType());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSchemaTellsTypesKeysAndNulls(ServerForm form) {
    for (boolean changes : new boolean[] {false, true}) {
      TableSchema schema = READS.get(form).schema(changes);
      for (TypedColumn column : TypeTable.COLUMNS) {
        assertThat(schema.column(column.name()))
            .isEqualTo(new Column(column.name(), column.type(), true, false));
      }
      assertThat(schema.column("id"))
          .isEqualTo(new Column("id", DorisType.of(DorisType.Family.INT), false, true));
    }
  }
}
