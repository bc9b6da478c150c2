package io.azulejo.internal.read.merge;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.dense.BoxRegion;
import io.azulejo.internal.read.dense.DecodedTiles;
import io.azulejo.internal.read.dense.DenseQuery;
import io.azulejo.internal.read.dense.DenseSource;
import io.azulejo.internal.read.dense.DenseTile;
import io.azulejo.internal.read.dense.OwnedRegion;
import io.azulejo.internal.read.dense.TileRegion;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A tile that is put together from the tiles of fragments. */
final class MergedTile {
  private final DenseQuery query;
  private final DecodedTiles tiles;
  private final TileRegion region;

  /** The fragments that cells come from, the oldest first. */
  private final List<DenseSource> sources;

  /** Whether some cells may be in no fragment. */
  private final boolean gaps;

  /** The bytes that are fetched of it, of dense fragments. */
  private final long stored;

  /** The most bytes that are fetched at once where there are several fragments. */
  private final long maxFetched;

  /** Whether that is too much to be fetched at once. */
  private final boolean piecemeal;

  /** All fields, put together; null where that is done when they are asked for. */
  private MergedField[] assembled;

  MergedTile(DenseQuery query, TileBox box, int tile, long maxFetched) {
    this.query = query;
    this.maxFetched = maxFetched;
    this.tiles = new DecodedTiles(query);
    this.region = region(query.grid(), box, tile);
    OwnedRegion owned = visible(OwnedRegion.of(query, region));
    this.sources = owned.sources();
    this.gaps = owned.gaps();
    tiles.add(owned);
    this.stored = tiles.dense().stream().mapToLong(DenseTile::storedBytes).sum();
    this.piecemeal = sources.size() > 1 && stored > maxFetched;
  }

  /** The cells of the box in a tile, with their places in the tile. */
  private static TileRegion region(TileGrid grid, TileBox box, int position) {
    int dimensions = grid.dimensions();
    int[] strides = TileRegion.cellStrides(grid);
    long[] tile = new long[dimensions];
    long[] low = new long[dimensions];
    int[] counts = new int[dimensions];
    int[] steps = new int[dimensions];
    int first = 0;
    for (int d = 0; d < dimensions; d++) {
      tile[d] = box.tile(d, position);
      long begin = grid.first(d, tile[d]);
      // A tile at an end of the domain's type may reach beyond it: differences are right.
      long from = grid.tile(d, box.low()[d]) == tile[d] ? box.low()[d] - begin : 0;
      long until =
          grid.tile(d, box.high()[d]) == tile[d] ? box.high()[d] - begin + 1 : grid.extent(d);
      low[d] = begin + from;
      counts[d] = (int) (until - from);
      steps[d] = 1;
      first += (int) from * strides[d];
    }
    return new BoxRegion(grid, tile, low, counts, steps, first, strides);
  }

  /** Without the fragments all of whose cells a newer one has. */
  private static OwnedRegion visible(OwnedRegion owned) {
    List<DenseSource> all = owned.sources();
    List<DenseSource> visible = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      TileRegion part = all.get(i).within(owned.region());
      if (all.subList(i + 1, all.size()).stream().noneMatch(newer -> newer.covers(part))) {
        visible.add(all.get(i));
      }
    }
    List<Coverage> outcomes = owned.outcomes().subList(0, visible.size());
    return new OwnedRegion(
        owned.region(), visible, outcomes, owned.gaps(), owned.gapOutcome(), owned.outcome());
  }

  /**
   * About how many bytes it takes at the most: what is fetched, what becomes of it, and the fields
   * that are put together at a time.
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
        ? bytes + maxFetched + stored / sources.size() + all
        : bytes + stored + Math.min(all, fieldsAtATime * largest);
  }

  /** What a field takes: the cells, and those they come from, decoded. */
  private long fieldBytes(int field) {
    OutputField output = query.fields().get(field);
    long cells = query.grid().cellsPerTile();
    if (!output.isVar()) {
      return 2 * cells * output.fixedBytes();
    }
    // Offsets of cells, of eight bytes too, and which cells of which tile they are.
    long bytes = cells * (2 * output.fixedBytes() + Long.BYTES + 2 * Integer.BYTES);
    bytes += cells * (gaps ? output.fill().length : output.cellSize());
    long largest = 0;
    for (DenseSource source : sources) {
      if (source.dense()) {
        DenseTile tile = tiles.dense(source, region);
        bytes += (long) (2 * tile.varSize(field) * share(source));
        largest = Math.max(largest, tile.decodedBytes(field));
      }
    }
    return bytes + largest;
  }

  /** The part of a fragment's tile here that is of the box. */
  private double share(DenseSource source) {
    return (double) source.within(region).cells() / query.grid().cellsPerTile();
  }

  /** The bytes of the tiles of all dense fragments here, as they are stored. */
  long storedBytes() {
    long bytes = 0;
    for (DenseSource source : query.touching(region)) {
      if (source.dense()) {
        bytes += source.storedBytes(source.position(region));
      }
    }
    return bytes;
  }

  /** Adds what it needs of dense fragments to what is to be fetched with that of other tiles. */
  void want(List<TilePart> wanted) {
    if (!piecemeal) {
      boolean[] fields = all();
      tiles.dense().forEach(tile -> tile.want(fields, wanted));
    }
  }

  private boolean[] all() {
    boolean[] fields = new boolean[query.fields().size()];
    Arrays.fill(fields, true);
    return fields;
  }

  /** Fetches the rest that it needs. */
  void load(ReadScope scope) {
    tiles.loadSparse(scope);
    if (piecemeal) {
      assemble(scope);
    }
  }

  /** Puts all fields together on the spot, from what some fragments at a time have. */
  private void assemble(ReadScope scope) {
    List<Integer> fields = IntStream.range(0, query.fields().size()).boxed().toList();
    assembled = new MergedField[fields.size()];
    for (int f : fields) {
      assembled[f] = new MergedField(query, tiles, region, f, gaps);
    }
    int first = 0;
    while (first < sources.size()) {
      List<TilePart> wanted = new ArrayList<>();
      long bytes = 0;
      int end = first;
      while (end < sources.size() && (end == first || bytes < maxFetched)) {
        DenseSource source = sources.get(end++);
        bytes += source.dense() ? tiles.dense(source, region).want(all(), wanted) : 0;
      }
      scope.fetch(wanted);
      List<DenseSource> some = sources.subList(first, end);
      scope.unfilter(
          fields,
          f -> {
            scope.with(buffers -> some.forEach(s -> assembled[f].add(s, false, buffers)));
            return null;
          });
      some.stream().filter(DenseSource::dense).forEach(s -> tiles.dense(s, region).release());
      first = end;
    }
  }

  /** The tile of the fragment that has just the cells of this one; null if there is none. */
  DenseTile same() {
    return sources.size() == 1 && sources.get(0).endsWith(region)
        ? tiles.dense(sources.get(0), region)
        : null;
  }

  /** All cells of a field. */
  CellColumn cells(int field, ScratchPool.TaskBuffers buffers) {
    if (assembled != null) {
      return assembled[field].column();
    }
    MergedField cells = new MergedField(query, tiles, region, field, gaps);
    for (DenseSource source : sources) {
      cells.add(source, sources.size() == 1, buffers);
    }
    return cells.column();
  }
}
