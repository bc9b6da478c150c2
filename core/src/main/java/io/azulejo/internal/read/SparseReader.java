package io.azulejo.internal.read;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.TimeRange;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Reads a sparse array slab by slab: coordinates first, then the other fields of the tiles that
 * have cells left, then the order, then batches.
 */
final class SparseReader implements BatchReader {
  private final SparseQuery query;
  private final ReadScope scope;
  private final long slabBytes;
  private final Iterator<? extends Slab> slabs;
  private SparseResult current;
  private boolean closed;

  SparseReader(SparseQuery query, List<SparseTile> tiles, long slabBytes, ReadScope scope) {
    this.query = query;
    this.scope = scope;
    this.slabBytes = slabBytes;
    this.slabs = slabs(tiles, slabBytes);
  }

  private Iterator<? extends Slab> slabs(List<SparseTile> tiles, long bytes) {
    CellKeys order = query.order();
    int dimensions = query.dimensions().size();
    if (order == null) {
      return new TileRuns(tiles, dimensions, bytes);
    }
    return order.isHilbert() && BoxSlabs.bytes(tiles) > bytes
        ? new CurveSlabs(tiles, places(tiles), order, bytes)
        : new BoxSlabs(tiles, dimensions, order, bytes);
  }

  /** Where on the Hilbert curve each tile begins and ends. */
  private Map<SparseFragment, Map<Integer, CurveSlabs.Places>> places(List<SparseTile> tiles) {
    Map<SparseFragment, Map<Integer, CurveSlabs.Places>> places = new IdentityHashMap<>();
    TileRuns runs = new TileRuns(tiles, query.dimensions().size(), scope.batchBytes());
    while (runs.hasNext()) {
      Slab run = runs.next();
      MemoryBudget.Lease lease = scope.lease(bytes(run));
      try {
        for (Loading loading : loadCoordinates(run, run.tiles())) {
          SparseTile tile = loading.tile;
          places
              .computeIfAbsent(tile.owner, owner -> new HashMap<>())
              .put(tile.tile, CurveSlabs.Places.of(query.order(), tile));
        }
      } finally {
        lease.close();
      }
    }
    return places;
  }

  @Override
  public Batch next() {
    if (closed) {
      throw new IllegalStateException("the reader is closed");
    }
    while (true) {
      if (current != null && current.hasNext()) {
        return current.next();
      }
      release();
      if (!slabs.hasNext()) {
        return null;
      }
      current = load(slabs.next());
    }
  }

  @Override
  public void close() {
    closed = true;
    release();
  }

  private void release() {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  /** The cells of a slab; null if it was too large and was cut. */
  private SparseResult load(Slab slab) {
    if (slab instanceof BoxSlab box
        && slabs instanceof BoxSlabs boxes
        && box.tiles().size() > 1
        && BoxSlabs.bytes(box.tiles()) > slabBytes) {
      return loadInWaves(box, boxes);
    }
    MemoryBudget.Lease lease = scope.lease(bytes(slab));
    try {
      List<SparseTile> selected = decode(slab, slab.tiles());
      return new SparseResult(query, selected, order(selected), lease, scope);
    } catch (RuntimeException | Error e) {
      lease.close();
      throw e;
    }
  }

  /**
   * Decodes some tiles after the others and keeps only their cells in the slab; if these are too
   * many, it is cut.
   */
  private SparseResult loadInWaves(BoxSlab slab, BoxSlabs boxes) {
    MemoryBudget.Lease lease = scope.lease(slabBytes + scope.batchBytes());
    try {
      List<SparseTile> kept = new ArrayList<>();
      long bytes = 0;
      TileRuns waves = new TileRuns(slab.tiles(), query.dimensions().size(), scope.batchBytes());
      while (waves.hasNext()) {
        for (SparseTile tile : decode(slab, waves.next().tiles())) {
          tile.compact(query.dimensions(), query.fields());
          bytes += tile.selectedBytes();
          kept.add(tile);
        }
        if (bytes > slabBytes && boxes.cut(slab, kept)) {
          lease.close();
          return null;
        }
      }
      return new SparseResult(query, kept, order(kept), lease, scope);
    } catch (RuntimeException | Error e) {
      lease.close();
      throw e;
    }
  }

  /** The bytes that the tiles of a slab take, before and after they are decoded. */
  private static long bytes(Slab slab) {
    long bytes = 0;
    for (SparseTile tile : slab.tiles()) {
      bytes += tile.bytes + tile.storedBytes();
    }
    return bytes;
  }

  private CellOrder order(List<SparseTile> tiles) {
    CellOrder cells =
        query.order() == null
            ? CellOrder.asTheyLie(tiles)
            : CellOrder.sorted(tiles, query.order(), query.uniqueCells());
    if (tiles.stream().anyMatch(tile -> tile.deletions != null)) {
      long end = query.times().end();
      cells.keep(
          (tile, row) -> {
            long[] deletions = tiles.get(tile).deletions;
            return deletions == null
                || deletions[row] == -1
                || Long.compareUnsigned(deletions[row], end) > 0;
          });
    }
    if (query.repeatsCells()) {
      cells.repeat((tile, row) -> query.multiplicity(tiles.get(tile), row));
    }
    return cells;
  }

  /** Tiles of a slab with their coordinates, and the cells that these select. */
  private List<Loading> loadCoordinates(Slab slab, List<SparseTile> tiles) {
    List<Loading> loadings = new ArrayList<>();
    List<TilePart> wanted = new ArrayList<>();
    for (SparseTile tile : tiles) {
      Loading loading = new Loading(tile.fresh(), slab.holds(tile));
      loading.wantCoordinates(wanted);
      loadings.add(loading);
    }
    scope.fetch(wanted);
    scope.compute(
        loadings,
        loading -> {
          scope.with(worker -> loading.decodeCoordinates(worker.scratch()));
          loading.select(slab);
          return null;
        });
    return loadings;
  }

  /** Those tiles of a slab that have selected cells, decoded. */
  private List<SparseTile> decode(Slab slab, List<SparseTile> tiles) {
    List<Loading> loadings = loadCoordinates(slab, tiles);
    List<TilePart> wanted = new ArrayList<>();
    loadings.removeIf(loading -> loading.tile.selected == 0);
    loadings.forEach(loading -> loading.wantOutputs(wanted));
    scope.fetch(wanted);
    int fields = query.fields().size();
    List<int[]> works = new ArrayList<>();
    for (int t = 0; t < loadings.size(); t++) {
      for (int f = 0; f < fields; f++) {
        works.add(new int[] {t, f});
      }
    }
    scope.compute(
        works,
        work -> {
          scope.with(worker -> loadings.get(work[0]).decodeOutput(work[1], worker.scratch()));
          return null;
        });
    return loadings.stream().map(loading -> loading.tile).toList();
  }

  /** A tile while it is fetched and decoded. */
  private final class Loading {
    private final SparseTile tile;
    private final boolean inSlab;
    private final boolean[] dimensions;
    private TilePart[][] coordinateParts;
    private TilePart[] timesParts;
    private TilePart[] deletionsParts;
    private TilePart[][] outputParts;

    Loading(SparseTile tile, boolean inSlab) {
      this.tile = tile;
      this.inSlab = inSlab;
      this.dimensions = query.dimensionsOf(tile, inSlab);
    }

    /**
     * Whether all cells are selected, so that no look at coordinates can spare the other fields.
     */
    boolean isCertain() {
      return tile.covered && inSlab && !query.cutsTimes(tile);
    }

    void wantCoordinates(List<TilePart> wanted) {
      if (dimensions != null) {
        coordinateParts = tile.owner.coordinates().parts(tile.tile, dimensions);
        for (TilePart[] parts : coordinateParts) {
          if (parts != null) {
            FieldReader.want(parts, wanted);
          }
        }
      }
      if (tile.owner.times() != null) {
        timesParts = tile.owner.times().parts(tile.tile);
        FieldReader.want(timesParts, wanted);
      }
      if (tile.owner.deletions() != null) {
        deletionsParts = tile.owner.deletions().parts(tile.tile);
        FieldReader.want(deletionsParts, wanted);
      }
    }

    void wantOutputs(List<TilePart> wanted) {
      outputParts = new TilePart[query.fields().size()][];
      for (int i = 0; i < outputParts.length; i++) {
        FieldReader reader = tile.owner.output(i);
        if (reader != null) {
          outputParts[i] = reader.parts(tile.tile);
          FieldReader.want(outputParts[i], wanted);
        }
      }
    }

    void decodeCoordinates(Scratch scratch) {
      int count = query.dimensions().size();
      tile.coordinates = new TileColumn[count];
      tile.keys = new long[count][];
      if (dimensions != null) {
        tile.coordinates =
            tile.owner.coordinates().decode(tile.tile, tile.cells, coordinateParts, scratch);
        for (int d = 0; d < count; d++) {
          if (dimensions[d] && !tile.owner.isText(d) && query.needsKeys(tile, inSlab, d)) {
            tile.keys[d] = new long[tile.cells];
            CoordinateKeys.decode(
                query.dimensions().get(d).type(),
                tile.coordinates[d].data(),
                tile.coordinates[d].start(),
                tile.cells,
                tile.keys[d]);
          }
        }
      }
      tile.times = longs(tile.owner.times(), timesParts, scratch);
      tile.deletions = longs(tile.owner.deletions(), deletionsParts, scratch);
      coordinateParts = null;
      timesParts = null;
      deletionsParts = null;
    }

    private long[] longs(FieldReader reader, TilePart[] parts, Scratch scratch) {
      if (reader == null) {
        return null;
      }
      TileColumn column = reader.decode(tile.tile, tile.cells, parts, scratch);
      long[] values = new long[tile.cells];
      ByteBuffer.wrap(column.data()).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(values);
      return values;
    }

    void select(Slab slab) {
      tile.selected = tile.cells;
      if (isCertain()) {
        return;
      }
      RowSelection rows = new RowSelection(tile.cells);
      if (query.cutsTimes(tile)) {
        TimeRange times = query.times();
        rows.keep(row -> times.contains(tile.times[row]));
      }
      if (!inSlab) {
        slab.select(tile, rows);
      }
      if (!tile.covered) {
        query.select(tile, rows);
      }
      tile.rows = rows.rows();
      tile.selected = rows.count();
    }

    void decodeOutput(int index, Scratch scratch) {
      OutputField field = query.fields().get(index);
      TileColumn column = null;
      if (field.isDimension()) {
        column = tile.coordinates[field.dimension()];
      } else if (field.isTimestamps()) {
        column = times();
      } else {
        FieldReader reader = tile.owner.output(index);
        column =
            reader == null
                ? FieldReader.fill(field, tile.cells)
                : reader.decode(tile.tile, tile.cells, outputParts[index], scratch);
        outputParts[index] = null;
      }
      synchronized (tile) {
        if (tile.outputs == null) {
          tile.outputs = new TileColumn[query.fields().size()];
        }
        tile.outputs[index] = column;
      }
    }

    private TileColumn times() {
      long[] values =
          tile.times != null
              ? tile.times
              : IntStream.range(0, tile.cells)
                  .mapToLong(i -> tile.owner.fragment().name().t1())
                  .toArray();
      ByteBuffer bytes =
          ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asLongBuffer().put(values);
      return TileColumn.fixed(bytes.array(), null);
    }
  }
}
