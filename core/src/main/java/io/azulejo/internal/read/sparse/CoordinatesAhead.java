package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.tile.FetchQueue;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.runtime.MemoryBudget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Selects the cells of an unordered read whose store waits for a network. The coordinates of many
 * tiles are requested at once, as far as memory allows, and decoded when they arrive. A slab ends
 * when its selected cells fill the memory of a step. The next slab goes on with the following tile.
 */
final class CoordinatesAhead implements SelectedSlabs {
  private final SparseQuery query;
  private final ReadScope scope;
  private final long slabBytes;
  private final FetchQueue<List<Part>> queue;

  private final List<SparseTile> tiles;

  /** Tiles whose coordinates have not been requested yet. */
  private final TileRuns remaining;

  /** Parts whose coordinates have been fetched. */
  private final Deque<Part> fetched = new ArrayDeque<>();

  /** Memory of one slab in bytes: at least the largest tile. */
  private final long stepBytes;

  /** Whether the memory of requested coordinates is reserved. */
  private boolean reserved;

  /** Consecutive tiles that are decoded together. */
  private record Part(List<CoordinateSelection> selections, TileLoad load, long bytes) {}

  /**
   * Creates the selection.
   *
   * @param slabBytes size limit in bytes of the tiles in a slab that keep all of their cells
   */
  CoordinatesAhead(SparseQuery query, List<SparseTile> tiles, long slabBytes, ReadScope scope) {
    this.query = query;
    this.scope = scope;
    this.slabBytes = slabBytes;
    this.queue = new FetchQueue<>(scope);
    this.tiles = tiles;
    this.remaining = new TileRuns(tiles);
    long all = tiles.stream().mapToLong(CoordinatesAhead::bytes).sum();
    long largest = tiles.stream().mapToLong(CoordinatesAhead::bytes).max().orElse(0);
    long limit = Math.max(slabBytes, scope.budget() / 4) + scope.batchBytes();
    this.stepBytes = Math.max(largest, Math.min(all, limit));
  }

  /** Returns the stored and decoded size of a tile in bytes. */
  private static long bytes(SparseTile tile) {
    return tile.bytes() + tile.storedBytes();
  }

  @Override
  public boolean hasNext() {
    return !fetched.isEmpty() || !queue.isEmpty() || remaining.hasNext();
  }

  @Override
  public Selected next(long bytes) {
    MemoryBudget.Lease lease = scope.lease(stepBytes, this::checkSizes);
    try {
      reserve();
      return new Selected(select(), Long.MAX_VALUE, lease);
    } catch (RuntimeException | Error e) {
      lease.close();
      queue.stop(e);
      throw e;
    }
  }

  /** Reserves the memory of requested coordinates until the end of the read. */
  private void reserve() {
    if (!reserved) {
      reserved = true;
      long all = tiles.stream().mapToLong(SparseTile::storedBytes).sum();
      long largest = tiles.stream().mapToLong(SparseTile::storedBytes).max().orElse(0);
      scope.hold(Math.max(largest, Math.min(all, scope.aheadBytes())));
    }
  }

  private List<SelectedTile> select() {
    List<SelectedTile> selected = new ArrayList<>();
    long whole = 0; // of tiles that keep all of their cells in memory
    long kept = 0;
    while (whole < slabBytes
        && isReady()
        && (selected.isEmpty() || kept + fetched.peek().bytes <= stepBytes)) {
      Part part = fetched.poll();
      part.load.decode(scope);
      if (fetched.isEmpty()) {
        queue.release();
      }
      for (SelectedTile cells : CoordinateSelection.selected(part.selections)) {
        SparseTile tile = cells.tile();
        whole += cells.kept() == null ? tile.bytes() : 0;
        kept += tile.storedBytes();
        kept += cells.kept() == null ? tile.bytes() : cells.selectedBytes();
        selected.add(cells);
      }
    }
    return selected;
  }

  /** Requests more coordinates, and waits for the next ones unless some have been fetched. */
  private boolean isReady() {
    request();
    if (fetched.isEmpty() && !queue.isEmpty()) {
      fetched.addAll(queue.take());
    }
    return !fetched.isEmpty();
  }

  private void request() {
    while (remaining.hasNext() && queue.hasRoom(scope.groupBytes())) {
      List<Part> group = new ArrayList<>();
      List<TilePart> wanted = new ArrayList<>();
      long stored = 0;
      while (remaining.hasNext() && stored < scope.groupBytes()) {
        Part part = part(remaining.next(scope.batchBytes()));
        group.add(part);
        wanted.addAll(part.load.wanted());
        stored += part.load.wanted().stream().mapToLong(TilePart::wantedLength).sum();
      }
      queue.add(group, wanted, stored);
    }
  }

  private Part part(Slab run) {
    TileLoad load = new TileLoad();
    return new Part(
        CoordinateSelection.of(query, run.tiles(), run, load),
        load,
        run.tiles().stream().mapToLong(CoordinatesAhead::bytes).sum());
  }

  private void checkSizes() {
    for (SparseTile tile : tiles) {
      if (bytes(tile) > scope.budget()) {
        tile.owner().checkSizes(tile.number(), tile.cells(), scope);
      }
    }
  }

  @Override
  public void close() {
    queue.stop(new CancellationException("the reader was closed"));
  }
}
