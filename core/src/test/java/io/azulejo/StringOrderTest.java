package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The order of cells with string dimensions, against rows sorted in memory. */
class StringOrderTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20261127L);
  private static final Location PLACE = Location.of("mem://a");

  private final Random random = new Random(SEED);

  private record Cell(String a, long pos, String b) {}

  @Test
  void sortsCellsByFewLongStrings() {
    System.out.println("azulejo.seed=" + SEED);
    check(5, 40, 4);
  }

  @Test
  void sortsCellsByManyStrings() {
    check(3000, 3000, 3);
  }

  @Test
  void sortsCellsByFewAndManyStrings() {
    check(3, 5000, 2);
  }

  private String text(int distinct) {
    int number = random.nextInt(distinct);
    return "x".repeat(number % 11) + number;
  }

  private void check(int distinctA, int distinctB, int fragments) {
    try (Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build()) {
      azulejo.create(
          PLACE,
          ArraySchema.sparse()
              .capacity(300)
              .dimension(Dimension.text("a"))
              .dimension(Dimension.of("pos", Datatype.INT32, Range.of(0, 9_999), 1000))
              .dimension(Dimension.text("b"))
              .attribute(Attribute.of("v", Datatype.INT32))
              .build());
      Map<Cell, Long> newest = new LinkedHashMap<>();
      for (int f = 0; f < fragments; f++) {
        write(azulejo, distinctA, distinctB, 10_000 * f, newest);
      }
      Comparator<Cell> rows =
          Comparator.comparing(Cell::a).thenComparing(Cell::pos).thenComparing(Cell::b);
      Comparator<Cell> columns =
          Comparator.comparing(Cell::b).thenComparing(Cell::pos).thenComparing(Cell::a);
      compare(azulejo.open(PLACE), ReadRequest.ALL.layout(Layout.ROW_MAJOR), newest, rows);
      compare(azulejo.open(PLACE), ReadRequest.ALL.layout(Layout.COL_MAJOR), newest, columns);
    }
  }

  private void write(
      Azulejo azulejo, int distinctA, int distinctB, int first, Map<Cell, Long> newest) {
    Map<Cell, Integer> cells = new LinkedHashMap<>();
    for (int i = 0; i < 4000; i++) {
      Cell cell = new Cell(text(distinctA), random.nextInt(200) * 50L, text(distinctB));
      cells.putIfAbsent(cell, first + i);
    }
    cells.forEach((cell, value) -> newest.put(cell, (long) value));
    azulejo
        .array(PLACE)
        .append(
            Batch.of(
                Column.ofStrings("a", cells.keySet().stream().map(Cell::a).toArray(String[]::new)),
                Column.ofInts("pos", cells.keySet().stream().mapToInt(c -> (int) c.pos).toArray()),
                Column.ofStrings("b", cells.keySet().stream().map(Cell::b).toArray(String[]::new)),
                Column.ofInts("v", cells.values().stream().mapToInt(v -> v).toArray())));
  }

  private static void compare(
      Array array, ReadRequest request, Map<Cell, Long> newest, Comparator<Cell> order) {
    List<List<Object>> expected = new ArrayList<>();
    newest.keySet().stream()
        .sorted(order)
        .forEach(cell -> expected.add(List.of(cell.a, cell.pos, cell.b, newest.get(cell))));
    try (Stream<Row> rows = array.read(request).rows()) {
      List<List<Object>> found =
          rows.map(r -> List.of(r.get("a"), r.get("pos"), r.get("b"), r.get("v"))).toList();
      assertThat(found).as("%s", request.layout()).isEqualTo(expected);
    }
  }
}
