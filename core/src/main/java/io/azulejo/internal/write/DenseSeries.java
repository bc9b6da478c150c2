package io.azulejo.internal.write;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fragments of one write to a dense array, one after the other. A fragment is of whole slabs of
 * tiles, so that it is a box; a new one begins with the slab that would make the files of the last
 * one too large. For one thread at a time.
 */
final class DenseSeries implements AutoCloseable {
  private final WritableArray array;
  private final FragmentFields fields;
  private final WriteScope scope;
  private final DensePart part;
  private final long t1;
  private final long t2;
  private final long most;
  private final List<FragmentWriter> complete = new ArrayList<>();
  private final Slab slab = new Slab();
  private FragmentWriter current;
  private int firstTile;
  private Location claimed;

  /**
   * Begins the first fragment.
   *
   * @param t1 the first of the milliseconds since 1970 that the cells are of
   * @param t2 the last of them
   * @param most the bytes of the files of a fragment, unless it has one slab
   */
  DenseSeries(
      WritableArray array,
      FragmentFields fields,
      DensePart part,
      WriteScope scope,
      long t1,
      long t2,
      long most) {
    this.array = array;
    this.fields = fields;
    this.part = part;
    this.scope = scope;
    this.t1 = t1;
    this.t2 = t2;
    this.most = most;
    this.current = begin();
  }

  private FragmentWriter begin() {
    FragmentName name = FragmentName.create(t1, t2, array.writeVersion());
    return new FragmentWriter(array, fields, name, scope);
  }

  /** Tiles of one slab that are ready while it is not known to which fragment they belong. */
  private static final class Slab {
    private final List<FragmentWriter.Encoded> waiting = new ArrayList<>();
    private MemoryBudget.Lease lease;
    private long bytes;
    private boolean decided = true;
  }

  /** The folder of the first fragment, to put other files there for a while. */
  Location claimFolder() {
    FragmentWriter first = complete.isEmpty() ? current : complete.get(0);
    claimed = array.location().resolve(ArrayPaths.fragment(first.name()));
    return claimed;
  }

  /** Adds some tiles of a source, after those before. */
  void write(TileSource source, int from, int to) {
    if (most == Long.MAX_VALUE) {
      current.write(source, from, to);
      return;
    }
    int tile = from;
    while (tile < to) {
      int slabEnd = (tile / part.tilesOfSlab() + 1) * part.tilesOfSlab();
      if (tile % part.tilesOfSlab() == 0) {
        slab.decided = tile == firstTile;
      }
      FragmentWriter.Encoded ready = current.encode(source, tile, Math.min(to, slabEnd));
      tile = ready.to();
      if (slab.decided) {
        current.add(ready);
      } else {
        slab.waiting.add(ready);
        slab.bytes += ready.bytes();
        decide(source, tile, slabEnd);
      }
    }
  }

  /** Adds the slab to the last fragment or begins a new one, if that can be said. */
  private void decide(TileSource source, int tile, int slabEnd) {
    releaseSlab();
    boolean beyond = current.bytes() + slab.bytes > most;
    if (!beyond && tile < slabEnd) {
      if (slab.bytes <= scope.heldBytes()) {
        slab.lease = scope.budget().lease(slab.bytes);
        return;
      }
      // Too much to wait for the rest, which is taken for what it is before filtering.
      double rest = 1.01 * source.bytes(tile) * (slabEnd - tile);
      beyond = current.bytes() + slab.bytes + rest > most;
    }
    if (beyond) {
      completeUntil(slab.waiting.get(0).from());
      current = begin();
    }
    slab.waiting.forEach(current::add);
    slab.waiting.clear();
    slab.bytes = 0;
    slab.decided = true;
  }

  private void completeUntil(int tile) {
    FragmentWriter full = current;
    complete.add(full);
    full.complete(Optional.of(part.domain(firstTile, tile)));
    firstTile = tile;
  }

  /** Completes the last fragment; returns the names of all. */
  List<FragmentName> complete() {
    completeUntil(part.box().tiles());
    return complete.stream().map(FragmentWriter::name).toList();
  }

  private void releaseSlab() {
    if (slab.lease != null) {
      slab.lease.close();
      slab.lease = null;
    }
  }

  /** The bytes of the data files of all fragments. */
  long bytes() {
    return complete.stream().mapToLong(FragmentWriter::bytes).sum();
  }

  /** Deletes all fragments, complete or not. */
  @Override
  public void close() {
    releaseSlab();
    List<Runnable> steps = new ArrayList<>();
    List<FragmentWriter> all = new ArrayList<>(complete);
    if (!all.contains(current)) {
      all.add(current);
    }
    for (FragmentWriter fragment : all) {
      steps.add(fragment::close);
      if (fragment.tiles() > 0) {
        steps.add(fragment::discard);
      }
    }
    if (claimed != null) {
      steps.add(() -> array.storage().deleteFolder(claimed));
    }
    FragmentSeries.runAll(steps);
  }
}
