package io.azulejo.internal.read.merge;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.sparse.SparseQuery;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.StepFetches;
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
 * Tiles of fragments that can be tiles of the result of a merge as they are: field by field as they
 * are stored, or decoded. Fields are counted as in {@link MergedCells#parts}. Any thread may ask
 * for tiles that were fetched.
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
  private final StepFetches fetches;
  private final TileParts[][] parts;
  private int fetchedFrom;
  private int fetchedTo;

  /** The special fields, in the order of their columns. */
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
    this.fetches = new StepFetches(scope);
    this.parts = new TileParts[tiles.size()][];
  }

  /** The number of tiles. */
  public int tiles() {
    return tiles.size();
  }

  /** The cells of a tile. */
  public int cells(int tile) {
    return tiles.get(tile).cells();
  }

  /** The bytes that a tile takes, decoded. */
  public long bytes(int tile) {
    return tiles.get(tile).bytes();
  }

  /** The fragment that a tile is of. */
  Fragment fragment(int tile) {
    return tiles.get(tile).owner().fragment();
  }

  /** The number of fields. */
  public int fields() {
    return attributes + dimensions + (timestamps ? 1 : 0) + (marked ? 2 : 0);
  }

  /** Whether a field is one of the array, not a special one. */
  public boolean isOfArray(int field) {
    return field < attributes + dimensions;
  }

  private Special special(int field) {
    int place = field - attributes - dimensions + (timestamps ? 0 : 1);
    return Special.values()[place];
  }

  /** Fetches some tiles, and forgets those before. */
  public void fetch(int from, int to) {
    Arrays.fill(parts, fetchedFrom, fetchedTo, null);
    fetchedFrom = from;
    fetchedTo = to;
    fetches.fetch(from, to, () -> wanted(from, to));
  }

  /** Begins to fetch what will be asked for next, if the memory has room for it. */
  public void fetchAhead(int from, int to, long bytes) {
    fetches.begin(from, to, bytes, () -> wanted(from, to));
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

  /** Reads a field of a tile; null where the fragment has none of it. */
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

  /** A field of a tile as it is stored; null where that is not what the result is to hold. */
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

  /** The value of a field of a dimension in the first cell of a tile; empty if it is not known. */
  public Optional<Slice> first(int tile, int field) {
    SparseTile from = tiles.get(tile);
    return isDimension(field)
        ? edges.apply(from.owner()).map(known -> known.first(field - attributes, from.number()))
        : Optional.empty();
  }

  /** The value of a field of a dimension in the last cell of a tile; empty if it is not known. */
  public Optional<Slice> last(int tile, int field) {
    SparseTile from = tiles.get(tile);
    return isDimension(field)
        ? edges.apply(from.owner()).map(known -> known.last(field - attributes, from.number()))
        : Optional.empty();
  }

  /** Whether a field is a dimension. */
  public boolean isDimension(int field) {
    return field >= attributes && isOfArray(field);
  }

  /** The cells of a field of a tile. */
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
