package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
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
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.tests.ArrayModel.Cell;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * A random read of an array: random parts, conditions, orders, splits, limits and aggregates, which
 * are compared with the cells of a model.
 */
final class RandomRead {
  /** Boxes of dense arrays with more cells than this are not read. */
  private static final long MOST_CELLS = 3_000;

  /** Longer domains are not read as a whole. */
  private static final long LONGEST_DOMAIN = 100;

  private static final List<Layout> LAYOUTS =
      List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER, Layout.UNORDERED);

  private final Array array;
  private final Supplier<Array> opening;
  private final List<Cell> cells;
  private final Random random;
  private final String what;
  private final ArraySchema schema;
  private ReadRequest request = ReadRequest.ALL;
  private int rows;
  private int parts;

  /**
   * Prepares a read.
   *
   * @param opening gives the array, of the same times, for each of the reads that are compared
   * @param cells the cells of the array according to the model
   * @param what names the read in messages
   */
  RandomRead(Array array, Supplier<Array> opening, List<Cell> cells, Random random, String what) {
    this.array = array;
    this.opening = opening;
    this.cells = cells;
    this.random = random;
    this.what = what;
    this.schema = array.schema();
  }

  /** Returns how many rows the read had. */
  int rows() {
    return rows;
  }

  /** Returns how many splits the read had. */
  int parts() {
    return parts;
  }

  /** Reads and compares; returns false if the array has nothing to read, or too much. */
  boolean run() {
    RandomCondition condition =
        random.nextInt(4) == 0 || isUncomparable(schema)
            ? null
            : RandomCondition.of(array, cells, random, 3);
    if (condition != null) {
      request = request.where(condition.condition());
    }
    if (!schema.isDense()) {
      compareSparse(condition);
      return true;
    }
    List<List<Object>> axes = axes();
    if (!axes.isEmpty()) {
      compareDense(axes, condition);
    }
    return !axes.isEmpty();
  }

  /** Whether an array has dimensions that the conditions of the model do not know. */
  static boolean isUncomparable(ArraySchema schema) {
    return schema.dimensions().stream().anyMatch(d -> !d.isVar() && !ArrayModel.isNumber(d.type()));
  }

  private void compareSparse(RandomCondition condition) {
    List<Cell> expected = new ArrayList<>(cells);
    if (!cells.isEmpty() && random.nextInt(6) == 0) {
      selectPoints(expected);
    } else if (random.nextInt(4) > 0) {
      selectRanges(expected);
    }
    if (condition != null) {
      expected.removeIf(condition.holds().negate());
    }
    Layout layout = LAYOUTS.get(random.nextInt(LAYOUTS.size()));
    request = request.layout(layout);
    List<List<Object>> found = read(request);
    boolean tiled = schema.dimensions().stream().anyMatch(d -> d.extent().isPresent());
    Layout order = layout == Layout.GLOBAL_ORDER && !tiled ? schema.cellOrder() : layout;
    if (order == Layout.ROW_MAJOR || order == Layout.COL_MAJOR) {
      assertThat(found)
          .as(() -> describe(request))
          .isSortedAccordingTo(WrittenModel.order(schema.dimensions(), order == Layout.COL_MAJOR));
    }
    assertThat(found)
        .as(() -> describe(request))
        .containsExactlyInAnyOrderElementsOf(
            expected.stream().map(cell -> WrittenModel.row(cell, schema)).toList());
    compareParts(found, expected, expected.size());
  }

  private void compareDense(List<List<Object>> axes, RandomCondition condition) {
    Map<List<Object>, Cell> written = new HashMap<>();
    cells.forEach(cell -> written.put(cell.coordinates(), cell));
    boolean columnMajor = random.nextBoolean();
    request = request.layout(columnMajor ? Layout.COL_MAJOR : Layout.ROW_MAJOR);
    int kind = random.nextInt(4);
    boolean onlyWritten = kind == 0;
    boolean all = kind == 1;
    boolean only = kind < 2 || (condition != null && random.nextBoolean());
    if (kind < 2) {
      request = request.cells(all ? ReadRequest.Cells.ALL : ReadRequest.Cells.WRITTEN);
    } else {
      request = request.cells(only ? ReadRequest.Cells.MATCHING : ReadRequest.Cells.GRID);
    }
    List<List<Object>> expected = new ArrayList<>();
    List<Cell> met = new ArrayList<>();
    for (List<Object> place : WrittenModel.places(axes, columnMajor)) {
      Cell cell = written.get(place);
      if (cell == null && all) {
        cell = new Cell(place, WrittenModel.wholeValues(schema, Map.of()), 0);
      }
      boolean holds = cell != null && (condition == null || condition.holds().test(cell));
      if (holds) {
        met.add(cell);
      }
      if (holds || (!only && !onlyWritten)) {
        expected.add(WrittenModel.row(holds ? cell : new Cell(place, Map.of(), 0), schema));
      }
    }
    List<List<Object>> found = read(request);
    assertThat(found).as(() -> describe(request)).isEqualTo(expected);
    compareParts(found, met, expected.size());
  }

  private void compareParts(List<List<Object>> found, List<Cell> met, long count) {
    rows = found.size();
    compareSplits(found);
    compareLimit(found);
    compareAggregates(met, count);
  }

  /** The coordinates of each dimension that are asked for; none where there would be many. */
  private List<List<Object>> axes() {
    List<Range> box = box();
    Subarray part = Subarray.ALL;
    List<List<Object>> axes = new ArrayList<>();
    long all = 1;
    for (int d = 0; d < box.size(); d++) {
      Range.Longs range = (Range.Longs) box.get(d);
      String name = schema.dimensions().get(d).name();
      long width = Math.min(range.high() - range.low(), 30);
      List<Object> axis = new ArrayList<>();
      for (int i = random.nextInt(2); i >= 0 && width >= 0; i--) {
        boolean whole = random.nextInt(3) == 0;
        long low = range.low() + (whole ? 0 : random.nextInt((int) width + 1));
        long rest = Math.min(width, range.high() - low);
        long length = whole ? rest : random.nextInt((int) rest + 1);
        long step = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1;
        part =
            part.and(
                name,
                step == 1 ? Range.of(low, low + length) : Range.every(step, low, low + length));
        for (long at = 0; at <= length; at += step) {
          axis.add(low + at);
        }
      }
      all *= axis.size();
      axes.add(axis);
    }
    request = request.subarray(part);
    return all > MOST_CELLS ? List.of() : axes;
  }

  /** What was written, or all that can be written if that is little; empty if there is nothing. */
  private List<Range> box() {
    List<Range> domain = new ArrayList<>();
    for (int d = 0; d < schema.dimensions().size(); d++) {
      domain.add(WrittenModel.writable(schema, d));
    }
    boolean small =
        domain.stream()
            .map(Range.Longs.class::cast)
            .noneMatch(r -> r.high() - r.low() < 0 || r.high() - r.low() > LONGEST_DOMAIN);
    return small && random.nextBoolean()
        ? domain
        : array.nonEmptyDomain().map(box -> List.copyOf(box.ranges())).orElse(List.of());
  }

  private void selectPoints(List<Cell> expected) {
    Set<List<Object>> some = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      some.add(cells.get(random.nextInt(cells.size())).coordinates());
    }
    request = request.points(points(new ArrayList<>(some)));
    expected.removeIf(cell -> !some.contains(cell.coordinates()));
  }

  /** Selects random ranges of some dimensions. */
  private void selectRanges(List<Cell> expected) {
    Subarray part = Subarray.ALL;
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Object a = coordinate(d);
      Object b = coordinate(d);
      if (a == null || b == null || random.nextInt(3) == 0) {
        continue;
      }
      int index = d;
      Dimension dimension = schema.dimensions().get(d);
      boolean inOrder = ArrayModel.compare(dimension.type(), a, b) <= 0;
      Object low = inOrder ? a : b;
      Object high = inOrder ? b : a;
      boolean from = random.nextInt(4) == 0;
      part = part.and(dimension.name(), from ? from(low) : range(low, high));
      expected.removeIf(
          cell -> {
            Object at = cell.coordinates().get(index);
            return ArrayModel.compare(dimension.type(), at, low) < 0
                || (!from && ArrayModel.compare(dimension.type(), at, high) > 0);
          });
    }
    request = request.subarray(part);
  }

  /** A coordinate of some cell, or any of a small domain; null if there is neither. */
  private Object coordinate(int d) {
    if (schema.dimensions().get(d).domain().isPresent()
        && WrittenModel.writable(schema, d) instanceof Range.Longs domain
        && domain.high() - domain.low() >= 0
        && domain.high() - domain.low() <= LONGEST_DOMAIN
        && random.nextBoolean()) {
      return domain.low() + random.nextInt((int) (domain.high() - domain.low()) + 1);
    }
    return cells.isEmpty() ? null : cells.get(random.nextInt(cells.size())).coordinates().get(d);
  }

  private static Range range(Object low, Object high) {
    if (low instanceof Long whole) {
      return Range.of(whole, (long) high);
    }
    return low instanceof Double real
        ? Range.of(real, (double) high)
        : Range.of(bytes(low), bytes(high));
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

  private Points points(List<List<Object>> some) {
    Points points = Points.NONE;
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      int index = d;
      List<Object> values = some.stream().map(place -> place.get(index)).toList();
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

  private List<List<Object>> read(ReadRequest part) {
    List<List<Object>> found = new ArrayList<>();
    try (BatchReader in = opening.get().read(part).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          List<Object> values = new ArrayList<>();
          for (Column column : batch.columns()) {
            values.add(ArrayModel.value(column, row));
          }
          found.add(values);
        }
        new OverwritingReader(in).recycle(batch);
      }
    }
    return found;
  }

  private List<List<Object>> coordinates(List<List<Object>> all) {
    return all.stream().map(row -> row.subList(0, schema.dimensions().size())).toList();
  }

  /** The parts of a read have its rows, each once; in its order where that is promised. */
  private void compareSplits(List<List<Object>> all) {
    SplitOptions options =
        SplitOptions.DEFAULT
            .targetBytes(1 + random.nextInt(random.nextBoolean() ? 300 : 20_000))
            .minimum(1 + random.nextInt(3));
    List<Split> splits = array.read(request).splits(options);
    List<List<Object>> found = new ArrayList<>();
    splits.forEach(split -> found.addAll(read(split.request())));
    parts = splits.size();
    Supplier<String> about = () -> describe(request) + " as " + splits;
    assertThat(found).as(about).containsExactlyInAnyOrderElementsOf(all);
    boolean hilbert = schema.cellOrder() == Layout.HILBERT;
    if (request.layout().filter(Layout.GLOBAL_ORDER::equals).isPresent() && !hilbert) {
      assertThat(coordinates(found)).as(about).isEqualTo(coordinates(all));
    }
  }

  /** The first so many rows are those of the read without a limit; of duplicates any count. */
  private void compareLimit(List<List<Object>> all) {
    if (random.nextInt(4) > 0) {
      return;
    }
    int limit = random.nextInt(all.size() + 2);
    List<List<Object>> first = all.subList(0, Math.min(limit, all.size()));
    List<List<Object>> found = read(request.limit(limit));
    assertThat(found).as(() -> describe(request)).hasSameSizeAs(first);
    if (!schema.allowsDuplicates()) {
      assertThat(found).as(() -> describe(request)).isEqualTo(first);
    } else {
      assertThat(all).as(() -> describe(request)).containsAll(found);
      if (request.layout().filter(Layout.UNORDERED::equals).isEmpty()) {
        assertThat(coordinates(found)).as(() -> describe(request)).isEqualTo(coordinates(first));
      }
    }
  }

  private void compareAggregates(List<Cell> met, long count) {
    List<Attribute> numbers =
        schema.attributes().stream()
            .filter(a -> a.cellValNum() == 1 && a.type().isInteger() && !a.type().isUnsigned())
            .toList();
    if (numbers.isEmpty()) {
      return;
    }
    Attribute attribute = numbers.get(random.nextInt(numbers.size()));
    String name = attribute.name();
    List<Object> values = new ArrayList<>();
    for (Cell cell : met) {
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
    Supplier<String> about = () -> "aggregates of " + name + " " + describe(request);
    assertThat(answer.column(0).getLong(0)).as(about).isEqualTo(count);
    assertThat(answer.column(1).getLong(0)).as(about).isEqualTo(valid.length);
    if (valid.length > 0) {
      assertThat(List.of(answer.column(2).getLong(0), answer.column(3).getLong(0)))
          .as(about)
          .isEqualTo(
              List.of(
                  LongStream.of(valid).min().getAsLong(), LongStream.of(valid).max().getAsLong()));
    }
    if (LongStream.of(valid).allMatch(value -> value == (int) value)) {
      Batch sum = array.read(request).aggregate(Aggregation.of(List.of(Aggregate.sum(name))));
      assertThat(sum.column(0).isNull(0) ? 0 : sum.column(0).getLong(0))
          .as(about)
          .isEqualTo(LongStream.of(valid).sum());
    }
    Map<String, Long> groups = new HashMap<>();
    values.forEach(value -> groups.merge(String.valueOf(value), 1L, Long::sum));
    Batch grouped =
        array.read(request).aggregate(Aggregation.of(List.of(Aggregate.count()), List.of(name)));
    Map<String, Long> found = new HashMap<>();
    for (int row = 0; row < grouped.rows(); row++) {
      found.put(
          String.valueOf(ArrayModel.value(grouped.column(0), row)), grouped.column(1).getLong(row));
    }
    assertThat(found).as(about).isEqualTo(groups);
  }

  private String describe(ReadRequest read) {
    return "%s: %s where %s in %s, limit %d, cells: %s"
        .formatted(
            what,
            read.points().isPresent() ? "points" : read.subarray(),
            read.condition().map(Object::toString).orElse("true"),
            read.layout(),
            read.limit(),
            read.cells());
  }
}
