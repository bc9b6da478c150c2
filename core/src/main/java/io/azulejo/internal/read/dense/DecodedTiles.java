package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.ReadCounters;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tiles that a batch of a dense read needs, from dense and from sparse fragments, and the sum
 * of their sizes.
 */
public final class DecodedTiles {
  private final DenseQuery query;
  private final Map<Long, DenseTile> known = new HashMap<>();
  private final List<DenseTile> dense = new ArrayList<>();
  private final Map<DenseSource, SparseOverlay> sparse = new LinkedHashMap<>();
  private long storedBytes;
  private long storedVarBytes;
  private long decodedVarBytes;
  private long varBytes;
  private long taskBytes;
  private long largestTask;

  public DecodedTiles(DenseQuery query) {
    this.query = query;
  }

  /**
   * Returns the tile of a dense fragment that contains a region. The same tile is always the same
   * object.
   */
  DenseTile tile(DenseSource source, TileRegion region) {
    int position = source.position(region);
    return known.computeIfAbsent(
        (long) source.age() << Integer.SIZE | position,
        key -> new DenseTile(query, source, position));
  }

  /**
   * Adds the tiles that contain some parts to those that must be read. Tiles known to contain no
   * matching cell are skipped.
   */
  public void add(List<Part> parts) {
    for (Part part : parts) {
      if (!part.dense()) {
        sparse
            .computeIfAbsent(part.source(), source -> new SparseOverlay(query, source))
            .add(part.region());
      } else if (!part.excluded() && part.tile().addTo(dense)) {
        addSizes(part.source(), part.tile().position());
      }
    }
  }

  private void addSizes(DenseSource source, int tile) {
    int cells = query.grid().cellsPerTile();
    long task = 0;
    for (int f = 0; f < query.fields().size(); f++) {
      FieldReader reader = source.output(f);
      if (reader == null) {
        continue;
      }
      long stored = reader.storedBytes(tile);
      storedBytes += stored;
      if (reader.storage().isVar()) {
        storedVarBytes += stored;
        decodedVarBytes += reader.decodedBytes(tile, cells);
        varBytes += reader.varSize(tile);
      } else {
        task = Math.max(task, CopyTask.bytes(reader, tile, cells));
      }
    }
    taskBytes += task;
    largestTask = Math.max(largestTask, task);
  }

  /**
   * Counts the tiles of sparse fragments that were not counted before.
   *
   * @param filtered whether to count them as tested rather than as matching
   */
  void countSparse(ReadCounters counters, boolean filtered) {
    sparse.forEach(
        (source, cells) -> {
          long tiles = cells.tiles().stream().filter(source::count).count();
          if (filtered) {
            counters.tested(tiles);
          } else {
            counters.matching(tiles);
          }
        });
  }

  /** Returns the added tiles of dense fragments. */
  public List<DenseTile> dense() {
    return dense;
  }

  /** Returns the cells of a sparse fragment. */
  public SparseOverlay sparse(DenseSource source) {
    return sparse.get(source);
  }

  /** Checks the sizes of all tiles; see {@code FieldReader.checkSizes}. */
  void checkSizes(ReadScope scope) {
    dense.forEach(tile -> tile.checkSizes(scope));
    sparse.forEach(
        (source, cells) ->
            cells
                .tiles()
                .forEach(
                    tile ->
                        source.sparse().checkSizes(tile, source.fragment().cells(tile), scope)));
  }

  /** Returns the stored size of the dense fragments' tiles in bytes. */
  public long storedBytes() {
    return storedBytes;
  }

  /** Returns the stored size of the variable-size fields in the dense fragments' tiles. */
  long storedVarBytes() {
    return storedVarBytes;
  }

  /** Returns the decoded size of the variable-size fields in the dense fragments' tiles. */
  long decodedVarBytes() {
    return decodedVarBytes;
  }

  /**
   * Returns the size in bytes of the values of variable-size fields in the dense fragments' tiles.
   */
  long varBytes() {
    return varBytes;
  }

  /**
   * Returns the number of tasks that may copy fixed-size fields at the same time. Each task has its
   * own buffers, so memory limits the number.
   */
  int taskLanes(ReadScope scope) {
    long lanes = scope.batchBytes() / Math.max(1, largestTask);
    return (int) Math.max(1, Math.min(lanes, scope.tasks().width()));
  }

  /** Returns the total size of the buffers of these tasks, in bytes. */
  long taskBytes(ReadScope scope) {
    return Math.min(taskBytes, taskLanes(scope) * largestTask);
  }

  /** Returns the number of bytes that are fetched and decoded from sparse fragments. */
  public long sparseBytes() {
    return sparse.values().stream().mapToLong(SparseOverlay::bytes).sum();
  }

  /** Fetches and decodes the tiles of the sparse fragments. */
  public void loadSparse(ReadScope scope) {
    List<TilePart> wanted = new ArrayList<>();
    sparse.values().forEach(cells -> cells.want(wanted));
    scope.fetch(wanted);
    sparse.values().forEach(cells -> cells.decode(scope));
  }
}
