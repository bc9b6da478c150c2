package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.read.tile.ReadScope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A slab whose tiles do not fit in memory together. They are decoded in waves, and only their
 * selected cells stay in memory. If these are too large as well, the slab is cut into parts, which
 * follow each other.
 *
 * <p>Every tile is decoded for all parts at once: the coordinates of its cells in later parts stay
 * in memory as long as the budget has room for them beside the memory of a step. Without room, a
 * later part decodes the tile again.
 */
final class DividedSlab implements AutoCloseable {
  private final Selector selector;
  private final Slab whole;
  private final Slabs slabs;
  private final long slabBytes;
  private final long spareBytes;
  private final ReadScope scope;

  /** The place of each tile in the slab, which is the order of cells with equal coordinates. */
  private final Map<SparseTile, Integer> places = new HashMap<>();

  /** The parts that {@link #next} has not returned yet. */
  private final Deque<Part> later = new ArrayDeque<>();

  /** Reserved memory for the cells of later parts, in bytes. */
  private long reserved;

  /** Size of the cells of later parts, in bytes; at most {@link #reserved}. */
  private long held;

  /** Whether the budget had room for all cells of later parts since the current part began. */
  private boolean hasRoom;

  /** A part of the slab. */
  private static final class Part {
    private final Slab slab;

    /** The tiles that may have cells in the part and are not decoded yet. */
    private final Set<SparseTile> missing;

    /** The cells of the other tiles, without rows outside of the part. */
    private final List<SelectedTile> cells = new ArrayList<>();

    /** Estimated memory of the cells in bytes after everything is decoded. */
    private long bytes;

    Part(Slab slab, Collection<SparseTile> missing) {
      this.slab = slab;
      this.missing = new LinkedHashSet<>(missing);
    }

    /** Adds the cells of a tile. */
    void add(SelectedTile some) {
      missing.remove(some.tile());
      if (some.selected > 0) {
        cells.add(some);
        bytes += some.selectedBytes();
      }
    }

    /** Returns the next missing tiles: at most {@code limit} bytes, or one tile. */
    List<SparseTile> next(long limit) {
      List<SparseTile> next = new ArrayList<>();
      long sum = 0;
      for (SparseTile tile : missing) {
        sum += tile.bytes();
        if (!next.isEmpty() && sum > limit) {
          break;
        }
        next.add(tile);
      }
      return next;
    }
  }

  /** Decodes tiles and selects their cells. */
  @FunctionalInterface
  interface Selector {
    /** Returns the tiles that have selected cells in a slab. */
    List<SelectedTile> select(List<SparseTile> tiles, Slab slab);
  }

  /**
   * Creates a slab that is not divided yet.
   *
   * @param slabs cuts the slab
   * @param slabBytes size limit of the selected cells of a part in bytes
   * @param spareBytes memory of the budget that cells of later parts must not use, in bytes
   */
  DividedSlab(
      Slab whole,
      Selector selector,
      Slabs slabs,
      long slabBytes,
      long spareBytes,
      ReadScope scope) {
    this.selector = selector;
    this.whole = whole;
    this.slabs = slabs;
    this.slabBytes = slabBytes;
    this.spareBytes = spareBytes;
    this.scope = scope;
    for (SparseTile tile : whole.tiles()) {
      places.put(tile, places.size());
    }
    later.push(new Part(whole, whole.tiles()));
  }

  /** Returns the tiles of the slab. */
  List<SparseTile> tiles() {
    return whole.tiles();
  }

  /** Returns whether there are more parts. */
  boolean hasNext() {
    return !later.isEmpty();
  }

  /**
   * Returns the selected cells of the next part, by tile. The memory of a slab and of a batch must
   * be reserved for them.
   */
  List<SelectedTile> next() {
    Part part = later.pop();
    held -= part.cells.stream().mapToLong(SelectedTile::heldBytes).sum();
    hasRoom = true;
    part = firstOf(part);
    while (!part.missing.isEmpty()) {
      decode(part.next(scope.batchBytes()), part);
      part = firstOf(part);
    }
    scope.giveBack(reserved - held);
    reserved = held;
    part.cells.sort(Comparator.comparing(cells -> places.get(cells.tile())));
    return part.cells;
  }

  /** Decodes tiles, and adds their cells to a part and, if there is room, to all later parts. */
  private void decode(List<SparseTile> tiles, Part part) {
    boolean ahead = hasRoom && !later.isEmpty();
    Set<SparseTile> empty = new HashSet<>(tiles);
    List<SelectedTile> decoded = selector.select(tiles, ahead ? whole : part.slab);
    for (SelectedTile selected : decoded) {
      SelectedTile cells = selected.compact();
      empty.remove(cells.tile());
      part.add(ahead ? within(part.slab, cells) : cells);
      if (ahead) {
        later.forEach(other -> keep(cells, other));
      }
    }
    part.missing.removeAll(empty);
    if (ahead) {
      later.forEach(other -> other.missing.removeAll(empty));
    }
  }

  /**
   * Keeps the cells of a tile for a later part, unless the part has them, or the budget has no
   * room.
   */
  private void keep(SelectedTile cells, Part other) {
    if (hasRoom && other.missing.contains(cells.tile())) {
      SelectedTile some = within(other.slab, cells);
      long bytes = some.selected == 0 ? 0 : some.heldBytes();
      if (hasRoomFor(bytes)) {
        held += bytes;
        other.add(some);
      }
    }
  }

  private boolean hasRoomFor(long bytes) {
    long more = Math.max(0, held + bytes - reserved);
    if (more > 0) {
      hasRoom = scope.tryTake(more + spareBytes);
      if (hasRoom) {
        scope.giveBack(spareBytes);
        reserved += more;
      }
    }
    return hasRoom;
  }

  /** Returns the cells of a tile that are in a slab. All rows must be selected. */
  private static SelectedTile within(Slab slab, SelectedTile cells) {
    if (slab.holds(cells.tile())) {
      return cells;
    }
    RowSelection rows = new RowSelection(cells.size());
    slab.select(cells, rows);
    return cells.select(rows).compact();
  }

  /**
   * Cuts a part until its cells fit in memory, as far as that is possible. Returns the first part;
   * the others become later parts.
   */
  private Part firstOf(Part part) {
    Part first = part;
    while (first.bytes > slabBytes) {
      List<Slab> cuts = slabs.cut(first.slab, first.cells);
      if (cuts.isEmpty()) {
        return first;
      }
      first = cut(first, cuts);
    }
    return first;
  }

  private Part cut(Part part, List<Slab> cuts) {
    List<Part> parts = new ArrayList<>();
    for (Slab slab : cuts) {
      parts.add(new Part(slab, slab.tiles()));
    }
    Set<SparseTile> decoded = new HashSet<>();
    for (int i = 0; i < part.cells.size(); i++) {
      SelectedTile cells = part.cells.set(i, null); // frees memory of cells that are copied
      decoded.add(cells.tile());
      parts.get(0).add(within(parts.get(0).slab, cells));
      parts.subList(1, parts.size()).forEach(other -> keep(cells, other));
    }
    for (Part each : parts) {
      // A tile that is neither missing nor decoded has no cells.
      each.missing.removeIf(tile -> !part.missing.contains(tile) && !decoded.contains(tile));
    }
    for (int i = parts.size() - 1; i > 0; i--) {
      later.push(parts.get(i));
    }
    return parts.get(0);
  }

  /** Returns the memory of later parts to the budget. */
  @Override
  public void close() {
    scope.giveBack(reserved);
    reserved = 0;
    held = 0;
  }
}
