package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Aggregation;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Groups and distinct values of strings with and without filters, against the rows in memory. */
class StringGroupsTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20261127L);
  private static final Location PLACE = Location.of("mem://a");
  private static final List<String> TEXTS = List.of("plain", "dictionary", "rle");
  private static final String[] CONDITIONS = {
    null, "%s = 'v3'", "%s != 'v3'", "%s < 'v5' and i > 30", "i < 2", "i > 1000"
  };

  private final Random random = new Random(SEED);

  @Test
  void groupsSparseCellsLikeTheirRows() {
    System.out.println("azulejo.seed=" + SEED);
    check(false, 12, 64 << 20);
    check(false, 3000, 64 << 20);
  }

  @Test
  void groupsDenseCellsLikeTheirRows() {
    check(true, 12, 64 << 20);
    check(true, 3000, 64 << 20);
  }

  @Test
  void groupsCellsLikeTheirRowsWithLittleMemory() {
    check(false, 12, 32 << 20);
    check(true, 12, 32 << 20);
  }

  private void check(boolean dense, int distinct, long budget) {
    try (Azulejo azulejo =
        Azulejo.builder().storage("mem", Storage.inMemory()).memoryBudget(budget).build()) {
      ArraySchema.Builder schema = dense ? ArraySchema.dense() : ArraySchema.sparse();
      schema.dimension(Dimension.of("id", Datatype.INT32, Range.of(0, 9_999), 1000));
      if (!dense) {
        schema.dimension(Dimension.text("name")).capacity(700);
      }
      schema.attribute(Attribute.of("i", Datatype.INT32));
      schema.attribute(text("plain", FilterPipeline.of()));
      schema.attribute(text("dictionary", FilterPipeline.of(Filter.dictionary())));
      schema.attribute(text("rle", FilterPipeline.of(Filter.rle(), Filter.zstd(3))));
      azulejo.create(PLACE, schema.build());
      write(azulejo, dense, 0, 4000, distinct);
      write(azulejo, dense, 3000, 8500, distinct);
      Array array = azulejo.open(PLACE);
      for (String condition : CONDITIONS) {
        for (String field : TEXTS) {
          ReadRequest request =
              condition == null
                  ? ReadRequest.ALL
                  : ReadRequest.ALL.where(condition.formatted(field));
          request = random.nextBoolean() ? request : request.range("id", Range.of(1800, 3999));
          boolean fills = dense && random.nextInt(3) == 0;
          request = request.cells(fills ? ReadRequest.Cells.ALL : ReadRequest.Cells.WRITTEN);
          compare(array, request, List.of(field));
          compare(array, request, List.of(field, "i"));
          compare(array, request, List.of("dictionary", "i", "rle"));
          if (!dense) {
            compare(array, request, List.of("id", field));
            compare(array, request, List.of(field, "name"));
          }
          compare(array, request, List.of());
        }
      }
    }
  }

  private static Attribute text(String name, FilterPipeline filters) {
    return Attribute.builder(name, Datatype.STRING_UTF8)
        .var()
        .nullable()
        .filters(filters)
        .fill("v1")
        .fillValid(true)
        .build();
  }

  private void write(Azulejo azulejo, boolean dense, int from, int to, int distinct) {
    int cells = to - from;
    List<Column> columns = new ArrayList<>();
    if (!dense) {
      columns.add(Column.ofInts("id", IntStream.range(from, to).toArray()));
      columns.add(
          Column.of(
              "name",
              Datatype.STRING_ASCII,
              IntStream.range(0, cells).mapToObj(i -> "n" + i % 7).toArray(String[]::new)));
    }
    columns.add(Column.ofInts("i", IntStream.range(0, cells).map(i -> i % 50).toArray()));
    for (String field : TEXTS) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < cells; i++) {
        String text = "v" + random.nextInt(distinct) + (random.nextInt(9) == 0 ? "\0" : "");
        boolean same = i > 0 && random.nextInt(3) == 0;
        texts.add(same ? texts.get(i - 1) : random.nextInt(9) == 0 ? null : text);
      }
      columns.add(Column.ofStrings(field, texts.toArray(String[]::new)));
    }
    WriteRequest request = WriteRequest.DEFAULT;
    TestArrays.write(
        azulejo.array(PLACE),
        dense ? request.subarray(Subarray.of("id", from, to - 1L)) : request,
        ChangeOptions.DEFAULT.at(1L + from),
        Batch.of(cells, columns));
  }

  /** The cells of a group: their number, and the values and nulls of each string field. */
  private static final class Group {
    long cells;
    final List<Set<Object>> values = TEXTS.stream().<Set<Object>>map(t -> new HashSet<>()).toList();
    final long[] nulls = new long[TEXTS.size()];

    List<Object> counts() {
      List<Object> counts = new ArrayList<>(List.of(cells));
      for (int t = 0; t < nulls.length; t++) {
        counts.add((long) values.get(t).size());
        counts.add(nulls[t]);
      }
      return counts;
    }
  }

  private void compare(Array array, ReadRequest request, List<String> by) {
    Map<List<Object>, Group> groups = new HashMap<>();
    if (by.isEmpty()) {
      groups.put(List.of(), new Group());
    }
    try (Stream<Row> rows = array.read(request.layout(Layout.ROW_MAJOR)).rows()) {
      rows.forEach(
          row -> {
            Group group =
                groups.computeIfAbsent(
                    Arrays.asList(by.stream().map(row::get).toArray()), key -> new Group());
            group.cells++;
            for (int t = 0; t < TEXTS.size(); t++) {
              Object value = row.get(TEXTS.get(t));
              group.nulls[t] += value == null ? 1 : 0;
              if (value != null) {
                group.values.get(t).add(value);
              }
            }
          });
    }
    String counts = "count()";
    for (String field : TEXTS) {
      counts += ", count(distinct %1$s), null_count(%1$s)".formatted(field);
    }
    String aggregates = by.isEmpty() ? counts : counts + " by " + String.join(", ", by);
    Batch found = array.read(request).aggregate(Aggregation.parse(aggregates));

    Map<List<Object>, List<Object>> made = new HashMap<>();
    List<List<Object>> keys = new ArrayList<>();
    for (int row = 0; row < found.rows(); row++) {
      List<Object> key = new ArrayList<>();
      for (int f = 0; f < by.size(); f++) {
        key.add(value(found.column(f), row));
      }
      List<Object> numbers = new ArrayList<>();
      for (int c = by.size(); c < found.columns().size(); c++) {
        numbers.add(found.column(c).getLong(row));
      }
      keys.add(key);
      made.put(key, numbers);
    }
    Map<List<Object>, List<Object>> expected = new HashMap<>();
    groups.forEach((key, group) -> expected.put(key, group.counts()));
    assertThat(made).as("%s of %s", aggregates, request).isEqualTo(expected);
    assertThat(keys)
        .as("sorted by %s", by)
        .hasSize(groups.size())
        .isSortedAccordingTo(StringGroupsTest::compare);
  }

  private static Object value(Column column, int row) {
    return column.isNull(row)
        ? null
        : column.type().isString() ? column.getString(row) : (Object) column.getLong(row);
  }

  /** Compares keys value by value. Nulls come last. */
  @SuppressWarnings("unchecked") // each place of a key holds values of one type
  private static int compare(List<Object> a, List<Object> b) {
    for (int i = 0; i < a.size(); i++) {
      if (!Objects.equals(a.get(i), b.get(i))) {
        return a.get(i) == null
            ? 1
            : b.get(i) == null ? -1 : ((Comparable<Object>) a.get(i)).compareTo(b.get(i));
      }
    }
    return 0;
  }
}
