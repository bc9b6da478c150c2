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
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** All that was ever done to an array, as lists, and what it holds at some times because of it. */
final class WrittenModel {
  /** What was written at a time: of a dense array all cells of a box. */
  private record Write(long time, List<Cell> cells) {}

  private record Deletion(long time, Predicate<Cell> removes) {}

  private final List<Write> writes = new ArrayList<>();
  private final List<Deletion> deletions = new ArrayList<>();
  private final TreeMap<Long, ArraySchema> schemas = new TreeMap<>();
  private final TreeMap<Long, Map<String, Object>> metadata = new TreeMap<>();

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
    writes.add(new Write(time, List.copyOf(cells)));
  }

  void delete(long time, Predicate<Cell> removes) {
    deletions.add(new Deletion(time, removes));
  }

  void deleteFragments(TimeRange times) {
    writes.removeIf(write -> times.contains(write.time()));
  }

  /** Puts some values; nulls remove theirs. */
  void putMetadata(long time, Map<String, Object> changes) {
    metadata.computeIfAbsent(time, t -> new LinkedHashMap<>()).putAll(changes);
  }

  /** The metadata that is seen at some times. */
  Map<String, Object> metadata(TimeRange times) {
    Map<String, Object> seen = new TreeMap<>();
    metadata.forEach(
        (time, changes) -> {
          if (times.contains(time)) {
            changes.forEach(
                (key, value) -> {
                  if (value == null) {
                    seen.remove(key);
                  } else {
                    seen.put(key, value);
                  }
                });
          }
        });
    return seen;
  }

  /** The cells that are seen at some times: written, not hidden, not deleted. */
  List<Cell> cells(TimeRange times) {
    List<Cell> seen = new ArrayList<>();
    for (Write write : writes) {
      if (times.contains(write.time())) {
        seen.addAll(write.cells());
      }
    }
    if (schema().isDense() || !schema().allowsDuplicates()) {
      Map<List<Object>, Cell> newest = new LinkedHashMap<>();
      for (Cell cell : seen) {
        newest.merge(cell.coordinates(), cell, (a, b) -> b.time() >= a.time() ? b : a);
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
      Range.Text texts = (Range.Text) range;
      String low = new String(texts.low(), java.nio.charset.StandardCharsets.ISO_8859_1);
      String high = new String(texts.high(), java.nio.charset.StandardCharsets.ISO_8859_1);
      return low.compareTo(text) <= 0 && text.compareTo(high) <= 0;
    }
    if (range instanceof Range.Real real) {
      return real.low() <= (Double) coordinate && (Double) coordinate <= real.high();
    }
    Range.Whole whole = (Range.Whole) range;
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
