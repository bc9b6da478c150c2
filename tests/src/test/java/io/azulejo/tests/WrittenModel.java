package io.azulejo.tests;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.tests.ArrayModel.Cell;
import java.util.ArrayList;
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

  private record Deletion(long time, Predicate<Cell> removes) {}

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

  /** The schema that is seen at some times. */
  ArraySchema schemaAt(TimeRange times) {
    Map.Entry<Long, ArraySchema> entry = schemas.floorEntry(times.end());
    return entry == null ? schemas.firstEntry().getValue() : entry.getValue();
  }

  void evolve(long time, ArraySchema schema) {
    schemas.put(time, schema);
  }

  void write(long time, List<Cell> cells) {
    pieces.add(new Piece(TimeRange.between(time, time), List.copyOf(cells)));
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
        Cell whole = new Cell(cell.coordinates(), wholeValues(cell), cell.time(), cell.fragment());
        cells.add(whole);
        dense.put(cell.coordinates(), whole);
      }
    }
    TimeRange all = around(parts.stream().map(Piece::times).toList());
    if (schema().isDense()) {
      for (List<Object> place : places(box(dense.keySet()), false)) {
        dense.putIfAbsent(place, new Cell(place, Map.of(), all.start(), 0));
      }
      cells = new ArrayList<>(dense.values());
    }
    Piece merged = new Piece(all, cells);
    parts.forEach(part -> part.replacedBy()[0] = merged);
    pieces.add(merged);
  }

  private Map<String, Object> wholeValues(Cell cell) {
    Map<String, Object> values = new HashMap<>();
    for (Attribute attribute : schema().attributes()) {
      values.put(
          attribute.name(),
          cell.values().containsKey(attribute.name())
              ? cell.values().get(attribute.name())
              : ArrayModel.fill(attribute));
    }
    return values;
  }

  private static TimeRange around(List<TimeRange> times) {
    return TimeRange.between(
        times.stream().mapToLong(TimeRange::start).min().orElseThrow(),
        times.stream().mapToLong(TimeRange::end).max().orElseThrow());
  }

  private static long[][] box(Set<List<Object>> places) {
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
    List<Cell> seen = new ArrayList<>();
    pieces.stream()
        .filter(piece -> counts(times, piece))
        .filter(piece -> piece.replacedBy()[0] == null || !counts(times, piece.replacedBy()[0]))
        .sorted(Comparator.comparingLong(piece -> piece.times().start()))
        .flatMap(piece -> piece.cells().stream())
        .filter(cell -> dense || times.contains(cell.time()))
        .forEach(seen::add);
    if (schema().isDense() || !schema().allowsDuplicates()) {
      Map<List<Object>, Cell> newest = new LinkedHashMap<>();
      for (Cell cell : seen) {
        newest.merge(cell.coordinates(), cell, (a, b) -> dense || b.time() >= a.time() ? b : a);
      }
      seen = new ArrayList<>(newest.values());
    }
    for (Deletion deletion : deletions) {
      if (times.contains(deletion.time())) {
        seen.removeIf(cell -> cell.time() <= deletion.time() && deletion.removes().test(cell));
      }
    }
    return seen;
  }

  /** A cell as a row of a schema: its coordinates, then its values, or fill values. */
  static List<Object> row(Cell cell, ArraySchema schema) {
    List<Object> row = new ArrayList<>(cell.coordinates());
    for (Attribute attribute : schema.attributes()) {
      row.add(
          cell.values().containsKey(attribute.name())
              ? cell.values().get(attribute.name())
              : ArrayModel.fill(attribute));
    }
    return row;
  }

  /** The rows of a box of a dense array, in row- or column-major order. */
  List<List<Object>> box(TimeRange times, long[][] box, boolean columnMajor) {
    Map<List<Object>, Cell> cells = new HashMap<>();
    cells(times).forEach(cell -> cells.put(cell.coordinates(), cell));
    List<List<Object>> rows = new ArrayList<>();
    for (List<Object> place : places(box, columnMajor)) {
      Cell cell = cells.getOrDefault(place, new Cell(place, Map.of(), 0, 0));
      rows.add(row(cell, schemaAt(times)));
    }
    return rows;
  }

  /** The coordinates of a box, in row- or column-major order. */
  static List<List<Object>> places(long[][] box, boolean columnMajor) {
    List<List<Object>> places = List.of(List.of());
    for (int i = 0; i < box.length; i++) {
      int d = columnMajor ? box.length - 1 - i : i;
      List<List<Object>> longer = new ArrayList<>();
      for (List<Object> place : places) {
        for (long at = box[d][0]; at <= box[d][1]; at++) {
          List<Object> next = new ArrayList<>(place);
          next.add(columnMajor ? 0 : next.size(), at);
          longer.add(next);
        }
      }
      places = longer;
    }
    return places;
  }

  /** Whether a coordinate is within a range. */
  static boolean isWithin(Dimension dimension, Object coordinate, Range range) {
    if (coordinate instanceof String text) {
      Range.Strings texts = (Range.Strings) range;
      String low = new String(texts.low(), java.nio.charset.StandardCharsets.ISO_8859_1);
      String high = new String(texts.high(), java.nio.charset.StandardCharsets.ISO_8859_1);
      return low.compareTo(text) <= 0 && text.compareTo(high) <= 0;
    }
    if (range instanceof Range.Doubles real) {
      return real.low() <= (Double) coordinate && (Double) coordinate <= real.high();
    }
    Range.Longs whole = (Range.Longs) range;
    return ArrayModel.compare(dimension.type(), whole.low(), coordinate) <= 0
        && ArrayModel.compare(dimension.type(), coordinate, whole.high()) <= 0;
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
