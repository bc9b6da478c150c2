package io.azulejo.internal.read.merge;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.sparse.SparseQuery;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.read.tile.FetchQueue;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.StoredTile;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.read.tile.TileParts;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileEdges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Fragment tiles that can become tiles of the merge result unchanged. Each field is available both
 * as stored and decoded. Fields are numbered as in {@link MergedCells#parts}. Any thread may access
 * tiles that have been fetched.
 */
public final class StoredTiles implements MergeStep {
  private final List<SparseTile> tiles;
  private final int attributes;
  private final int dimensions;
  private final boolean timestamps;
  private final boolean marked;
  private final DeletionMarks marks;
  private final Function<SparseFragment, Optional<TileEdges>> edges;
  private final CellColumn[] fills;
  private final FetchQueue<TileSpan> fetches;
  private final TileParts[][] parts;
  private int fetchedFrom;
  private int fetchedTo;

  /** The special fields, in column order. */
  private enum Special {
    TIMES,
    DELETIONS,
    CONDITIONS
  }

  StoredTiles(
      List<SparseTile> tiles,
      SparseQuery query,
      boolean timestamps,
      boolean marked,
      DeletionMarks marks,
      Function<SparseFragment, Optional<TileEdges>> edges,
      CellColumn[] fills,
      ReadScope scope) {
    this.tiles = tiles;
    this.dimensions = query.dimensions().size();
    this.attributes = query.outputs() - dimensions;
    this.timestamps = timestamps;
    this.marked = marked;
    this.marks = marks;
    this.edges = edges;
    this.fills = fills;
    this.fetches = new FetchQueue<>(scope);
    this.parts = new TileParts[tiles.size()][];
  }

  /** Returns the number of tiles. */
  public int tiles() {
    return tiles.size();
  }

  /** Returns the number of cells in a tile. */
  public int cells(int tile) {
    return tiles.get(tile).cells();
  }

  /** Returns the estimated decoded size of a tile in bytes. */
  public long bytes(int tile) {
    return tiles.get(tile).bytes();
  }

  /** Returns the fragment that contains a tile. */
  Fragment fragment(int tile) {
    return tiles.get(tile).owner().fragment();
  }

  /** Returns the number of fields, including special fields. */
  public int fields() {
    return attributes + dimensions + (timestamps ? 1 : 0) + (marked ? 2 : 0);
  }

  /** Returns whether a field is an attribute or a dimension, not a special field. */
  public boolean isOfArray(int field) {
    return field < attributes + dimensions;
  }

  private Special special(int field) {
    int place = field - attributes - dimensions + (timestamps ? 0 : 1);
    return Special.values()[place];
  }

  /**
   * Fetches the tiles from {@code from} to {@code to} (exclusive), and releases the tiles that were
   * fetched before.
   */
  public void fetch(int from, int to) {
    Arrays.fill(parts, fetchedFrom, fetchedTo, null);
    fetchedFrom = from;
    fetchedTo = to;
    fetches.fetch(new TileSpan(from, to), () -> wanted(from, to));
  }

  /**
   * Starts fetching the tiles from {@code from} to {@code to} (exclusive), if the memory budget
   * allows it.
   *
   * @param bytes estimated memory of these tiles, in bytes
   */
  public void fetchAhead(int from, int to, long bytes) {
    fetches.tryAdd(new TileSpan(from, to), bytes, () -> wanted(from, to));
  }

  private List<TilePart> wanted(int from, int to) {
    List<TilePart> wanted = new ArrayList<>();
    for (int tile = from; tile < to; tile++) {
      parts[tile] = new TileParts[fields()];
      for (int field = 0; field < parts[tile].length; field++) {
        FieldReader reader = reader(tiles.get(tile), field);
        if (reader != null) {
          parts[tile][field] = reader.parts(tiles.get(tile).number());
          parts[tile][field].addTo(wanted);
        }
      }
    }
    return wanted;
  }

  /** Returns the reader of a tile's field, or null if the fragment lacks the field. */
  private FieldReader reader(SparseTile tile, int field) {
    if (field < attributes) {
      return tile.owner().column(field);
    }
    if (isOfArray(field)) {
      return tile.owner().coordinates().reader(field - attributes);
    }
    return switch (special(field)) {
      case TIMES -> tile.owner().times();
      case DELETIONS -> tile.owner().deletions();
      case CONDITIONS -> tile.owner().deletionConditions();
    };
  }

  /**
   * Returns a field of a fetched tile in stored form. Returns null if the fragment lacks the field
   * or numbers deletion conditions differently, so that it must be decoded.
   */
  public StoredTile stored(int tile, int field) {
    SparseTile from = tiles.get(tile);
    FieldReader reader = reader(from, field);
    if (reader == null) {
      return null;
    }
    boolean renumbered =
        !isOfArray(field)
            && special(field) == Special.CONDITIONS
            && !marks.keepsNumbers(fragment(tile));
    return renumbered ? null : reader.stored(from.number(), parts[tile][field]);
  }

  /**
   * Returns a dimension's value in the first cell of a tile; empty if unknown or if the field is
   * not a dimension.
   */
  public Optional<Slice> first(int tile, int field) {
    SparseTile from = tiles.get(tile);
    return isDimension(field)
        ? edges.apply(from.owner()).map(known -> known.first(field - attributes, from.number()))
        : Optional.empty();
  }

  /**
   * Returns a dimension's value in the last cell of a tile; empty if unknown or if the field is not
   * a dimension.
   */
  public Optional<Slice> last(int tile, int field) {
    SparseTile from = tiles.get(tile);
    return isDimension(field)
        ? edges.apply(from.owner()).map(known -> known.last(field - attributes, from.number()))
        : Optional.empty();
  }

  /** Returns whether a field is a dimension. */
  public boolean isDimension(int field) {
    return field >= attributes && isOfArray(field);
  }

  /**
   * Decodes a field of a fetched tile. Fields that the fragment lacks have the fill value or, for
   * special fields, the value that applies to all cells.
   */
  public CellColumn decoded(int tile, int field, ScratchPool.TaskBuffers buffers) {
    SparseTile from = tiles.get(tile);
    FieldReader reader = reader(from, field);
    if (reader == null) {
      return field < attributes ? fills[field] : CellColumn.of(same(from, field));
    }
    CellColumn column =
        reader.decode(from.number(), from.cells(), parts[tile][field], buffers.scratch());
    return !isOfArray(field) && special(field) == Special.CONDITIONS
        ? CellColumn.of(
            marks.translated(fragment(tile), from.number(), column.toLongs(from.cells())))
        : column;
  }

  private long[] same(SparseTile tile, int field) {
    long[] values = new long[tile.cells()];
    Arrays.fill(
        values,
        special(field) == Special.TIMES
            ? tile.owner().fragment().name().t1()
            : DeletionMarks.NEVER);
    return values;
  }

  @Override
  public void close() {
    fetches.close();
    Arrays.fill(parts, null);
  }
}
