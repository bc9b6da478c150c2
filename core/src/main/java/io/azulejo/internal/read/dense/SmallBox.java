package io.azulejo.internal.read.dense;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OpenFiles;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadStats.Cost;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The short path of a dense read: a few cells of one fragment, copied in the calling thread from
 * files that stay open.
 *
 * <p>For so few cells, the steps, queues and tasks of {@link DenseReader} take several times as
 * long as the copy itself. Requests that differ in any way take that plain path: conditions,
 * points, several ranges in a dimension, cells of several fragments or of none, variable-size
 * fields, stores with slow reads. Results, errors and counts are the same.
 *
 * @param source the fragment
 * @param regions the requested cells by tile, with their indexes in the result
 * @param box the requested cells as positions in the selection
 * @param allTiles the number of tiles in all fragments of the snapshot
 */
record SmallBox(
    TileGrid grid,
    GridSelection selection,
    List<OutputField> fields,
    DenseSource source,
    List<TileRegion> regions,
    DenseSelection.Box box,
    long allTiles,
    ReadScope scope) {
  /** Maximum number of regions times attributes. More are worth several threads. */
  private static final int MAX_TASKS = 4;

  /** Maximum distance from the first to the last cell within a tile, over all tasks, in bytes. */
  private static final long MAX_SPAN = 128 << 10;

  /** Maximum size of the buffers in bytes. Every memory budget grants so much. */
  private static final long MAX_BUFFERS = MemoryBudget.ALWAYS / 4;

  private static final int[] UNTESTED = {};

  /**
   * Returns the short path of a read, or null if the read must take the plain path. Loads missing
   * metadata of the fragment.
   *
   * @param selected the requested cells; the result contains all of them
   * @param fields the fields of the result
   * @param written the fragments of the snapshot with a non-empty domain
   */
  static @Nullable SmallBox of(
      Snapshot snapshot,
      TileGrid grid,
      DenseSelection selected,
      List<OutputField> fields,
      List<Fragment> written,
      ReadScope scope) {
    if (!scope.readsFast() || !(selected instanceof GridSelection selection)) {
      return null;
    }
    int attributes = 0;
    for (OutputField field : fields) {
      if (field.isVar()) {
        return null;
      }
      attributes += field.isDimension() ? 0 : 1;
    }
    DenseSelection.Box box = selection.everything();
    long cells = box.cells();
    if (cells == 0 || cells > MAX_SPAN) {
      return null;
    }
    int dimensions = grid.dimensions();
    long[] low = new long[dimensions];
    long[] high = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      DenseAxis axis = selection.axes().get(d);
      if (!axis.isOneRange(0, box.until()[d])) {
        return null;
      }
      low[d] = axis.coordinate(0);
      high[d] = axis.coordinate(box.until()[d] - 1);
    }
    if (selection.regionCount(box) * Math.max(1, attributes) > MAX_TASKS) {
      return null;
    }
    Fragment owner = owner(written, low, high);
    if (owner == null) {
      return null;
    }
    List<TileRegion> regions = selection.regions(box, box);
    if (span(regions, fields) > MAX_SPAN) {
      return null;
    }
    scope.check();
    DenseSource source =
        new DenseSource(
            owner.withStorage(scope.storage()),
            0,
            snapshot.schema().schema(),
            grid,
            fields,
            UNTESTED,
            snapshot.key());
    long allTiles = 0;
    for (Fragment fragment : snapshot.fragments()) {
      allTiles += fragment.tiles();
    }
    SmallBox small = new SmallBox(grid, selection, fields, source, regions, box, allTiles, scope);
    return small.bytes() > MAX_BUFFERS ? null : small;
  }

  /**
   * Returns the only fragment with cells in a box of keys, or null if there are several, or if the
   * fragment is sparse or does not contain the whole box.
   */
  private static @Nullable Fragment owner(List<Fragment> written, long[] low, long[] high) {
    Fragment owner = null;
    for (Fragment fragment : written) {
      if (!fragment.dense()) {
        return null;
      }
      long[] from = fragment.box().low();
      long[] to = fragment.box().high();
      boolean touches = true;
      boolean covers = true;
      for (int d = 0; d < low.length; d++) {
        touches &= from[d] <= high[d] && to[d] >= low[d];
        covers &= from[d] <= low[d] && to[d] >= high[d];
      }
      if (touches && (owner != null || !covers)) {
        return null;
      }
      owner = touches ? fragment : owner;
    }
    return owner;
  }

  private static long span(List<TileRegion> regions, List<OutputField> fields) {
    long cells = 0;
    for (TileRegion region : regions) {
      cells += region.lastCell() - region.firstCell() + 1L;
    }
    long bytes = 0;
    for (OutputField field : fields) {
      bytes += field.isDimension() ? 0 : cells * field.cellSize();
    }
    return bytes;
  }

  /** Returns the memory that the read needs, in bytes. */
  private long bytes() {
    long task = 0;
    long columns = 0;
    for (int f = 0; f < fields.size(); f++) {
      columns += box.cells() * fields.get(f).fixedBytes();
      FieldReader reader = source.output(f);
      if (reader != null) {
        for (TileRegion region : regions) {
          int tile = source.position(region);
          task = Math.max(task, ChunkCopy.bufferBytes(reader, tile, grid.cellsPerTile()));
        }
      }
    }
    return columns + task;
  }

  /**
   * Copies all cells.
   *
   * @param targets one for each field, with an element for each cell
   * @return false if the read failed with files that earlier reads opened; the caller must then
   *     take the plain path, which opens them again
   */
  boolean copyTo(List<FieldTarget> targets) {
    MemoryBudget.Lease lease = scope.lease(bytes());
    try (OpenFiles files = scope.keptFiles()) {
      try {
        scope.unfilter(
            List.of(targets),
            all -> {
              scope.with(buffers -> copy(all, files, buffers));
              return null;
            });
      } catch (AzulejoException e) {
        if (files.forgetReused()) {
          return false;
        }
        throw e;
      }
    } finally {
      lease.close();
    }
    count();
    scope.showProgress();
    return true;
  }

  private void copy(List<FieldTarget> targets, OpenFiles files, ScratchPool.TaskBuffers buffers) {
    for (int f = 0; f < fields.size(); f++) {
      RegionCopy to = new RegionCopy(grid, fields.get(f), targets.get(f));
      FieldReader reader = source.output(f);
      CopyTask task = null;
      for (TileRegion region : regions) {
        if (fields.get(f).isDimension()) {
          to.coordinates(region, fields.get(f).dimension());
        } else if (reader == null) {
          to.fill(region);
        } else if (task == null || !task.add(region, source.position(region))) {
          if (task != null) {
            task.run(scope, files, buffers);
          }
          task = new CopyTask(reader, grid.cellsPerTile(), to);
          task.add(region, source.position(region));
        }
      }
      if (task != null) {
        task.run(scope, files, buffers);
      }
    }
  }

  /** Counts the tiles as the plain path does. */
  private void count() {
    Set<Integer> tiles = new HashSet<>();
    regions.forEach(region -> tiles.add(source.position(region)));
    boolean decodes = false;
    for (int f = 0; f < fields.size(); f++) {
      decodes |= source.output(f) != null;
    }
    scope.counters().add(Cost.TILES, allTiles);
    scope.counters().add(Cost.TILES_OUTSIDE, allTiles - tiles.size());
    scope.counters().add(Cost.TILES_MATCHING, tiles.size());
    if (decodes) {
      scope.counters().decoded(tiles.size(), (long) tiles.size() * grid.cellsPerTile());
    }
  }

  /**
   * Returns a reader of a single batch with all cells.
   *
   * @param plain creates the reader of the plain path, in case that the short path fails
   */
  Batches reader(Supplier<Batches> plain) {
    return new OneBatch(plain);
  }

  private final class OneBatch implements Batches {
    private final Supplier<Batches> plain;
    private @Nullable Batches others;

    OneBatch(Supplier<Batches> plain) {
      this.plain = plain;
    }

    @Override
    public @Nullable Batch next() {
      if (others != null) {
        return others.next();
      }
      int cells = (int) box.cells();
      List<ColumnWriter> writers = new ArrayList<>();
      List<FieldTarget> targets = new ArrayList<>();
      for (OutputField field : fields) {
        ColumnWriter writer = new ColumnWriter(field, cells, scope.arrays());
        writers.add(writer);
        targets.add(FieldTarget.of(writer));
      }
      if (!copyTo(targets)) {
        others = plain.get();
        return others.next();
      }
      others = Batches.NONE;
      List<Column> columns = new ArrayList<>();
      writers.forEach(writer -> columns.add(writer.toColumn()));
      Batch batch = Batch.of(cells, columns);
      return selection.range(box).map(batch::withBox).orElse(batch);
    }

    @Override
    public void close() {
      if (others != null) {
        others.close();
      }
    }
  }
}
