package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;

/**
 * Cuts a read along the tiles of some dimensions: each part lies in one tile of each. Arrays with
 * the same tiles are joined by parts, as Spark knows parts by {@link TileFunction}.
 */
final class TilePartitioning {
  private static final long MOST = 100_000;

  private final ArrayTable table;
  private final List<Axis> axes;

  /** A dimension with its tiles. */
  private record Axis(int dimension, TableColumn column, TileFunction tiles) {}

  /**
   * A part.
   *
   * @param tiles the indexes of its tiles
   */
  record Part(List<Long> tiles, Split split) {}

  private TilePartitioning(ArrayTable table, List<Axis> axes) {
    this.table = table;
    this.axes = axes;
  }

  /**
   * The partitioning by dimensions of some names.
   *
   * @param read the columns that are read
   * @return empty if one of these is not read, so that Spark cannot join by it
   * @throws InvalidRequestException if one of these is no dimension with tiles
   */
  static Optional<TilePartitioning> by(ArrayTable table, List<String> names, List<String> read) {
    List<Axis> axes = new ArrayList<>();
    boolean all = true;
    for (String name : names) {
      TableColumn column = table.column(name);
      List<Dimension> dimensions = table.array().schema().dimensions();
      int at = 0;
      while (at < dimensions.size() && !dimensions.get(at).name().equals(column.field())) {
        at++;
      }
      Optional<TileFunction> tiles =
          column.role() == TableColumn.Role.DIMENSION && at < dimensions.size()
              ? TileFunction.of(dimensions.get(at))
              : Optional.empty();
      if (tiles.isEmpty()) {
        throw new InvalidRequestException(
            ("option partition_by: \"%s\" is no dimension of integers or days with tiles: name"
                    + " such dimensions, as \"y,x\"")
                .formatted(name));
      }
      all &= read.contains(column.name());
      axes.add(new Axis(at, column, tiles.get()));
    }
    return all && !axes.isEmpty()
        ? Optional.of(new TilePartitioning(table, axes))
        : Optional.empty();
  }

  /** What of a row tells its part. */
  Expression[] keys() {
    return axes.stream()
        .map(
            axis ->
                Expressions.apply(axis.tiles().name(), FieldReference.column(axis.column().name())))
        .toArray(Expression[]::new);
  }

  /** The parts of a read that have cells. */
  List<Part> parts(ReadRequest request) {
    List<Part> parts = new ArrayList<>();
    Optional<NDRange> box = table.array().nonEmptyDomain();
    if (box.isEmpty()) {
      return parts;
    }
    List<Map<Long, List<Range>>> tiles = new ArrayList<>();
    long number = 1;
    for (Axis axis : axes) {
      Map<Long, List<Range>> along = along(axis, request.subarray(), box.get());
      tiles.add(along);
      number = Math.multiplyHigh(number, along.size()) == 0 ? number * along.size() : -1;
      if (number < 0 || number > MOST) {
        throw new InvalidRequestException(
            "option partition_by: there are more than %,d tiles: name fewer dimensions, or leave it out"
                .formatted(MOST));
      }
    }
    add(parts, request, tiles, List.of(), List.of());
    return parts;
  }

  /** The ranges of a read in each tile along a dimension. */
  private static Map<Long, List<Range>> along(Axis axis, Subarray subarray, NDRange box) {
    Range.Longs all = (Range.Longs) box.get(axis.dimension());
    List<Range> ranges =
        subarray.ranges().getOrDefault(axis.column().field(), List.of((Range) all));
    Map<Long, List<Range>> tiles = new TreeMap<>();
    for (Range range : ranges) {
      Range.Longs wanted = range instanceof Range.Longs longs ? longs : all;
      long low = Math.max(wanted.low(), all.low());
      long high = Math.min(wanted.high(), all.high());
      if (low > high) {
        continue;
      }
      long last = axis.tiles().tile(high);
      long first = axis.tiles().tile(low);
      if (last - first >= MOST) {
        throw new InvalidRequestException(
            "option partition_by: \"%s\" has more than %,d tiles there: leave it out"
                .formatted(axis.column().name(), MOST));
      }
      for (long tile = first; tile <= last; tile++) {
        long from = tile == first ? low : axis.tiles().first(tile);
        long to = tile == last ? high : axis.tiles().first(tile + 1) - 1;
        tiles.computeIfAbsent(tile, key -> new ArrayList<>()).add(Range.of(from, to));
      }
    }
    return tiles;
  }

  private void add(
      List<Part> parts,
      ReadRequest request,
      List<Map<Long, List<Range>>> tiles,
      List<Long> key,
      List<List<Range>> ranges) {
    int depth = key.size();
    if (depth < axes.size()) {
      tiles
          .get(depth)
          .forEach(
              (tile, along) -> add(parts, request, tiles, with(key, tile), with(ranges, along)));
      return;
    }
    Map<String, List<Range>> all = new TreeMap<>(request.subarray().ranges());
    for (int i = 0; i < axes.size(); i++) {
      all.put(axes.get(i).column().field(), ranges.get(i));
    }
    Subarray subarray = Subarray.ALL;
    for (Map.Entry<String, List<Range>> entry : all.entrySet()) {
      subarray = subarray.and(entry.getKey(), entry.getValue());
    }
    ReadRequest part = request.toBuilder().subarray(subarray).build();
    for (Split split : table.array().splits(part, SplitOptions.DEFAULT.maximum(1))) {
      parts.add(new Part(key, split));
    }
  }

  private static <T> List<T> with(List<T> list, T more) {
    List<T> longer = new ArrayList<>(list);
    longer.add(more);
    return longer;
  }
}
