package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Points;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestLayer;
import io.azulejo.tests.ArrayModel.Cell;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random reads, at random times, of random parts, with random conditions, agree with the {@link
 * ArrayModel}. A failure names its seed; {@code -Dazulejo.seed=N} reads the same again.
 */
class ModelTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_260_804);
  private static final int FEW = TestLayer.cases(600, 150);
  private static final int MANY = 20_000;

  /** Boxes of dense arrays with more cells than this are not read. */
  private static final long MOST_CELLS = 3_000;

  private final List<Azulejo> engines =
      List.of(
          Azulejo.builder().computeThreads(1).build(),
          Azulejo.builder().computeThreads(0).ioThreads(0).memoryBudget(32 << 10).build());

  private int compared;
  private int parts;

  @Test
  void randomReadsAgreeWithANaiveModel() {
    compare(FEW);
  }

  @Tag("slow")
  @Test
  void manyRandomReadsAgreeWithANaiveModel() {
    compare(MANY);
  }

  private void compare(int reads) {
    System.out.println("azulejo.seed=" + SEED);
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    List<Expectation> arrays = new ArrayList<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (!expectation.group() && !expectation.openingFails()) {
        arrays.add(expectation);
      }
    }
    Map<String, ArrayModel> models = new HashMap<>();
    Set<String> without = new TreeSet<>();
    for (int i = 0; i < reads; i++) {
      Random random = new Random(SEED + i);
      Expectation array = arrays.get(random.nextInt(arrays.size()));
      if (without.contains(array.name())) {
        continue;
      }
      OpenOptions options = array.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
      ArrayModel model =
          models.computeIfAbsent(
              array.name(),
              name -> new ArrayModel(engines.get(0), Location.of(array.location()), options));
      try {
        new Reading(model, random, "%s, azulejo.seed=%d".formatted(array.name(), SEED + i)).run();
      } catch (ArrayModel.NotModelled e) {
        without.add(array.name());
      } catch (AzulejoException e) {
        // arrays that are broken on purpose are refused by the first read of each kind
        assertThat(array.name()).as(e.toString()).contains("broken");
        without.add(array.name());
      }
    }
    System.out.printf(
        "model: %d random reads agree; %d of %d arrays are not modelled%n",
        compared, without.size(), arrays.size());
    assertThat(compared).isGreaterThan(reads / 3);
    assertThat(parts).as("parts of these reads").isGreaterThan(2 * compared);
    engines.forEach(Azulejo::close);
  }

  /** One random read. */
  private final class Reading {
    private final ArrayModel model;

    /** The request of the comparison that is made now. */
    private ReadRequest request = ReadRequest.ALL;

    private final Random random;
    private final String what;

    Reading(ArrayModel model, Random random, String what) {
      this.model = model;
      this.random = random;
      this.what = what;
    }

    void run() throws ArrayModel.NotModelled {
      TimeRange times = times();
      Array array = model.open(times);
      ArraySchema schema = array.schema();
      List<Cell> cells = model.cells(times);
      RandomCondition condition =
          random.nextInt(4) == 0 || isUncomparable(array)
              ? null
              : RandomCondition.of(array, cells, random, 3);
      Optional<List<Set<Object>>> chosen = Optional.empty();
      request = ReadRequest.ALL;
      boolean points = false;
      if (schema.isDense()) {
        List<List<Object>> axes = axes(array);
        if (axes.isEmpty()) {
          return;
        }
        compareDense(array, cells, axes, condition);
        return;
      }
      if (!cells.isEmpty() && random.nextInt(6) == 0) {
        points = true;
      } else {
        chosen = ranges(schema, cells);
      }
      compareSparse(array, cells, chosen, points, condition);
    }

    private TimeRange times() {
      List<Long> known = model.times();
      if (known.isEmpty() || random.nextInt(3) == 0) {
        return TimeRange.ALL;
      }
      long a = known.get(random.nextInt(known.size()));
      long b = known.get(random.nextInt(known.size()));
      return random.nextBoolean()
          ? TimeRange.until(a)
          : TimeRange.between(
              Long.compareUnsigned(a, b) < 0 ? a : b, Long.compareUnsigned(a, b) < 0 ? b : a);
    }

    /** Whether an array has dimensions that the model's conditions do not know. */
    private boolean isUncomparable(Array array) {
      return array.schema().dimensions().stream()
          .anyMatch(d -> !d.isVar() && !ArrayModel.isNumber(d.type()));
    }

    private void compareSparse(
        Array array,
        List<Cell> cells,
        Optional<List<Set<Object>>> chosen,
        boolean points,
        RandomCondition condition) {
      ArraySchema schema = array.schema();
      List<Cell> expected = new ArrayList<>(cells);
      if (points) {
        Set<List<Object>> some = new HashSet<>();
        for (int i = 0; i < 5; i++) {
          some.add(cells.get(random.nextInt(cells.size())).coordinates());
        }
        request = request.points(points(schema, new ArrayList<>(some)));
        expected.removeIf(cell -> !some.contains(cell.coordinates()));
      }
      chosen.ifPresent(
          sets ->
              expected.removeIf(
                  cell -> {
                    for (int d = 0; d < sets.size(); d++) {
                      if (sets.get(d) != null && !sets.get(d).contains(cell.coordinates().get(d))) {
                        return true;
                      }
                    }
                    return false;
                  }));
      if (condition != null) {
        request = request.where(condition.condition());
        expected.removeIf(condition.holds().negate());
      }
      Layout layout =
          List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER, Layout.UNORDERED)
              .get(random.nextInt(4));
      request = request.layout(layout);
      List<List<Object>> rows = new ArrayList<>();
      for (Cell cell : expected) {
        rows.add(row(schema, cell.coordinates(), cell.values()));
      }
      List<List<Object>> found = read(array, request);
      if (layout == Layout.ROW_MAJOR || layout == Layout.COL_MAJOR) {
        assertSorted(schema, found, layout);
      }
      assertThat(found).as(() -> describe(request)).containsExactlyInAnyOrderElementsOf(rows);
      compareSplits(array, request, found);
      compareLimit(array, request, found);
      compareAggregates(array, request, expected, expected.size());
      compared++;
    }

    private void compareDense(
        Array array, List<Cell> cells, List<List<Object>> axes, RandomCondition condition) {
      ArraySchema schema = array.schema();
      Map<List<Object>, Cell> written = new HashMap<>();
      cells.forEach(cell -> written.put(cell.coordinates(), cell));
      if (condition != null) {
        request = request.where(condition.condition());
      }
      Layout layout = random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR;
      request = request.layout(layout);
      int kind = random.nextInt(4);
      boolean onlyWritten = kind == 0;
      boolean all = kind == 1;
      boolean only = kind < 2 || (condition != null && random.nextBoolean());
      if (kind < 2) {
        request = request.cells(all ? ReadRequest.Cells.ALL : ReadRequest.Cells.WRITTEN);
      } else {
        request = request.cells(only ? ReadRequest.Cells.MATCHING : ReadRequest.Cells.GRID);
      }
      List<List<Object>> rows = new ArrayList<>();
      List<Cell> met = new ArrayList<>();
      for (List<Object> place : product(axes, layout)) {
        Cell cell = written.get(place);
        if (cell == null && all) {
          cell = new Cell(place, fills(schema), 0, 0);
        }
        boolean holds = cell != null && (condition == null || condition.holds().test(cell));
        if (holds) {
          met.add(cell);
        }
        if (holds || (!only && !onlyWritten)) {
          rows.add(row(schema, place, holds ? cell.values() : Map.of()));
        }
      }
      List<List<Object>> found = read(array, request);
      assertThat(found).as(() -> describe(request)).isEqualTo(rows);
      compareSplits(array, request, found);
      compareLimit(array, request, found);
      compareAggregates(array, request, met, rows.size());
      compared++;
    }

    private static Map<String, Object> fills(ArraySchema schema) {
      Map<String, Object> fills = new HashMap<>();
      schema.attributes().forEach(a -> fills.put(a.name(), ArrayModel.fill(a)));
      return fills;
    }

    /** The coordinates of each dimension that are asked for; none where there would be many. */
    private List<List<Object>> axes(Array array) {
      Optional<NDRange> box = array.nonEmptyDomain();
      if (box.isEmpty()) {
        return List.of();
      }
      Subarray part = Subarray.ALL;
      List<List<Object>> axes = new ArrayList<>();
      long all = 1;
      for (int d = 0; d < box.get().size(); d++) {
        Range.Longs range = (Range.Longs) box.get().get(d);
        String name = array.schema().dimensions().get(d).name();
        long width = Math.min(range.high() - range.low(), 30);
        List<Object> axis = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0 && width >= 0; i--) {
          long low = range.low() + random.nextInt((int) width + 1);
          long high = low + random.nextInt((int) Math.min(width, range.high() - low) + 1);
          long step = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1;
          part = part.and(name, step == 1 ? Range.of(low, high) : Range.every(step, low, high));
          for (long value = low; value <= high; value += step) {
            axis.add(value);
          }
        }
        all *= axis.size();
        axes.add(axis);
      }
      request = request.subarray(part);
      return all > MOST_CELLS ? List.of() : axes;
    }

    /** Random ranges of some dimensions, that do not overlap; and which values they hold. */
    private Optional<List<Set<Object>>> ranges(ArraySchema schema, List<Cell> cells) {
      if (cells.isEmpty() || random.nextInt(4) == 0) {
        return Optional.empty();
      }
      Subarray part = Subarray.ALL;
      List<Set<Object>> held = new ArrayList<>();
      for (int d = 0; d < schema.dimensions().size(); d++) {
        Dimension dimension = schema.dimensions().get(d);
        if (random.nextInt(3) == 0) {
          held.add(null);
          continue;
        }
        int index = d;
        Object a = cells.get(random.nextInt(cells.size())).coordinates().get(d);
        Object b = cells.get(random.nextInt(cells.size())).coordinates().get(d);
        boolean inOrder = ArrayModel.compare(dimension.type(), a, b) <= 0;
        Object low = inOrder ? a : b;
        Object high = inOrder ? b : a;
        boolean from = random.nextInt(4) == 0;
        part = part.and(dimension.name(), from ? from(low) : range(low, high));
        Set<Object> values = new HashSet<>();
        cells.stream()
            .map(cell -> cell.coordinates().get(index))
            .filter(value -> ArrayModel.compare(dimension.type(), value, low) >= 0)
            .filter(value -> from || ArrayModel.compare(dimension.type(), value, high) <= 0)
            .forEach(values::add);
        held.add(values);
      }
      request = request.subarray(part);
      return Optional.of(held);
    }

    private static Range range(Object low, Object high) {
      if (low instanceof Long whole) {
        return Range.of(whole, (long) high);
      }
      if (low instanceof Double real) {
        return Range.of(real, (double) high);
      }
      return Range.of(bytes(low), bytes(high));
    }

    private static Range from(Object low) {
      if (low instanceof Long whole) {
        return Range.from(whole);
      }
      return low instanceof Double real
          ? Range.from(real)
          : new Range.Open(Range.of(bytes(low), bytes(low)), true);
    }

    private static byte[] bytes(Object text) {
      return ((String) text).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Points points(ArraySchema schema, List<List<Object>> some) {
      Points points = Points.NONE;
      for (int d = 0; d < schema.dimensions().size(); d++) {
        Dimension dimension = schema.dimensions().get(d);
        List<Object> values = new ArrayList<>();
        for (List<Object> place : some) {
          values.add(place.get(d));
        }
        if (dimension.isVar()) {
          points =
              points.and(
                  dimension.name(),
                  values.stream()
                      .map(text -> new String(bytes(text), StandardCharsets.UTF_8))
                      .toArray(String[]::new));
        } else if (dimension.type().isFloatingPoint()) {
          points =
              points.and(dimension.name(), values.stream().mapToDouble(v -> (double) v).toArray());
        } else {
          points = points.and(dimension.name(), values.stream().mapToLong(v -> (long) v).toArray());
        }
      }
      return points;
    }

    private static List<List<Object>> product(List<List<Object>> axes, Layout layout) {
      List<List<Object>> places = List.of(List.of());
      boolean columns = layout == Layout.COL_MAJOR;
      for (int i = 0; i < axes.size(); i++) {
        List<Object> axis = axes.get(columns ? axes.size() - 1 - i : i);
        List<List<Object>> longer = new ArrayList<>();
        for (List<Object> place : places) {
          for (Object value : axis) {
            List<Object> next = new ArrayList<>(place);
            next.add(columns ? 0 : next.size(), value);
            longer.add(next);
          }
        }
        places = longer;
      }
      return places;
    }

    /** A row as it is read: coordinates, then attributes, those that are not there with fills. */
    private static List<Object> row(
        ArraySchema schema, List<Object> coordinates, Map<String, Object> values) {
      List<Object> row = new ArrayList<>(coordinates);
      for (Attribute attribute : schema.attributes()) {
        row.add(
            values.containsKey(attribute.name())
                ? values.get(attribute.name())
                : ArrayModel.fill(attribute));
      }
      return row;
    }

    private List<List<Object>> read(Array array, ReadRequest request) {
      Array other =
          engines
              .get(random.nextInt(engines.size()))
              .open(array.location(), model.options().at(array.times()));
      List<List<Object>> rows = new ArrayList<>();
      try (BatchReader in = other.read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          for (int row = 0; row < batch.rows(); row++) {
            List<Object> values = new ArrayList<>();
            for (Column column : batch.columns()) {
              values.add(ArrayModel.value(column, row));
            }
            rows.add(values);
          }
          new OverwritingReader(in).recycle(batch);
        }
      }
      return rows;
    }

    private void assertSorted(ArraySchema schema, List<List<Object>> rows, Layout layout) {
      Comparator<List<Object>> order = (a, b) -> 0;
      int count = schema.dimensions().size();
      for (int i = 0; i < count; i++) {
        int d = layout == Layout.COL_MAJOR ? count - 1 - i : i;
        order =
            order.thenComparing(
                (a, b) ->
                    ArrayModel.compare(schema.dimensions().get(d).type(), a.get(d), b.get(d)));
      }
      for (int i = 1; i < rows.size(); i++) {
        assertThat(order.compare(rows.get(i - 1), rows.get(i)))
            .as("row %d of %s", i, what)
            .isNotPositive();
      }
    }

    /** The parts of a read have its rows, each once; in its order where that is promised. */
    private void compareSplits(Array array, ReadRequest request, List<List<Object>> all) {
      SplitOptions options =
          SplitOptions.DEFAULT
              .targetBytes(1 + random.nextInt(random.nextBoolean() ? 300 : 20_000))
              .minimum(1 + random.nextInt(3));
      List<Split> splits = array.read(request).splits(options);
      List<List<Object>> rows = new ArrayList<>();
      for (Split split : splits) {
        rows.addAll(read(array, split.request()));
      }
      parts += splits.size();
      Supplier<String> what = () -> describe(request) + " as " + splits;
      assertThat(rows).as(what).containsExactlyInAnyOrderElementsOf(all);
      boolean hilbert = array.schema().cellOrder() == Layout.HILBERT;
      if (request.layout().filter(Layout.GLOBAL_ORDER::equals).isPresent() && !hilbert) {
        int dimensions = array.schema().dimensions().size();
        assertThat(rows.stream().map(row -> row.subList(0, dimensions)).toList())
            .as(what)
            .isEqualTo(all.stream().map(row -> row.subList(0, dimensions)).toList());
      }
    }

    /** The first so many rows are those of the read without a limit. */
    private void compareLimit(Array array, ReadRequest request, List<List<Object>> all) {
      if (random.nextInt(4) > 0 || array.schema().allowsDuplicates()) {
        return;
      }
      int limit = random.nextInt(all.size() + 2);
      assertThat(read(array, request.limit(limit)))
          .as(() -> describe(request))
          .isEqualTo(all.subList(0, Math.min(limit, all.size())));
    }

    private void compareAggregates(Array array, ReadRequest request, List<Cell> cells, long count) {
      List<Attribute> numbers =
          array.schema().attributes().stream()
              .filter(a -> a.cellValNum() == 1 && a.type().isInteger() && !a.type().isUnsigned())
              .toList();
      if (numbers.isEmpty()) {
        return;
      }
      Attribute attribute = numbers.get(random.nextInt(numbers.size()));
      String name = attribute.name();
      List<Object> values = new ArrayList<>();
      for (Cell cell : cells) {
        values.add(
            cell.values().containsKey(name) ? cell.values().get(name) : ArrayModel.fill(attribute));
      }
      long[] valid = values.stream().filter(Objects::nonNull).mapToLong(v -> (long) v).toArray();
      Batch answer =
          array
              .read(request)
              .aggregate(
                  Aggregation.of(
                      List.of(
                          Aggregate.count(),
                          Aggregate.count(name),
                          Aggregate.min(name),
                          Aggregate.max(name))));
      assertThat(answer.column(0).getLong(0))
          .as(() -> "count() " + describe(request))
          .isEqualTo(count);
      assertThat(answer.column(1).getLong(0))
          .as(() -> "count " + describe(request))
          .isEqualTo(valid.length);
      if (valid.length > 0) {
        assertThat(List.of(answer.column(2).getLong(0), answer.column(3).getLong(0)))
            .as(() -> "min and max of " + name + " " + describe(request))
            .isEqualTo(
                List.of(
                    LongStream.of(valid).min().getAsLong(),
                    LongStream.of(valid).max().getAsLong()));
      }
      Map<Object, Long> groups = new HashMap<>();
      values.forEach(value -> groups.merge(String.valueOf(value), 1L, Long::sum));
      Batch grouped =
          array.read(request).aggregate(Aggregation.of(List.of(Aggregate.count()), List.of(name)));
      Map<Object, Long> found = new HashMap<>();
      for (int row = 0; row < grouped.rows(); row++) {
        found.put(
            String.valueOf(ArrayModel.value(grouped.column(0), row)),
            grouped.column(1).getLong(row));
      }
      assertThat(found).as(() -> "groups by " + name + " " + describe(request)).isEqualTo(groups);
    }

    private String describe(ReadRequest request) {
      ReadRequest read = request;
      return "%s: %s where %s in %s, limit %d, only matching: %s, cells: %s"
          .formatted(
              what,
              read.points().isPresent() ? "points" : read.subarray(),
              read.condition().map(Object::toString).orElse("true"),
              read.layout(),
              read.limit(),
              read.cells(),
              read.cells());
    }
  }
}
