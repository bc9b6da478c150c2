package io.azulejo.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.schema.Datatype;
import io.azulejo.table.ColumnType.Kind;
import io.azulejo.table.Predicate.Operator;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Hints in the metadata of an array say what stored types do not. */
class HintsTest extends SmallArrays {
  private void put(String key, MetadataValue value) {
    engine.changeMetadata(
        PLACE, MetadataChange.builder().put(key, value).build(), ChangeOptions.DEFAULT);
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

  @Test
  void aHintThatDoesNotFitItsColumnIsIgnored() {
    Array array = numbers(Datatype.DATETIME_DAY, 1);
    assertThat(type(array, "x", new ColumnHint.Instant()).kind()).isEqualTo(Kind.DATE);
    assertThat(type(array, "d", new ColumnHint.Instant()).kind()).isEqualTo(Kind.INT32);
  }
}
