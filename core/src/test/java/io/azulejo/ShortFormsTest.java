package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ShortFormsTest {
  private static final Location ARRAY = Location.of("mem:///array");
  private static final Dimension DAY =
      Dimension.builder("day", Datatype.DATETIME_DAY)
          .domain("2024-01-01", "2024-12-31")
          .extent("P7D")
          .build();

  @AutoClose private final Azulejo azulejo = Azulejo.create();

  @Test
  void rangesOfSeveralDimensionsAreJoined() {
    assertThat(Subarray.of("y", 1, 4).and("x", 2.5, 5).and("s", "a", "b").and("y", 7, 8))
        .isEqualTo(
            Subarray.ALL
                .and("y", List.of(Range.of(1, 4), Range.of(7, 8)))
                .and("x", Range.of(2.5, 5.0))
                .and("s", Range.of("a", "b")))
        .hasToString("Subarray{y=[[1, 4], [7, 8]], x=[[2.5, 5.0]], s=[[\"a\", \"b\"]]}");
    assertThat(Subarray.ALL.isAll()).isTrue();
  }

  @Test
  void attributesOfTheCommonCaseNeedNoBuilder() {
    assertThat(Attribute.of("n", Datatype.INT32))
        .isEqualTo(Attribute.builder("n", Datatype.INT32).build())
        .hasToString("n INT32");
    assertThat(Attribute.text("s"))
        .isEqualTo(Attribute.builder("s", Datatype.STRING_UTF8).var().build())
        .hasToString("s STRING_UTF8[]");
    assertThat(Dimension.text("name")).hasToString("name STRING_ASCII");
  }

  @Test
  void rangesOfDatesAreTexts() {
    azulejo.create(
        ARRAY,
        ArraySchema.dense().dimension(DAY).attribute(Attribute.of("n", Datatype.INT32)).build());
    WriteRequest january =
        WriteRequest.DEFAULT.subarray(Subarray.of("day", "2024-01-01", "2024-01-04"));
    TestArrays.write(
        azulejo.array(ARRAY),
        january,
        ChangeOptions.DEFAULT,
        Batch.of(Column.of("n", Datatype.INT32, 1, 2, 3, 4)));
    Array array = azulejo.open(ARRAY);

    assertThat(rows(array, Subarray.of("day", "2024-01-02", "2024-01-03"))).containsExactly(2L, 3L);
    assertThat(rows(array, Subarray.of("day", Range.until("2024-01-02")))).containsExactly(1L, 2L);
    refuses(
        InvalidRequestException.class, () -> rows(array, Subarray.of("day", "yesterday", "today")));
    assertThat(array)
        .hasToString(
            "mem:///array (format version 22): dense, dimensions [day DATETIME_DAY [19723, 20088]"
                + " tile 7], attributes [n INT32]");
  }

  private static List<Long> rows(Array array, Subarray part) {
    ReadRequest request = ReadRequest.ALL.subarray(part).select("n");
    return array.read(request).rows().map(row -> row.getLong("n")).toList();
  }

  @Test
  void textsHaveAnyLengthUnlessANumberOfCharactersIsGiven() {
    assertThat(Attribute.of("note", Datatype.STRING_UTF8)).isEqualTo(Attribute.text("note"));
    assertThat(Attribute.builder("w", Datatype.STRING_UTF16).build().isVar()).isTrue();
    assertThat(Attribute.builder("c", Datatype.STRING_ASCII).cellValNum(1).build().cellValNum())
        .isEqualTo(1);
    azulejo.create(
        ARRAY,
        ArraySchema.sparse()
            .dimension(DAY)
            .attribute(Attribute.builder("note", Datatype.STRING_UTF8).nullable().build())
            .build());
    azulejo
        .array(ARRAY)
        .append(
            Batch.of(
                Column.of("day", Datatype.DATETIME_DAY, 19723, 19724),
                Column.of("note", Datatype.STRING_UTF8, "rain", null)));
    try (var rows = azulejo.open(ARRAY).read().rows()) {
      assertThat(rows.map(row -> row.getString("note"))).containsExactly("rain", null);
    }
  }

  @Test
  void textsInAnAttributeOfFixedCellsAreRefusedWithAdvice() {
    azulejo.create(
        ARRAY,
        ArraySchema.sparse()
            .dimension(DAY)
            .attribute(Attribute.builder("note", Datatype.STRING_UTF8).cellValNum(1).build())
            .build());
    try (ArrayWriter out = azulejo.array(ARRAY).writer()) {
      refuses(
          InvalidRequestException.class,
          () ->
              out.append(
                  Batch.of(
                      Column.of("day", Datatype.DATETIME_DAY, 19723),
                      Column.of("note", Datatype.STRING_UTF8, "rain"))));
    }
  }
}
