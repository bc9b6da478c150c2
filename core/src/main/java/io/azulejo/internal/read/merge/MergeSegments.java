package io.azulejo.internal.read.merge;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.snapshot.fragment.TileEdges;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Divides the tiles of a merge into those that can go on as they are, because no cell of another
 * fragment comes between their own and a tile of the result begins where they do, and those whose
 * cells are to be put in order together.
 */
final class MergeSegments {
  private final CellKeys order;
  private final Map<SparseFragment, Ends> ends = new IdentityHashMap<>();

  /**
   * Some tiles, after all of those before.
   *
   * @param alone whether each of them can be a tile of the result, if one begins there; they are in
   *     order then
   */
  record Segment(List<SparseTile> tiles, boolean alone) {}

  /** Where the tiles of a fragment begin and end at the most, and the same in order. */
  private record Ends(TileExtremes lows, TileExtremes highs, List<SparseTile> tiles) {}

  private MergeSegments(CellKeys order) {
    this.order = order;
  }

  /**
   * The segments, in order.
   *
   * @param tiles all tiles
   * @param capacity the cells of a tile of the result
   * @param candidate whether a tile might go on as it is
   * @param edges the first and last cells of the tiles of a fragment, as far as they are known
   */
  static List<Segment> of(
      List<SparseTile> tiles,
      CellKeys order,
      long capacity,
      Predicate<SparseTile> candidate,
      Function<SparseFragment, Optional<TileEdges>> edges) {
    List<SparseTile> candidates =
        tiles.stream().filter(tile -> tile.cells() == capacity && candidate.test(tile)).toList();
    MergeSegments segments = new MergeSegments(order);
    if (candidates.isEmpty() || !segments.findEnds(tiles, edges)) {
      return List.of(new Segment(tiles, false));
    }
    return segments.divide(tiles, segments.alone(candidates, tiles), capacity);
  }

  /** Finds where tiles begin and end; returns whether that is known of all of them. */
  private boolean findEnds(
      List<SparseTile> tiles, Function<SparseFragment, Optional<TileEdges>> edges) {
    Map<SparseFragment, List<SparseTile>> byOwner = new IdentityHashMap<>();
    for (SparseTile tile : tiles) {
      byOwner.computeIfAbsent(tile.owner(), owner -> new ArrayList<>()).add(tile);
    }
    for (Map.Entry<SparseFragment, List<SparseTile>> entry : byOwner.entrySet()) {
      SparseFragment owner = entry.getKey();
      Optional<TileEdges> known = edges.apply(owner);
      if (known.isEmpty() && order.isHilbert()) {
        return false;
      }
      TileExtremes lows =
          known.isPresent()
              ? TileExtremes.cells(owner, known.get(), false)
              : TileExtremes.corners(owner, false);
      TileExtremes highs =
          known.isPresent()
              ? TileExtremes.cells(owner, known.get(), true)
              : TileExtremes.corners(owner, true);
      if (highs.unknown) {
        return false;
      }
      ends.put(owner, new Ends(lows, highs, entry.getValue()));
    }
    return true;
  }

  private TileExtremes lows(SparseTile tile) {
    return ends.get(tile.owner()).lows;
  }

  private TileExtremes highs(SparseTile tile) {
    return ends.get(tile.owner()).highs;
  }

  private int compareLows(SparseTile a, SparseTile b) {
    return order.compare(lows(a), a.number(), lows(b), b.number());
  }

  private int compareHighs(SparseTile a, SparseTile b) {
    return order.compare(highs(a), a.number(), highs(b), b.number());
  }

  /**
   * Those of some tiles with which no tile of another fragment overlaps: as many of these begin at
   * the latest where the tile ends as end before it begins.
   */
  private List<SparseTile> alone(List<SparseTile> candidates, List<SparseTile> tiles) {
    Sorted all = new Sorted(tiles);
    Map<SparseFragment, Sorted> own = new IdentityHashMap<>();
    List<SparseTile> alone = new ArrayList<>();
    for (SparseTile tile : candidates) {
      Sorted same = own.computeIfAbsent(tile.owner(), o -> new Sorted(ends.get(o).tiles));
      int beginning = all.beginningUntilEndOf(tile) - same.beginningUntilEndOf(tile);
      int ended = all.endedBefore(tile) - same.endedBefore(tile);
      if (beginning == ended) {
        alone.add(tile);
      }
    }
    alone.sort(this::compareApart);
    return alone;
  }

  /** Tiles by where they begin, and by where they end. */
  private final class Sorted {
    private final List<SparseTile> byLow;
    private final List<SparseTile> byHigh;

    Sorted(List<SparseTile> tiles) {
      byLow = sorted(tiles, MergeSegments.this::compareLows);
      byHigh = sorted(tiles, MergeSegments.this::compareHighs);
    }

    private static List<SparseTile> sorted(
        List<SparseTile> tiles, Comparator<SparseTile> comparator) {
      List<SparseTile> sorted = new ArrayList<>(tiles);
      sorted.sort(comparator);
      return sorted;
    }

    int beginningUntilEndOf(SparseTile tile) {
      return first(
          byLow,
          other -> order.compare(lows(other), other.number(), highs(tile), tile.number()) > 0);
    }

    int endedBefore(SparseTile tile) {
      return first(
          byHigh,
          other -> order.compare(highs(other), other.number(), lows(tile), tile.number()) >= 0);
    }
  }

  /** The first of some tiles of which something holds, as of all that follow. */
  private static int first(List<SparseTile> tiles, Predicate<SparseTile> holds) {
    int low = 0;
    int high = tiles.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (holds.test(tiles.get(middle))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Compares two tiles that do not overlap, or are of one fragment. */
  private int compareApart(SparseTile a, SparseTile b) {
    return a.owner() == b.owner() ? Integer.compare(a.number(), b.number()) : compareLows(a, b);
  }

  /**
   * Lays the tiles that are alone between the others. Those that would not begin where a tile of
   * the result does are put in order with the others around them.
   */
  private List<Segment> divide(List<SparseTile> tiles, List<SparseTile> alone, long capacity) {
    Map<SparseTile, Boolean> isAlone = new IdentityHashMap<>();
    alone.forEach(tile -> isAlone.put(tile, true));
    List<List<SparseTile>> between = new ArrayList<>();
    for (int i = 0; i <= alone.size(); i++) {
      between.add(new ArrayList<>());
    }
    for (SparseTile tile : tiles) {
      if (!isAlone.containsKey(tile)) {
        between.get(first(alone, other -> compareApart(other, tile) > 0)).add(tile);
      }
    }
    List<Segment> segments = new ArrayList<>();
    List<SparseTile> mixed = new ArrayList<>();
    List<SparseTile> run = new ArrayList<>();
    long cells = 0;
    for (int i = 0; i <= alone.size(); i++) {
      if (!between.get(i).isEmpty()) {
        end(run, true, segments);
        run = new ArrayList<>();
        mixed.addAll(between.get(i));
        cells += between.get(i).stream().mapToLong(tile -> tile.cells()).sum();
      }
      if (i == alone.size()) {
        break;
      }
      if (cells % capacity == 0) {
        end(mixed, false, segments);
        mixed = new ArrayList<>();
        run.add(alone.get(i));
      } else {
        mixed.add(alone.get(i));
      }
    }
    end(run, true, segments);
    end(mixed, false, segments);
    return segments;
  }

  private static void end(List<SparseTile> tiles, boolean alone, List<Segment> segments) {
    if (!tiles.isEmpty()) {
      tiles.sort(
          alone ? (a, b) -> 0 : Comparator.comparingInt((SparseTile tile) -> -tile.owner().age()));
      segments.add(new Segment(tiles, alone));
    }
  }
}
