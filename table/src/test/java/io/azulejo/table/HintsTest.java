package io.azulejo.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.schema.Datatype;
import io.azulejo.table.ColumnType.Kind;
import io.azulejo.table.Predicate.Operator;
import io.azulejo.table.TableAggregate.Function;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Hints in the metadata of an array say what stored types do not. */
class HintsTest extends SmallArrays {
  private void put(String key, MetadataValue value) {
    engine.array(PLACE).metadata().change(MetadataChange.builder().put(key, value).build());
  }

  private static ColumnType type(Array array, String column, ColumnHint hint) {
    TableOptions options = TableOptions.of(Dialect.SPARK).withHints(Map.of(column, hint));
    return ArrayTable.of(array, options).column(column).type();
  }

  @Test
  void hintsAreReadFromTheMetadataAndAllOtherValuesAreSkipped() {
    numbers(Datatype.DATETIME_MS, 1);
    put(ColumnHint.key("x"), MetadataValue.ofString(" INSTANT"));
    put(ColumnHint.key("a.b"), MetadataValue.ofString("instant"));
    put(ColumnHint.key("other"), MetadataValue.ofString("uuid"));
    put(ColumnHint.key("number"), MetadataValue.ofInts(3));
    put("azulejo.column.type", MetadataValue.ofString("instant"));
    put("x", MetadataValue.ofString("instant"));

    assertThat(ColumnHint.of(engine.open(PLACE)))
        .containsOnly(
            Map.entry("x", new ColumnHint.Instant()), Map.entry("a.b", new ColumnHint.Instant()));
    assertThat(ColumnHint.key("x")).isEqualTo("azulejo.column.x.type");
  }

  @Test
  void instantsAreTimestampsThatAreCountedInUtc() {
    Array array = numbers(Datatype.DATETIME_SEC, 0, 60, Long.MIN_VALUE);
    TableOptions options =
        TableOptions.of(Dialect.SPARK).withHints(Map.of("x", new ColumnHint.Instant()));
    ArrayTable table = ArrayTable.of(array, options.withCaseSensitive(false).withCodes(true));
    assertThat(table.column("X").type().toString()).isEqualTo("INSTANT(DATETIME_SEC)");

    Translation later =
        table.translate(
            Predicate.compare("x", Operator.GREATER, Instant.parse("1970-01-01T00:00:59Z")));
    assertThat(later.verdict()).isEqualTo(Verdict.EXACT);
    assertThat(places(later)).containsExactly(1);
  }

  private static Translation pushed(Array array, ColumnHint hint, Predicate predicate) {
    TableOptions options = TableOptions.of(Dialect.SPARK).withHints(Map.of("x", hint));
    return ArrayTable.of(array, options).translate(predicate);
  }

  private static void exactly(Array array, Operator operator, String literal, Integer... places) {
    Predicate predicate = Predicate.compare("x", operator, new BigDecimal(literal));
    Translation pushed = pushed(array, new ColumnHint.Decimal(10, 2), predicate);
    assertThat(pushed.verdict()).isEqualTo(Verdict.EXACT);
    assertThat(places(pushed)).containsExactly(places);
  }

  @Test
  void decimalsAreComparedAsTheNumbersThatTheyAre() {
    Array array = numbers(Datatype.INT64, 125, -125, 0, 126);
    exactly(array, Operator.EQUAL, "1.25", 0);
    exactly(array, Operator.EQUAL, "1.2500", 0);
    exactly(array, Operator.EQUAL, "1.255");
    exactly(array, Operator.NOT_EQUAL, "1.255", 0, 1, 2, 3);
    exactly(array, Operator.GREATER, "1.255", 3);
    exactly(array, Operator.GREATER_OR_EQUAL, "1.25", 0, 3);
    exactly(array, Operator.LESS, "-1.2499", 1);
    exactly(array, Operator.LESS_OR_EQUAL, "1E+2147483647", 0, 1, 2, 3);
    exactly(array, Operator.GREATER, "-1E-2147483647", 0, 2, 3);
    Translation in =
        pushed(
            array,
            new ColumnHint.Decimal(10, 2),
            Predicate.in("x", new BigDecimal("1.26"), 0, new BigDecimal("0.001")));
    assertThat(places(in)).containsExactly(2, 3);
    assertThat(pushed(array, new ColumnHint.Decimal(10, 2), Predicate.equal("x", 1.25)).verdict())
        .as("of floating-point numbers engines cast the column")
        .isEqualTo(Verdict.NONE);
  }

  @Test
  void theLeastAndTheGreatestOfDecimalsArePushedAndSumsAreNot() {
    Array array = numbers(Datatype.INT64, 125, -125);
    Translation all = pushed(array, new ColumnHint.Decimal(10, 2), new Predicate.IsNull("x").not());
    assertThat(aggregates(all, Function.MIN).isPushed()).isTrue();
    assertThat(aggregates(all, Function.MAX).isPushed()).isTrue();
    assertThat(aggregates(all, Function.COUNT).isPushed()).isTrue();
    assertThat(aggregates(all, Function.SUM).isPushed()).isFalse();
    assertThat(aggregates(all, Function.AVG).isPushed()).isFalse();
  }

  @Test
  void decimalsHaveUpToEighteenDigits() {
    assertThat(ColumnHint.parse(" Decimal(18, 0) ")).contains(new ColumnHint.Decimal(18, 0));
    assertThat(new ColumnHint.Decimal(10, 2)).hasToString("decimal(10,2)");
    assertThat(ColumnHint.parse("decimal(10,2)")).contains(new ColumnHint.Decimal(10, 2));
    for (String wrong :
        new String[] {
          "decimal(19,0)", "decimal(0,0)", "decimal(2,3)", "decimal(2)", "decimal(2,-1)"
        }) {
      assertThat(ColumnHint.parse(wrong)).as(wrong).isEmpty();
    }
    assertThatThrownBy(() -> new ColumnHint.Decimal(19, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a precision of 1 to 18");
  }

  @Test
  void aHintThatDoesNotFitItsColumnIsIgnored() {
    Array array = numbers(Datatype.DATETIME_DAY, 1);
    assertThat(type(array, "x", new ColumnHint.Instant()).kind()).isEqualTo(Kind.DATE);
    assertThat(type(array, "d", new ColumnHint.Instant()).kind()).isEqualTo(Kind.INT32);
    assertThat(type(array, "d", new ColumnHint.Decimal(5, 1)).kind()).isEqualTo(Kind.INT32);
    assertThat(type(array, "x", new ColumnHint.Decimal(5, 1)).kind()).isEqualTo(Kind.DATE);
  }
}
