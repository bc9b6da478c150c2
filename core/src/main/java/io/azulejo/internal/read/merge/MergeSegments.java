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
 * Divides the tiles of a merge into segments. A tile can be passed on unchanged if it does not
 * overlap with other fragments and starts at a tile boundary of the result. The cells of all other
 * tiles are sorted together.
 */
final class MergeSegments {
  private final CellKeys order;
  private final Map<SparseFragment, Ends> ends = new IdentityHashMap<>();

  /**
   * A sequence of tiles that follow all tiles of the previous segment.
   *
   * @param alone whether each tile can become a tile of the result unchanged, provided that the
   *     segment starts at a tile boundary; the tiles are then in global order
   */
  record Segment(List<SparseTile> tiles, boolean alone) {}

  /** The lower and upper bounds of a fragment's tiles in global order, and the tiles themselves. */
  private record Ends(TileExtremes lows, TileExtremes highs, List<SparseTile> tiles) {}

  private MergeSegments(CellKeys order) {
    this.order = order;
  }

  /**
   * Divides tiles into segments in global order.
   *
   * @param tiles all tiles of the merge
   * @param capacity cells per tile of the result
   * @param candidate whether a tile may be passed on unchanged
   * @param edges the first and last cells of a fragment's tiles, if known
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

  /** Computes the bounds of all tiles. Returns false if the bounds of any tile are unknown. */
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
   * Returns the candidates that do not overlap with a tile of another fragment, in global order.
   * Two counts over the other fragments decide this: the tiles that start no later than the
   * candidate ends, and the tiles that end before it starts. The candidate is alone if the counts
   * are equal.
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

  /** Tiles sorted by their lower bounds and by their upper bounds. */
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

  /**
   * Returns the index of the first tile that meets a predicate, or the number of tiles. The
   * predicate must hold for all tiles after the first match.
   */
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

  /** Compares two tiles that do not overlap or that belong to the same fragment. */
  private int compareApart(SparseTile a, SparseTile b) {
    return a.owner() == b.owner() ? Integer.compare(a.number(), b.number()) : compareLows(a, b);
  }

  /**
   * Arranges all tiles into segments. A tile that is alone but does not start at a tile boundary of
   * the result is sorted together with the tiles around it.
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
