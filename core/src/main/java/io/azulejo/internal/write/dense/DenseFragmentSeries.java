package io.azulejo.internal.write.dense;

import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.fragment.EncodedTiles;
import io.azulejo.internal.write.fragment.FragmentLayout;
import io.azulejo.internal.write.fragment.FragmentSeries;
import io.azulejo.internal.write.fragment.TileSource;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fragments of one write to a dense array. Each fragment consists of whole slabs of tiles, so
 * that its cells form a box. If a slab would make the current fragment exceed the size limit, it
 * starts a new fragment. Not safe for use by several threads at once.
 */
final class DenseFragmentSeries extends FragmentSeries {
  private final Resources resources;
  private final WriteBox box;
  private final long maxBytes;
  private final PendingTiles pending = new PendingTiles();
  private int firstTile;

  /**
   * Begins the first fragment.
   *
   * @param times timestamps of the cells
   * @param maxBytes limit of a fragment's data files in bytes; a fragment of one slab may exceed it
   */
  DenseFragmentSeries(
      WritableArray array,
      FragmentLayout layout,
      WriteBox box,
      TimeRange times,
      long maxBytes,
      Resources resources) {
    super(array, layout, times, List.of(), resources);
    this.resources = resources;
    this.box = box;
    this.maxBytes = maxBytes;
  }

  /** Encoded tiles of one slab whose fragment is not decided yet. */
  private static final class PendingTiles {
    private final List<EncodedTiles> waiting = new ArrayList<>();
    private MemoryBudget.Lease lease;
    private long bytes;
    private boolean decided = true;
  }

  /** Encodes and writes the next tiles of a source, from {@code from} to {@code to} (exclusive). */
  void write(TileSource source, int from, int to) {
    int tile = from;
    while (tile < to) {
      int slabEnd = maxBytes == Long.MAX_VALUE ? to : endOfSlab(tile);
      EncodedTiles ready = encode(source, tile, Math.min(to, slabEnd));
      tile = ready.to();
      if (pending.decided) {
        current().append(ready);
      } else {
        pending.waiting.add(ready);
        pending.bytes += ready.bytes();
        decide(source, tile, slabEnd);
      }
    }
  }

  /**
   * Returns the tile after the slab that contains a tile. At the start of a slab, also notes
   * whether its fragment is already decided, which is so for the first slab of a fragment.
   */
  private int endOfSlab(int tile) {
    if (tile % box.tilesOfSlab() == 0) {
      pending.decided = tile == firstTile;
    }
    return (tile / box.tilesOfSlab() + 1) * box.tilesOfSlab();
  }

  /** Adds the pending tiles to the current fragment or to a new one, once it is clear which one. */
  private void decide(TileSource source, int tile, int slabEnd) {
    releaseSlab();
    long bytes = current().bytes() + pending.bytes;
    boolean beyond = bytes > maxBytes;
    if (!beyond && tile < slabEnd) {
      if (pending.bytes <= resources.heldBytes()) {
        pending.lease = resources.budget().lease(pending.bytes);
        return;
      }
      // The pending tiles exceed the memory limit. Decide now, and estimate the rest of the slab by
      // its size before filtering.
      double rest = 1.01 * source.bytes(tile) * (slabEnd - tile);
      beyond = bytes + rest > maxBytes;
    }
    if (beyond) {
      int end = pending.waiting.get(0).from();
      next(Optional.of(domainUntil(end)));
      firstTile = end;
    }
    pending.waiting.forEach(current()::append);
    pending.waiting.clear();
    pending.bytes = 0;
    pending.decided = true;
  }

  private NDRange domainUntil(int tile) {
    return box.domain(firstTile, tile);
  }

  /** Completes the last fragment and returns the names of all fragments. */
  List<FragmentName> complete() {
    complete(Optional.of(domainUntil(box.tileBox().tiles())));
    return names();
  }

  private void releaseSlab() {
    if (pending.lease != null) {
      pending.lease.close();
      pending.lease = null;
    }
  }

  /** Deletes all fragments, whether they are complete or not. */
  @Override
  public void close() {
    releaseSlab();
    super.close();
  }
}
