package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Points;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.text.output.TsvRowWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Points, strides, open ranges and long lists of ranges give of each array the same rows as reading
 * all of it and keeping those of the wanted coordinates.
 */
class SelectionsTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_260_731);
  private static final int MOST_ROWS = 5_000;
  private static final List<Layout> LAYOUTS =
      List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER);

  private final Random random = new Random(SEED);
  @AutoClose private final Azulejo azulejo = Azulejo.create();

  @AutoClose
  private final Azulejo small =
      Azulejo.builder().memoryBudget(64 << 10).computeThreads(0).ioThreads(0).build();

  /** A row: its coordinates, as boxed values, and its text. */
  private record Row(List<Object> coordinates, String text) {}

  /** The arrays of the selection that can be opened and have cells. */
  private List<Array> arrays() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    List<Array> found = new ArrayList<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (expectation.group() || expectation.openingFails() || expectation.key().isPresent()) {
        continue;
      }
      Array array = azulejo.open(Location.of(expectation.location()));
      if (array.nonEmptyDomain().isPresent()) {
        found.add(array);
      }
    }
    return found;
  }

  private static List<Row> rows(Array array, ReadRequest request) throws IOException {
    List<Dimension> dimensions = array.schema().dimensions();
    List<List<Object>> coordinates = new ArrayList<>();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (BatchReader in = array.read(request).batches()) {
      List<String> names = new ArrayList<>();
      dimensions.forEach(d -> names.add(d.name()));
      array.schema().attributes().forEach(a -> names.add(a.name()));
      TsvRowWriter tsv = TsvRowWriter.begin(text, names);
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        tsv.write(batch, batch.rows());
        for (int row = 0; row < batch.rows(); row++) {
          List<Object> cell = new ArrayList<>();
          for (int d = 0; d < dimensions.size(); d++) {
            cell.add(value(dimensions.get(d), batch.column(d), row));
          }
          coordinates.add(cell);
        }
      }
      tsv.finish();
    }
    List<String> lines = text.toString(StandardCharsets.UTF_8).lines().skip(1).toList();
    return IntStream.range(0, lines.size())
        .mapToObj(i -> new Row(coordinates.get(i), lines.get(i)))
        .toList();
  }

  private static Object value(Dimension dimension, Column column, int row) {
    if (dimension.isVar()) {
      return column.getString(row);
    }
    return dimension.type().isFloatingPoint()
        ? column.getDouble(row) + 0.0
        : (Object) column.getLong(row);
  }

  /** All rows of an array in a layout; empty where it can't be read or has very many. */
  private static List<Row> all(Array array, Layout layout) throws IOException {
    try {
      List<Row> rows = rows(array, ReadRequest.ALL.layout(layout).limit(MOST_ROWS + 1));
      return rows.size() > MOST_ROWS ? List.of() : rows;
    } catch (AzulejoException e) {
      return List.of();
    }
  }

  private void assertSame(Array array, ReadRequest request, Predicate<Row> wanted)
      throws IOException {
    for (Layout layout : LAYOUTS) {
      List<String> expected = all(array, layout).stream().filter(wanted).map(Row::text).toList();
      Array little = small.open(array.location());
      for (Array each : List.of(array, little)) {
        List<String> found = rows(each, request.layout(layout)).stream().map(Row::text).toList();
        String what = "%s in %s (azulejo.seed=%d)".formatted(array.location(), layout, SEED);
        if (array.schema().allowsDuplicates()) {
          assertThat(found).as(what).containsExactlyInAnyOrderElementsOf(expected);
        } else {
          assertThat(found).as(what).isEqualTo(expected);
        }
      }
    }
  }

  private static Points points(Array array, List<List<Object>> cells) {
    Points points = Points.NONE;
    for (int d = 0; d < array.schema().dimensions().size(); d++) {
      Dimension dimension = array.schema().dimensions().get(d);
      int index = d;
      if (dimension.isVar()) {
        points =
            points.and(
                dimension.name(),
                cells.stream().map(cell -> (String) cell.get(index)).toArray(String[]::new));
      } else if (dimension.type().isFloatingPoint()) {
        points =
            points.and(
                dimension.name(), cells.stream().mapToDouble(c -> (double) c.get(index)).toArray());
      } else {
        points =
            points.and(
                dimension.name(), cells.stream().mapToLong(c -> (long) c.get(index)).toArray());
      }
    }
    return points;
  }

  @Test
  void pointsGiveTheCellsAtTheirCoordinatesEachOnce() throws IOException {
    int compared = 0;
    for (Array array : arrays()) {
      List<Row> rows = all(array, Layout.ROW_MAJOR);
      if (rows.isEmpty()) {
        continue;
      }
      List<List<Object>> cells = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        List<Object> one = rows.get(random.nextInt(rows.size())).coordinates();
        List<Object> other = rows.get(random.nextInt(rows.size())).coordinates();
        List<Object> mixed = new ArrayList<>(one);
        if (random.nextInt(3) == 0) {
          int d = random.nextInt(mixed.size());
          mixed.set(d, other.get(d));
        }
        cells.add(mixed);
      }
      Set<List<Object>> wanted = new HashSet<>(cells);

      assertSame(
          array,
          ReadRequest.ALL.points(points(array, cells)),
          row -> wanted.contains(row.coordinates()));
      compared++;
    }
    assertThat(compared).isGreaterThan(30);
  }

  @Test
  void stridesAndOpenRangesGiveWhatLiesOnThem() throws IOException {
    int compared = 0;
    for (Array array : arrays()) {
      NDRange written = array.nonEmptyDomain().get();
      int d = random.nextInt(array.schema().dimensions().size());
      Dimension dimension = array.schema().dimensions().get(d);
      if (!(written.get(d) instanceof Range.Longs box)
          || Long.compareUnsigned(box.high() - box.low(), 10_000) > 0
          || array.schema().isDense() && array.schema().dimensions().size() > 1
          || all(array, Layout.ROW_MAJOR).isEmpty()) {
        continue;
      }
      long step = 1 + random.nextInt(7);
      long low = box.low() + random.nextInt((int) (box.high() - box.low()) / 2 + 1);
      long high = low + random.nextInt((int) (box.high() - low) + 1);
      Predicate<Row> onStride =
          row -> {
            long value = (long) row.coordinates().get(d);
            return value >= low && value <= high && (value - low) % step == 0;
          };
      assertSame(
          array,
          ReadRequest.ALL.subarray(Subarray.of(dimension.name(), Range.every(step, low, high))),
          onStride);
      if (!array.schema().isDense()) {
        assertSame(
            array,
            ReadRequest.ALL.subarray(Subarray.of(dimension.name(), Range.from(low))),
            row -> (long) row.coordinates().get(d) >= low);
        assertSame(
            array,
            ReadRequest.ALL.subarray(Subarray.of(dimension.name(), Range.until(high))),
            row -> (long) row.coordinates().get(d) <= high);
      }
      compared++;
    }
    assertThat(compared).isGreaterThan(20);
  }

  @Test
  void pointsOutsideOfTheDomainAreRefused() {
    Array array =
        azulejo.open(
            Location.of(
                CorpusFolder.bundledSelection().path().resolve("old-v22/dense-labels/array")));
    String first = array.schema().dimensions().get(0).name();
    String second = array.schema().dimensions().get(1).name();

    assertThatThrownBy(
            () ->
                array
                    .read(ReadRequest.ALL.points(Points.of(first, 1, 1_000_000).and(second, 1, 1)))
                    .batches())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("point 1: the coordinate in \"" + first + "\"")
        .hasMessageContaining("is not within the domain");
    refuses(
        InvalidRequestException.class,
        () -> array.read(ReadRequest.ALL.points(Points.of(first, 1, 2))).batches());
  }
}
