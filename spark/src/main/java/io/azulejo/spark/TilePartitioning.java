package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.ColumnType.Kind;
import io.azulejo.table.Dialect.OutOfRange;
import io.azulejo.table.TableColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;

/**
 * Divides a read along the tiles of some dimensions. Each part lies within one tile of each of
 * these dimensions. Spark identifies the parts by {@link TileFunction}, so it can join arrays with
 * equal tiles part by part.
 */
final class TilePartitioning {
  private static final long MAX_PARTS = 100_000;

  /** Maximum number of probes; scattered tiles need more probes than there are tiles. */
  private static final long MAX_PROBES = 2 * MAX_PARTS;

  /** Number of times that a box is halved before the resulting boxes are probed. */
  private static final int HALVINGS = 3;

  private final ArrayTable table;
  private final List<Axis> axes;

  /**
   * A partitioning dimension.
   *
   * @param dimension the index of the dimension in the schema
   * @param column the column of the dimension
   * @param tiles the function that returns its tile indexes
   */
  private record Axis(int dimension, TableColumn column, TileFunction tiles) {}

  /**
   * A tile along one dimension.
   *
   * @param index the index of the tile
   * @param ranges the ranges of the read within the tile
   */
  private record Tile(long index, List<Range> ranges) {}

  /**
   * A part of the read.
   *
   * @param tiles the tile index in each partitioning dimension
   * @param split the split that reads the part
   */
  record Part(List<Long> tiles, Split split) {}

  private TilePartitioning(ArrayTable table, List<Axis> axes) {
    this.table = table;
    this.axes = axes;
  }

  /**
   * Returns the partitioning by the named dimensions.
   *
   * @param table the table to read
   * @param names the names of the dimensions' columns
   * @param read the names of the columns to read
   * @return empty if no dimensions are named, or if one of them is not read, so that Spark cannot
   *     join by it
   * @throws InvalidRequestException if a name is not a dimension of integers or days with tiles, or
   *     if its values can be null
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
          column.role() == TableColumn.Role.DIMENSION
                  && at < dimensions.size()
                  && column.type().kind() != Kind.DECIMAL
              ? TileFunction.of(dimensions.get(at))
              : Optional.empty();
      if (tiles.isEmpty()) {
        throw new InvalidRequestException(
            ("option partition_by: \"%s\" is not a dimension of integers or days with tiles; "
                    + "use such dimensions, for example \"y,x\"")
                .formatted(name));
      }
      if (column.nullable() && table.options().dialect().outOfRange() == OutOfRange.NULL) {
        // Spark would expect all rows with a null date in one part.
        throw new InvalidRequestException(
            ("option partition_by: with out_of_range=null, dates of \"%s\" can be null, and "
                    + "nulls have no tile; leave out one of the options")
                .formatted(name));
      }
      all &= read.contains(column.name());
      axes.add(new Axis(at, column, tiles.get()));
    }
    return all && !axes.isEmpty()
        ? Optional.of(new TilePartitioning(table, axes))
        : Optional.empty();
  }

  /** Returns the expressions that map a row to its part, one for each dimension. */
  Expression[] keys() {
    return axes.stream()
        .map(
            axis ->
                Expressions.apply(axis.tiles().name(), FieldReference.column(axis.column().name())))
        .toArray(Expression[]::new);
  }

  /**
   * Returns the parts of a read that may have matching cells, in the order of their tiles.
   *
   * @param request the read to divide
   * @param tiles receives the tile counts of the whole read; not called if the read does not
   *     overlap the non-empty domain
   */
  List<Part> parts(ReadRequest request, Consumer<PlannedRead.Tiles> tiles) {
    List<Part> parts = new ArrayList<>();
    Optional<NDRange> box = table.array().nonEmptyDomain();
    if (box.isEmpty()) {
      return parts;
    }
    List<List<Tile>> all = new ArrayList<>();
    for (Axis axis : axes) {
      List<Tile> along = new ArrayList<>();
      along(axis, request.subarray(), box.get())
          .forEach((index, ranges) -> along.add(new Tile(index, ranges)));
      all.add(along);
    }
    if (all.stream().noneMatch(List::isEmpty)) {
      new Search(request, parts, tiles).probe(all);
    }
    parts.sort((a, b) -> compare(a.tiles(), b.tiles()));
    return parts;
  }

  private static int compare(List<Long> a, List<Long> b) {
    int i = 0;
    while (i < a.size() - 1 && a.get(i).equals(b.get(i))) {
      i++;
    }
    return a.get(i).compareTo(b.get(i));
  }

  /**
   * Returns the ranges of a read along a dimension, by tile index.
   *
   * @param box the non-empty domain of the array
   */
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
      if (last - first >= MAX_PARTS) {
        throw new InvalidRequestException(
            "option partition_by: \"%s\" has more than %,d tiles in the range; leave the option out"
                .formatted(axis.column().name(), MAX_PARTS));
      }
      for (long tile = first; tile <= last; tile++) {
        long from = tile == first ? low : axis.tiles().first(tile);
        long to = tile == last ? high : axis.tiles().first(tile + 1) - 1;
        tiles.computeIfAbsent(tile, key -> new ArrayList<>()).add(Range.of(from, to));
      }
    }
    return tiles;
  }

  /**
   * Finds the tiles that may have matching cells. Probes boxes of tiles, and subdivides the boxes
   * that may have cells.
   */
  private final class Search {
    private final ReadRequest request;
    private final List<Part> parts;
    private final Consumer<PlannedRead.Tiles> whole;
    private long probes;

    /**
     * Creates a search.
     *
     * @param request the read to divide
     * @param parts receives the parts found
     * @param whole receives the tile counts of the first probe, which covers the whole read
     */
    Search(ReadRequest request, List<Part> parts, Consumer<PlannedRead.Tiles> whole) {
      this.request = request;
      this.parts = parts;
      this.whole = whole;
    }

    /**
     * Adds the parts within a box, if it has any.
     *
     * @param box the tiles along each dimension; at least one each
     */
    void probe(List<List<Tile>> box) {
      Consumer<PlannedRead.Tiles> told = probes++ == 0 ? whole : part -> {};
      List<Split> splits =
          table.array().read(of(box)).splits(SplitOptions.DEFAULT.maximum(1), told);
      if (splits.isEmpty()) {
        return;
      }
      if (box.stream().allMatch(tiles -> tiles.size() == 1)) {
        List<Long> key = box.stream().map(tiles -> tiles.get(0).index()).toList();
        splits.forEach(split -> parts.add(new Part(key, split)));
      } else {
        halve(box, HALVINGS);
      }
      if (parts.size() > MAX_PARTS || probes > MAX_PROBES) {
        throw new InvalidRequestException(
            ("option partition_by: more than %,d tiles have cells, or the tiles are too far "
                    + "apart; use fewer dimensions, or leave the option out")
                .formatted(MAX_PARTS));
      }
    }

    private void halve(List<List<Tile>> box, int times) {
      int longest = 0;
      for (int i = 1; i < box.size(); i++) {
        longest = box.get(i).size() > box.get(longest).size() ? i : longest;
      }
      List<Tile> tiles = box.get(longest);
      if (times == 0 || tiles.size() == 1) {
        probe(box);
        return;
      }
      int half = tiles.size() / 2;
      for (List<Tile> some : List.of(tiles.subList(0, half), tiles.subList(half, tiles.size()))) {
        List<List<Tile>> smaller = new ArrayList<>(box);
        smaller.set(longest, some);
        halve(smaller, times - 1);
      }
    }

    private ReadRequest of(List<List<Tile>> box) {
      Map<String, List<Range>> all = new TreeMap<>(request.subarray().ranges());
      for (int i = 0; i < axes.size(); i++) {
        all.put(axes.get(i).column().field(), merged(box.get(i)));
      }
      Subarray subarray = Subarray.ALL;
      for (Map.Entry<String, List<Range>> entry : all.entrySet()) {
        subarray = subarray.and(entry.getKey(), entry.getValue());
      }
      return request.subarray(subarray);
    }
  }

  /** Returns the ranges of all given tiles, with adjacent ranges merged. */
  private static List<Range> merged(List<Tile> tiles) {
    if (tiles.size() == 1) {
      return tiles.get(0).ranges();
    }
    List<Range> merged = new ArrayList<>();
    for (Tile tile : tiles) {
      for (Range range : tile.ranges()) {
        Range.Longs next = (Range.Longs) range;
        Range.Longs before = merged.isEmpty() ? null : (Range.Longs) merged.get(merged.size() - 1);
        if (before != null && next.low() > before.low() && next.low() - 1 == before.high()) {
          merged.set(merged.size() - 1, Range.of(before.low(), next.high()));
        } else {
          merged.add(range);
        }
      }
    }
    return merged;
  }
}
