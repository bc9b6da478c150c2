package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Dense reads of strings with the filters DICTIONARY and RLE, against strings without filters.
 * Fragments overlap, and some cells are never written.
 */
class DenseDictionaryConditionsTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20261127L);
  private static final Location PLACE = Location.of("mem://a");
  private static final int SIDE = 96;
  private static final String[] CONDITIONS = {
    "%s = 'v3'",
    "%s != 'v3'",
    "%s in ('', 'v1', 'fill', 'none')",
    "%s like '%%1'",
    "%s < 'v5' and i > 30",
    "%s = 'v1' or i < 20",
    "%s = plain",
    "%s != v",
    "%s is null",
    "%s is not null and y > 20",
  };

  private final Random random = new Random(SEED);

  @Test
  void readsTheSameCellsAsWithoutTheFilters() {
    System.out.println("azulejo.seed=" + SEED);
    check(12, 10, 64 << 20);
  }

  @Test
  void readsTheSameCellsIfTheListsOfTilesAreLongerThanSmallParts() {
    check(60, 7, 64 << 20);
  }

  @Test
  void readsTheSameCellsIfMostStringsAreDistinct() {
    check(1 << 20, 5, 64 << 20);
  }

  @Test
  void readsTheSameCellsWithLittleMemory() {
    check(12, 4, 1 << 20);
  }

  private void check(int distinct, int fragments, long budget) {
    try (Azulejo azulejo =
        Azulejo.builder().storage("mem", Storage.inMemory()).memoryBudget(budget).build()) {
      azulejo.create(
          PLACE,
          ArraySchema.dense()
              .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, SIDE - 1), 24))
              .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, SIDE - 1), 40))
              .attribute(Attribute.of("i", Datatype.INT32))
              .attribute(text("plain", FilterPipeline.of()))
              .attribute(text("dictionary", FilterPipeline.of(Filter.dictionary())))
              .attribute(text("rle", FilterPipeline.of(Filter.rle(), Filter.zstd(3))))
              .attribute(Attribute.builder("v", Datatype.STRING_UTF8).var().build())
              .build());
      for (int i = 0; i < fragments; i++) {
        write(azulejo, 1L + i, distinct);
      }
      Array array = azulejo.open(PLACE);
      for (String condition : CONDITIONS) {
        ReadRequest request =
            ReadRequest.ALL
                .layout(random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR)
                .cells(pick(ReadRequest.Cells.values()));
        compare(array, random.nextInt(3) == 0 ? request : request.subarray(part()), condition);
      }
      compare(array, ReadRequest.ALL.layout(Layout.ROW_MAJOR), null);
    }
  }

  private void compare(Array array, ReadRequest request, String condition) {
    List<List<Object>> expected = rows(array, request, condition, "plain", true);
    for (String field : List.of("dictionary", "rle")) {
      assertThat(rows(array, request, condition, field, true))
          .as("%s of %s in %s", condition, field, request)
          .isEqualTo(expected);
      assertThat(rows(array, request, condition, field, false))
          .as("only a number, %s of %s in %s", condition, field, request)
          .isEqualTo(expected.stream().map(row -> row.subList(0, 1)).toList());
    }
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private static Attribute text(String name, FilterPipeline filters) {
    return Attribute.builder(name, Datatype.STRING_UTF8).var().nullable().filters(filters).build();
  }

  private Subarray part() {
    int[] y = range();
    int[] x = range();
    return Subarray.of("y", y[0], y[1]).and("x", x[0], x[1]);
  }

  private int[] range() {
    int low = random.nextInt(SIDE);
    return new int[] {low, Math.min(SIDE - 1, low + random.nextInt(70))};
  }

  private void write(Azulejo azulejo, long time, int distinct) {
    int[] y = range();
    int[] x = range();
    int cells = (y[1] - y[0] + 1) * (x[1] - x[0] + 1);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < cells; i++) {
      int number = random.nextInt(distinct);
      boolean same = !texts.isEmpty() && random.nextInt(3) == 0;
      String text = random.nextInt(8) == 0 ? "" : "v" + number;
      texts.add(same ? texts.get(texts.size() - 1) : random.nextInt(9) == 0 ? null : text);
    }
    List<String> others = texts.stream().map(t -> t == null ? "x" : t.replace('3', '4')).toList();
    TestArrays.write(
        azulejo.array(PLACE),
        WriteRequest.DEFAULT.subarray(Subarray.of("y", y[0], y[1]).and("x", x[0], x[1])),
        ChangeOptions.DEFAULT.at(time),
        Batch.of(
            Column.ofInts("i", IntStream.range(0, cells).map(i -> i % 50).toArray()),
            Column.ofStrings("plain", texts.toArray(String[]::new)),
            Column.ofStrings("dictionary", texts.toArray(String[]::new)),
            Column.ofStrings("rle", texts.toArray(String[]::new)),
            Column.ofStrings("v", others.toArray(String[]::new))));
  }

  private static List<List<Object>> rows(
      Array array, ReadRequest request, String condition, String tested, boolean all) {
    List<String> fields = all ? List.of("i", "plain", "dictionary", "rle", "v") : List.of("i");
    ReadRequest full = request.select(fields);
    full = condition == null ? full : full.where(condition.formatted(tested));
    try (Stream<Row> rows = array.read(full).rows()) {
      return rows.map(row -> Arrays.asList(fields.stream().map(row::get).toArray())).toList();
    }
  }
}
