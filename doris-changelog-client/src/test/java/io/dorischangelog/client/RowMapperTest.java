package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.error.SchemaChangedException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // null is one of the values
class RowMapperTest {

  private static final Column ID = Column.key("id", DorisType.parse("int"));
  private static final Column NAME = Column.of("user_name", DorisType.parse("varchar(20)"));
  private static final Column SCORE = new Column("score", DorisType.parse("int"), false, false);
  private static final TableSchema SCHEMA = TableSchema.of(Semantics.FULL, ID, NAME, SCORE);

  record Student(int id, String userName, Integer score) {}

  record Wide(long id, BigDecimal score) {}

  record Primitive(int id, int score) {}

  record Misfit(short id, int userName, String nickName) {}

  record Picky(int id) {
    Picky {
      if (id < 0) {
        throw new IllegalStateException("negative " + id);
      }
    }
  }

  record Lists(List<Integer> list, Map<String, ? extends Number> map) {}

  record WrongLists(List<Long> list, Map<String, Integer> map) {}

  /** A bean. */
  public static class Base {
    long id;

    /** Inherited by {@link Bean}. */
    public void setId(long id) {
      this.id = id;
    }
  }

  /** A bean with an inherited setter. */
  public static final class Bean extends Base {
    String userName;

    public void setUserName(String userName) {
      this.userName = userName;
    }
  }

  /** Has nothing to set. */
  public static final class NoSetters {}

  /** Cannot be made. */
  public static final class NoConstructor {
    public NoConstructor(int id) {}
  }

  @Test
  void recordsTakeColumnsByNameAndSnakeCase() {
    RowMapper<Student> mapper = RowMapper.of(Student.class, SCHEMA);
    assertThat(Row.of(SCHEMA, 1, "Alice", 90).to(mapper)).isEqualTo(new Student(1, "Alice", 90));
    assertThat(Row.of(SCHEMA, 2, null, null).to(mapper)).isEqualTo(new Student(2, null, null));
  }

  @Test
  void columnsNothingAsksForAreLeftOutAndNumbersWiden() {
    assertThat(Row.of(SCHEMA, 1, "Alice", 90).to(RowMapper.of(Wide.class, SCHEMA)))
        .isEqualTo(new Wide(1, BigDecimal.valueOf(90)));
  }

  @Test
  void beansAreFilledThroughTheirSetters() {
    Bean bean = Row.of(SCHEMA, 1, "Alice", 90).to(RowMapper.of(Bean.class, SCHEMA));
    assertThat(bean.id).isEqualTo(1);
    assertThat(bean.userName).isEqualTo("Alice");
  }

  @Test
  void columnsMayStandInAnotherOrder() {
    TableSchema turned = TableSchema.of(Semantics.FULL, NAME, ID);
    assertThat(Row.of(turned, "Alice", 1).to(RowMapper.of(Bean.class, SCHEMA)).userName)
        .isEqualTo("Alice");
  }

  @Test
  void rowsOfOtherColumnsAreMappedAsLongAsThoseNeededAreThere() {
    RowMapper<Student> mapper = RowMapper.of(Student.class, SCHEMA);
    Column city = Column.of("city", DorisType.parse("string"));
    Column camel = Column.of("userName", DorisType.parse("string"));
    TableSchema wider = TableSchema.of(Semantics.FULL, ID, city, NAME, SCORE);
    TableSchema renamed = TableSchema.of(Semantics.FULL, ID, SCORE, camel);
    Student alice = new Student(1, "Alice", 90);
    assertThat(Row.of(wider, 1, "Rome", "Alice", 90).to(mapper)).isEqualTo(alice);
    assertThat(Row.of(renamed, 1, 90, "Alice").to(mapper)).isEqualTo(alice);
    assertThat(Row.of(SCHEMA, 1, "Alice", 90).to(mapper)).isEqualTo(alice);
  }

  @Test
  void aColumnThatIsGoneOrDoesNotFitAnyMoreIsNamed() {
    RowMapper<Student> mapper = RowMapper.of(Student.class, SCHEMA);
    Column text = Column.of("score", DorisType.parse("string"));
    assertThatExceptionOfType(SchemaChangedException.class)
        .isThrownBy(() -> Row.of(TableSchema.of(Semantics.FULL, ID, text), 1, "9").to(mapper))
        .withMessageContaining("`user_name` has no column")
        .withMessageContaining("`score` is java.lang.Integer")
        .satisfies(e -> assertThat(e.columns()).containsExactly("user_name", "score"));
  }

  @Test
  void everyMisfitIsListedWhenTheMapperIsMade() {
    assertThatThrownBy(() -> RowMapper.of(Misfit.class, SCHEMA))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("`id` is short")
        .hasMessageContaining("`userName` is int, but column `user_name` may be NULL")
        .hasMessageContaining("`nickName` has no column")
        .hasMessageContaining("`nick_name`")
        .hasMessageContaining("Misfit");
  }

  @Test
  void aPrimitiveNeedsAColumnThatIsNeverNull() {
    assertThat(Row.of(SCHEMA, 1, "Alice", 90).to(RowMapper.of(Primitive.class, SCHEMA)))
        .isEqualTo(new Primitive(1, 90));
    TableSchema upserts = TableSchema.of(Semantics.UPSERT, SCHEMA.columns());
    assertThatThrownBy(() -> RowMapper.of(Primitive.class, upserts))
        .hasMessageContaining("`score` is int")
        .hasMessageContaining("Integer");
    assertThatThrownBy(
            () -> Row.of(SCHEMA, 1, "Bob", null).to(RowMapper.of(Primitive.class, SCHEMA)))
        .hasMessageContaining("score")
        .hasMessageContaining("NULL");
  }

  @Test
  void elementTypesAreCheckedToo() {
    TableSchema nested =
        TableSchema.of(
            Semantics.FULL,
            Column.of("list", DorisType.parse("array<int>")),
            Column.of("map", DorisType.parse("map<text,double>")));
    Row row = Row.of(nested, List.of(1), Map.of("a", 1.5));
    assertThat(row.to(RowMapper.of(Lists.class, nested)))
        .isEqualTo(new Lists(List.of(1), Map.of("a", 1.5)));
    assertThatThrownBy(() -> RowMapper.of(WrongLists.class, nested))
        .hasMessageContaining("`list`")
        .hasMessageContaining("`map`");
  }

  @Test
  void classesThatCannotBeMadeAreRefused() {
    assertThatThrownBy(() -> RowMapper.of(NoSetters.class, SCHEMA)).hasMessageContaining("setter");
    assertThatThrownBy(() -> RowMapper.of(NoConstructor.class, SCHEMA))
        .hasMessageContaining("constructor");
    assertThatThrownBy(() -> RowMapper.of(Runnable.class, SCHEMA))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatAConstructorThrowsComesThrough() {
    assertThatThrownBy(() -> Row.of(SCHEMA, -1, "x", 1).to(RowMapper.of(Picky.class, SCHEMA)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("negative -1");
  }

  @Test
  void namesBecomeSnakeCase() {
    assertThat(List.of("userId", "userID", "HTTPServer", "address2Line", "id"))
        .map(SnakeCase::of)
        .containsExactly("user_id", "user_id", "http_server", "address2_line", "id");
  }
}
