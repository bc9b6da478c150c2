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
 * The fragments of one write to a dense array, one after the other. A fragment is of whole slabs of
 * tiles, so that it is a box; a new one begins with the slab that would make the files of the last
 * one too large. For one thread at a time.
 */
final class DenseFragmentSeries implements AutoCloseable {
  private final FragmentSeries series;
  private final Resources resources;
  private final WriteBox box;
  private final long maxBytes;
  private final PendingTiles pending = new PendingTiles();
  private int firstTile;

  /**
   * Begins the first fragment.
   *
   * @param times what the cells are of
   * @param maxBytes the bytes of the files of a fragment, unless it has one slab
   */
  DenseFragmentSeries(
      WritableArray array,
      FragmentLayout layout,
      WriteBox box,
      TimeRange times,
      long maxBytes,
      Resources resources) {
    this.series = new FragmentSeries(array, layout, times, resources);
    this.resources = resources;
    this.box = box;
    this.maxBytes = maxBytes;
  }

  /** Tiles of one slab that are ready while it is not known to which fragment they belong. */
  private static final class PendingTiles {
    private final List<EncodedTiles> waiting = new ArrayList<>();
    private MemoryBudget.Lease lease;
    private long bytes;
    private boolean decided = true;
  }

  /** Adds some tiles of a source, after those before. */
  void write(TileSource source, int from, int to) {
    int tile = from;
    while (tile < to) {
      int slabEnd = maxBytes == Long.MAX_VALUE ? to : endOfSlab(tile);
      EncodedTiles ready = series.encode(source, tile, Math.min(to, slabEnd));
      tile = ready.to();
      if (pending.decided) {
        series.current().append(ready);
      } else {
        pending.waiting.add(ready);
        pending.bytes += ready.bytes();
        decide(source, tile, slabEnd);
      }
    }
  }

  /** The tile after the slab of a tile; where that is its first one, its fragment is open. */
  private int endOfSlab(int tile) {
    if (tile % box.tilesOfSlab() == 0) {
      pending.decided = tile == firstTile;
    }
    return (tile / box.tilesOfSlab() + 1) * box.tilesOfSlab();
  }

  /** Adds the slab to the last fragment or begins a new one, if that can be decided. */
  private void decide(TileSource source, int tile, int slabEnd) {
    releaseSlab();
    long bytes = series.current().bytes() + pending.bytes;
    boolean beyond = bytes > maxBytes;
    if (!beyond && tile < slabEnd) {
      if (pending.bytes <= resources.heldBytes()) {
        pending.lease = resources.budget().lease(pending.bytes);
        return;
      }
      // Too much to wait for the rest, which is taken for what it is before filtering.
      double rest = 1.01 * source.bytes(tile) * (slabEnd - tile);
      beyond = bytes + rest > maxBytes;
    }
    if (beyond) {
      int end = pending.waiting.get(0).from();
      series.next(Optional.of(domainUntil(end)));
      firstTile = end;
    }
    pending.waiting.forEach(series.current()::append);
    pending.waiting.clear();
    pending.bytes = 0;
    pending.decided = true;
  }

  private NDRange domainUntil(int tile) {
    return box.domain(firstTile, tile);
  }

  /** Completes the last fragment; returns the names of all. */
  List<FragmentName> complete() {
    series.complete(Optional.of(domainUntil(box.tileBox().tiles())));
    return series.names();
  }

  private void releaseSlab() {
    if (pending.lease != null) {
      pending.lease.close();
      pending.lease = null;
    }
  }

  /** The bytes of the data files of all fragments. */
  long bytes() {
    return series.bytes();
  }

  /** Deletes all fragments, complete or not. */
  @Override
  public void close() {
    releaseSlab();
    series.close();
  }
}
