package io.azulejo.tests;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.tests.ArrayModel.Cell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** All that was ever done to an array, as lists, and what it holds at some times because of it. */
final class WrittenModel {
  /** What was written at a time, or merged over some: of a dense array all cells of a box. */
  private record Piece(TimeRange times, List<Cell> cells, Piece[] replacedBy) {
    Piece(TimeRange times, List<Cell> cells) {
      this(times, cells, new Piece[1]);
    }
  }

  /** Changes of metadata: those of a time, or the outcome of those of some. */
  private record Values(TimeRange times, Map<String, Object> changes, Values[] replacedBy) {
    Values(TimeRange times, Map<String, Object> changes) {
      this(times, changes, new Values[1]);
    }
  }

  /** A deletion of the cells until a time that meet a condition. */
  record Deletion(long time, Predicate<Cell> removes) {}

  private final List<Piece> pieces = new ArrayList<>();
  private final List<Deletion> deletions = new ArrayList<>();
  private final TreeMap<Long, ArraySchema> schemas = new TreeMap<>();
  private final List<Values> metadata = new ArrayList<>();

  WrittenModel(long time, ArraySchema schema) {
    schemas.put(time, schema);
  }

  /** The last schema. */
  ArraySchema schema() {
    return schemas.lastEntry().getValue();
  }

  /** The time of the last schema. */
  long evolved() {
    return schemas.lastKey();
  }

  void evolve(long time, ArraySchema schema) {
    schemas.put(time, schema);
  }

  void write(long time, List<Cell> cells) {
    write(TimeRange.between(time, time), cells);
  }

  /** Writes a fragment of some times. */
  void write(TimeRange times, List<Cell> cells) {
    pieces.add(new Piece(times, List.copyOf(cells)));
  }

  /**
   * Merges what was written in these times, each of which is that of a fragment that is seen. All
   * versions of a cell stay, with the attributes of the last schema; a dense box has no gaps.
   */
  void merge(Set<TimeRange> times) {
    List<Piece> parts =
        pieces.stream()
            .filter(piece -> piece.replacedBy()[0] == null && times.contains(piece.times()))
            .sorted(Comparator.comparingLong(piece -> piece.times().start()))
            .toList();
    Map<List<Object>, Cell> dense = new LinkedHashMap<>();
    List<Cell> cells = new ArrayList<>();
    for (Piece part : parts) {
      for (Cell cell : part.cells()) {
        Cell whole =
            new Cell(cell.coordinates(), wholeValues(schema(), cell.values()), cell.time());
        cells.add(whole);
        dense.put(cell.coordinates(), whole);
      }
    }
    TimeRange all = around(parts.stream().map(Piece::times).toList());
    if (schema().isDense()) {
      for (List<Object> place : places(axes(box(dense.keySet())), false)) {
        dense.putIfAbsent(place, new Cell(place, wholeValues(schema(), Map.of()), all.start()));
      }
      cells = new ArrayList<>(dense.values());
    }
    Piece merged = new Piece(all, cells);
    parts.forEach(part -> part.replacedBy()[0] = merged);
    pieces.add(merged);
  }

  /** The values of all attributes of a schema; those that are missing are fill values. */
  static Map<String, Object> wholeValues(ArraySchema schema, Map<String, Object> values) {
    Map<String, Object> whole = new HashMap<>();
    for (Attribute attribute : schema.attributes()) {
      String name = attribute.name();
      whole.put(name, values.containsKey(name) ? values.get(name) : ArrayModel.fill(attribute));
    }
    return whole;
  }

  private static TimeRange around(List<TimeRange> times) {
    return TimeRange.between(
        times.stream().mapToLong(TimeRange::start).min().orElseThrow(),
        times.stream().mapToLong(TimeRange::end).max().orElseThrow());
  }

  /** The least box that holds some places. */
  static long[][] box(Collection<List<Object>> places) {
    int dimensions = places.iterator().next().size();
    long[][] box = new long[dimensions][];
    for (int d = 0; d < dimensions; d++) {
      int dimension = d;
      LongSummaryStatistics along =
          places.stream().mapToLong(place -> (Long) place.get(dimension)).summaryStatistics();
      box[d] = new long[] {along.getMin(), along.getMax()};
    }
    return box;
  }

  /** Removes what was merged. */
  void vacuum() {
    pieces.removeIf(piece -> piece.replacedBy()[0] != null);
  }

  /** Merges all changes of metadata. */
  void mergeMetadata() {
    List<Values> parts =
        metadata.stream()
            .filter(values -> values.replacedBy()[0] == null)
            .sorted(Comparator.comparingLong(values -> values.times().start()))
            .toList();
    Map<String, Object> outcome = new TreeMap<>();
    for (Values part : parts) {
      put(part.changes(), outcome);
    }
    Values merged = new Values(around(parts.stream().map(Values::times).toList()), outcome);
    parts.forEach(part -> part.replacedBy()[0] = merged);
    metadata.add(merged);
  }

  private static void put(Map<String, Object> changes, Map<String, Object> values) {
    changes.forEach(
        (key, value) -> {
          if (value == null) {
            values.remove(key);
          } else {
            values.put(key, value);
          }
        });
  }

  /** Removes metadata that was merged. */
  void vacuumMetadata() {
    metadata.removeIf(values -> values.replacedBy()[0] != null);
  }

  void delete(long time, Predicate<Cell> removes) {
    deletions.add(new Deletion(time, removes));
  }

  void deleteFragments(TimeRange times) {
    pieces.removeIf(piece -> contains(times, piece.times()));
  }

  private static boolean contains(TimeRange window, TimeRange times) {
    return window.containsAll(times.start(), times.end());
  }

  /** Puts some values; nulls remove theirs. */
  void putMetadata(long time, Map<String, Object> changes) {
    metadata.add(new Values(TimeRange.between(time, time), changes));
  }

  /** The metadata that is seen at some times. */
  Map<String, Object> metadata(TimeRange window) {
    Map<String, Object> seen = new TreeMap<>();
    metadata.stream()
        .filter(values -> contains(window, values.times()))
        .filter(
            values ->
                values.replacedBy()[0] == null || !contains(window, values.replacedBy()[0].times()))
        .sorted(Comparator.comparingLong(values -> values.times().start()))
        .forEach(values -> put(values.changes(), seen));
    return seen;
  }

  /** Whether a fragment counts: those of sparse arrays in part, too. */
  private boolean counts(TimeRange window, Piece piece) {
    return schema().isDense()
        ? contains(window, piece.times())
        : window.overlaps(piece.times().start(), piece.times().end());
  }

  /** The cells that are seen at some times: written, not hidden, not deleted. */
  List<Cell> cells(TimeRange times) {
    boolean dense = schema().isDense();
    List<Cell> seen =
        pieces.stream()
            .filter(piece -> counts(times, piece))
            .filter(piece -> piece.replacedBy()[0] == null || !counts(times, piece.replacedBy()[0]))
            .sorted(Comparator.comparingLong(piece -> piece.times().start()))
            .flatMap(piece -> piece.cells().stream())
            .filter(cell -> dense || times.contains(cell.time()))
            .toList();
    List<Deletion> deleted =
        deletions.stream().filter(deletion -> times.contains(deletion.time())).toList();
    return visible(seen, schema(), deleted);
  }

  /**
   * Returns the cells that others do not hide and deletions do not remove.
   *
   * @param written all cells, in the order of their fragments
   */
  static List<Cell> visible(List<Cell> written, ArraySchema schema, List<Deletion> deletions) {
    boolean dense = schema.isDense();
    List<Cell> seen = new ArrayList<>(written);
    if (dense || !schema.allowsDuplicates()) {
      Map<List<Object>, Cell> newest = new LinkedHashMap<>();
      for (Cell cell : written) {
        newest.merge(
            cell.coordinates(),
            cell,
            (a, b) -> dense || Long.compareUnsigned(b.time(), a.time()) >= 0 ? b : a);
      }
      seen = new ArrayList<>(newest.values());
    }
    for (Deletion deletion : deletions) {
      seen.removeIf(
          cell ->
              Long.compareUnsigned(cell.time(), deletion.time()) <= 0
                  && deletion.removes().test(cell));
    }
    return seen;
  }

  /** A cell as a row of a schema: its coordinates, then its values, or fill values. */
  static List<Object> row(Cell cell, ArraySchema schema) {
    List<Object> row = new ArrayList<>(cell.coordinates());
    Map<String, Object> values = wholeValues(schema, cell.values());
    schema.attributes().forEach(attribute -> row.add(values.get(attribute.name())));
    return row;
  }

  /** The coordinates along each side of a box. */
  static List<List<Object>> axes(long[][] box) {
    List<List<Object>> axes = new ArrayList<>();
    for (long[] side : box) {
      List<Object> axis = new ArrayList<>();
      for (long at = 0; at <= side[1] - side[0]; at++) {
        axis.add(side[0] + at);
      }
      axes.add(axis);
    }
    return axes;
  }

  /** All places of some coordinates by dimension, in row- or column-major order. */
  static List<List<Object>> places(List<List<Object>> axes, boolean columnMajor) {
    List<List<Object>> places = List.of(List.of());
    for (int i = 0; i < axes.size(); i++) {
      List<Object> axis = axes.get(columnMajor ? axes.size() - 1 - i : i);
      List<List<Object>> longer = new ArrayList<>();
      for (List<Object> place : places) {
        for (Object at : axis) {
          List<Object> next = new ArrayList<>(place);
          next.add(columnMajor ? 0 : next.size(), at);
          longer.add(next);
        }
      }
      places = longer;
    }
    return places;
  }

  /** The coordinates of a dimension that can be written: its current domain, or all. */
  static Range writable(ArraySchema schema, int d) {
    return schema
        .currentDomain()
        .map(box -> box.get(d))
        .or(() -> schema.dimensions().get(d).domain())
        .orElseThrow();
  }

  /** Orders rows by their coordinates. */
  static Comparator<List<Object>> order(List<Dimension> dimensions, boolean columnMajor) {
    Comparator<List<Object>> order = (a, b) -> 0;
    for (int i = 0; i < dimensions.size(); i++) {
      int d = columnMajor ? dimensions.size() - 1 - i : i;
      order =
          order.thenComparing(
              (a, b) -> ArrayModel.compare(dimensions.get(d).type(), a.get(d), b.get(d)));
    }
    return order;
  }
}
