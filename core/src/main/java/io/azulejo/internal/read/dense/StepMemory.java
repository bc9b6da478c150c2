package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.BoxTree;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The memory that a step of a dense read needs. Adds up the sizes of tiles, which the fragment
 * metadata contains.
 */
final class StepMemory {
  private final DenseQuery query;
  private long storedBytes;
  private long storedVarBytes;
  private long decodedVarBytes;
  private long varBytes;
  private long taskBytes;
  private long largestTask;

  /** Creates the memory of a step without tiles. */
  StepMemory(DenseQuery query) {
    this.query = query;
  }

  /**
   * Returns an upper bound of the memory that the tiles of any step need in addition to the batch,
   * in bytes. If this depends on the tiles, returns {@link Long#MAX_VALUE}.
   */
  static long maxTileBytes(DenseQuery query, ReadScope scope) {
    long task = 0;
    for (DenseSource source : query.sources()) {
      for (FieldReader reader : source.outputs()) {
        if (!scope.readsFast() || !source.dense() || (reader != null && reader.storage().isVar())) {
          return Long.MAX_VALUE;
        }
        if (reader != null) {
          task = Math.max(task, ChunkCopy.maxBufferBytes(reader, query.grid().cellsPerTile()));
        }
      }
    }
    return task * scope.tasks().width();
  }

  /**
   * Adds a tile of a dense fragment.
   *
   * @param readers the fragment's reader of each field; null if it lacks the field
   */
  void add(FieldReader[] readers, int tile) {
    int cells = query.grid().cellsPerTile();
    long task = 0;
    for (FieldReader reader : readers) {
      if (reader == null) {
        continue;
      }
      long stored = reader.storedBytes(tile);
      storedBytes += stored;
      if (reader.storage().isVar()) {
        storedVarBytes += stored;
        decodedVarBytes += reader.decodedBytes(tile, cells) + reader.codeBytes(cells);
        varBytes += reader.varSize(tile);
      } else {
        task = Math.max(task, ChunkCopy.bufferBytes(reader, tile, cells));
      }
    }
    taskBytes += task;
    largestTask = Math.max(largestTask, task);
  }

  /**
   * Returns the number of tasks that may copy fixed-size fields at the same time. Each task has its
   * own buffers, so memory limits the number.
   */
  int lanes(ReadScope scope) {
    long lanes = scope.batchBytes() / Math.max(1, largestTask);
    return (int) Math.max(1, Math.min(lanes, scope.tasks().width()));
  }

  /**
   * Returns the memory for a step with the added tiles in bytes: the batch, and the fetched and
   * decoded data.
   *
   * @param cells the number of cells in the batch
   * @param listed the number of cells in regions that list their cells one by one
   */
  long bytes(long cells, long listed, ReadScope scope) {
    return batchBytes(cells)
        + PointRegion.CELL_BYTES * listed
        + decodedVarBytes
        + Math.min(scope.readsFast() ? storedVarBytes : storedBytes, scope.aheadBytes())
        + Math.min(taskBytes, lanes(scope) * largestTask);
  }

  /**
   * Returns the estimated size of a batch in bytes. Variable-size cells count with their average
   * size in the tiles.
   */
  private long batchBytes(long cells) {
    double share = Math.min(1.0, (double) cells / query.grid().cellsPerTile());
    long copies = query.filter() == null ? 1 : 2;
    return fixedBytes(cells) + copies * (long) (varBytes * share);
  }

  /**
   * Returns the memory that a batch needs for parts whose size does not depend on the values: cells
   * of fixed size, positions of variable-size cells, and the marks and indexes of selected cells.
   */
  private long fixedBytes(long cells) {
    boolean filtered = query.filter() != null;
    boolean leavesOut = filtered && query.filter().leavesOut();
    long perCell = 0;
    long varOutputs = 0;
    for (int f = 0; f < query.fields().size(); f++) {
      OutputField field = query.fields().get(f);
      boolean output = f < query.outputs();
      perCell += (leavesOut && output ? 2 : 1) * field.fixedBytes();
      perCell += field.isVar() ? 2L * Integer.BYTES : 0;
      varOutputs += output && field.isVar() ? 1 : 0;
    }
    for (int column : filtered ? query.filter().columns() : new int[0]) {
      perCell += query.lacking()[column] ? 1 : 0;
    }
    perCell += filtered ? 1 : 0;
    perCell += leavesOut ? 2L * Integer.BYTES * (1 + varOutputs) : 0;
    return cells * perCell;
  }

  /**
   * Returns whether a step for a box fits into the memory of a batch, or would need the same tiles
   * if the box were halved. Adds the tiles of the box until they do not fit.
   *
   * @param maxTileBytes an upper bound of the memory for the tiles of any box
   */
  boolean fits(
      DenseSelection selection, DenseSelection.Box box, long maxTileBytes, ReadScope scope) {
    long cells = box.cells();
    long limit = scope.batchBytes();
    if (cells > limit || fixedBytes(cells) > limit) {
      return false;
    }
    long listed = selection.listsCells() ? cells : 0;
    if (bytes(cells, listed, scope) <= limit - maxTileBytes) {
      return true;
    }
    Needs needs = new Needs();
    boolean all =
        selection.all(
            box,
            region -> {
              needs.add(region);
              return !needs.several || bytes(cells, listed, scope) + needs.sparseBytes() <= limit;
            });
    return all && (needs.several || batchBytes(cells) <= limit);
  }

  /** Adds the tiles that regions need, each once. */
  private final class Needs {
    private final Set<Long> tiles = new HashSet<>();
    private final Map<DenseSource, SparseOverlay> sparse = new HashMap<>();
    private long[] first;

    /** Whether the regions are in several tiles of the grid. */
    private boolean several;

    void add(TileRegion region) {
      first = first == null ? region.tile : first;
      several |= !Arrays.equals(first, region.tile);
      BoxTree<DenseSource>.Search search = query.tree().newestFirst(region::touches);
      DenseSource source = search.next();
      while (source != null && !source.hasAnswered(region)) {
        if (!source.dense()) {
          sparse.computeIfAbsent(source, SparseOverlay::new).add(region);
        } else if (query.outcome(source, region) != Coverage.NONE) {
          int tile = source.position(region);
          if (tiles.add((long) source.age() << Integer.SIZE | tile)) {
            StepMemory.this.add(source.outputs(), tile);
          }
        }
        source = source.covers(region) ? null : search.next();
      }
    }

    long sparseBytes() {
      return sparse.values().stream().mapToLong(SparseOverlay::bytes).sum();
    }
  }
}
