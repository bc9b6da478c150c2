package io.azulejo.internal.read.merge;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.dense.BoxRegion;
import io.azulejo.internal.read.dense.DecodedTiles;
import io.azulejo.internal.read.dense.DenseQuery;
import io.azulejo.internal.read.dense.DenseSource;
import io.azulejo.internal.read.dense.DenseTile;
import io.azulejo.internal.read.dense.OwnedRegion;
import io.azulejo.internal.read.dense.OwnedRegion.Part;
import io.azulejo.internal.read.dense.TileRegion;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A tile of the result that is merged from the tiles of several fragments. */
final class MergedTile {
  private final DenseQuery query;
  private final DecodedTiles tiles;
  private final TileRegion region;

  /** The cells of the fragments that contribute some, oldest fragment first. */
  private final List<Part> parts;

  /** Whether some cells may be missing in all fragments. */
  private final boolean gaps;

  /** Size of the tile parts to fetch from dense fragments, in bytes. */
  private final long stored;

  /** Maximum number of bytes to fetch at once if several fragments contribute. */
  private final long maxFetched;

  /** Whether the tile parts are too large to be fetched at once. */
  private final boolean piecemeal;

  /** All fields in merged form; null if each field is merged on demand. */
  private MergedField[] assembled;

  MergedTile(DenseQuery query, TileBox box, int tile, long maxFetched) {
    this.query = query;
    this.maxFetched = maxFetched;
    this.tiles = new DecodedTiles(query);
    this.region = region(query.grid(), box, tile);
    OwnedRegion owned = tiles.own(region);
    this.parts = visible(owned.parts());
    this.gaps = owned.gaps();
    tiles.add(parts);
    this.stored = tiles.storedBytes();
    this.piecemeal = parts.size() > 1 && stored > maxFetched;
  }

  /** Returns the box's cells in a tile, with their places in the tile. */
  private static TileRegion region(TileGrid grid, TileBox box, int position) {
    int dimensions = grid.dimensions();
    int[] strides = grid.cellStrides();
    long[] tile = new long[dimensions];
    long[] low = new long[dimensions];
    int[] counts = new int[dimensions];
    int[] steps = new int[dimensions];
    Arrays.fill(steps, 1);
    int first = 0;
    for (int d = 0; d < dimensions; d++) {
      tile[d] = box.tile(d, position);
      low[d] = box.low(d, tile[d]);
      counts[d] = (int) (box.high(d, tile[d]) - low[d] + 1);
      first += (int) (low[d] - grid.first(d, tile[d])) * strides[d];
    }
    return new BoxRegion(grid, tile, low, counts, steps, first, strides);
  }

  /** Returns the parts that no newer fragment covers. */
  private static List<Part> visible(List<Part> all) {
    List<Part> visible = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      TileRegion cells = all.get(i).source().within(all.get(i).region());
      if (all.subList(i + 1, all.size()).stream().noneMatch(n -> n.source().covers(cells))) {
        visible.add(all.get(i));
      }
    }
    return visible;
  }

  /**
   * Returns the estimated maximum memory of the tile in bytes: fetched parts, their encoded result,
   * and the fields that are merged at the same time.
   *
   * @param fieldsAtATime number of fields that are merged concurrently
   */
  long bytes(int fieldsAtATime) {
    long all = 0;
    long largest = 0;
    for (int f = 0; f < query.fields().size(); f++) {
      long bytes = fieldBytes(f);
      all += bytes;
      largest = Math.max(largest, bytes);
    }
    long encoded = Math.min(stored, all);
    long bytes = tiles.sparseBytes() + encoded;
    return piecemeal
        ? bytes + maxFetched + stored / parts.size() + all
        : bytes + stored + Math.min(all, fieldsAtATime * largest);
  }

  /**
   * Returns the estimated memory of one field in bytes: its merged cells and the decoded tiles they
   * come from.
   */
  private long fieldBytes(int field) {
    OutputField output = query.fields().get(field);
    long cells = query.grid().cellsPerTile();
    if (!output.isVar()) {
      return 2 * cells * output.fixedBytes();
    }
    // Offsets exist as ints and as 64-bit integers. Two more ints per cell locate its source tile
    // and row.
    long bytes = cells * (2 * output.fixedBytes() + Long.BYTES + 2 * Integer.BYTES);
    bytes += cells * (gaps ? output.fill().length : output.cellSize());
    long largest = 0;
    for (Part part : parts) {
      if (part.dense()) {
        DenseTile tile = part.tile();
        bytes += (long) (2 * tile.varSize(field) * share(part));
        largest = Math.max(largest, tile.decodedBytes(field));
      }
    }
    return bytes + largest;
  }

  /**
   * Returns the fraction of the tile's cells that a fragment covers within the box, from 0 to 1.
   */
  private double share(Part part) {
    return (double) part.region().cells() / query.grid().cellsPerTile();
  }

  /** Returns the stored size of all dense fragments' tiles at this position, in bytes. */
  long storedBytes() {
    long bytes = 0;
    for (DenseSource source : query.touching(region)) {
      if (source.dense()) {
        bytes += source.storedBytes(source.position(region));
      }
    }
    return bytes;
  }

  /**
   * Adds the tile parts of dense fragments to a list of parts to fetch. Does nothing if the parts
   * are too large to be fetched at once.
   */
  void want(List<TilePart> wanted) {
    if (!piecemeal) {
      tiles.dense().forEach(tile -> tile.want(wanted));
    }
  }

  /**
   * Loads the cells of sparse fragments. If the parts of dense fragments are too large to be
   * fetched at once, also fetches and merges these.
   */
  void load(ReadScope scope) {
    tiles.loadSparse(scope);
    if (piecemeal) {
      assemble(scope);
    }
  }

  /** Merges all fields immediately, fetching only a few fragments at a time. */
  private void assemble(ReadScope scope) {
    List<Integer> fields = IntStream.range(0, query.fields().size()).boxed().toList();
    assembled = new MergedField[fields.size()];
    for (int f : fields) {
      assembled[f] = new MergedField(query, tiles, region, f, gaps);
    }
    int first = 0;
    while (first < parts.size()) {
      List<TilePart> wanted = new ArrayList<>();
      long bytes = 0;
      int end = first;
      while (end < parts.size() && (end == first || bytes < maxFetched)) {
        Part part = parts.get(end++);
        bytes += part.dense() ? part.tile().want(wanted) : 0;
      }
      scope.fetch(wanted);
      List<Part> some = parts.subList(first, end);
      scope.unfilter(
          fields,
          f -> {
            scope.with(buffers -> some.forEach(part -> assembled[f].add(part, false, buffers)));
            return null;
          });
      some.stream().filter(Part::dense).forEach(part -> part.tile().release());
      first = end;
    }
  }

  /**
   * Returns the tile of the only contributing fragment if it has exactly the same cells, so that it
   * can be copied. Returns null otherwise.
   */
  DenseTile same() {
    return parts.size() == 1 && parts.get(0).source().endsWith(region) ? parts.get(0).tile() : null;
  }

  /** Returns all cells of a field. Merges the field unless that has been done already. */
  CellColumn cells(int field, ScratchPool.TaskBuffers buffers) {
    if (assembled != null) {
      return assembled[field].column();
    }
    MergedField cells = new MergedField(query, tiles, region, field, gaps);
    for (Part part : parts) {
      cells.add(part, parts.size() == 1, buffers);
    }
    return cells.column();
  }
}
