package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.dense.TileRegion.Runs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges the regions of a tile, if several ranges select cells of it. Each tile is then planned,
 * read and decoded once. Regions with many cells remain separate, because a merged region lists its
 * cells one by one, which is slower than to decode the tile again.
 */
final class RegionMerge {
  /** Maximum number of cells for each region that merging saves. */
  private static final int CELLS_PER_REGION = 10_000;

  /** For each dimension and segment, the number of the segment's tile in this dimension. */
  private final int[][] tiles;

  /** Number of different tiles in each dimension. */
  private final int[] counts;

  /** For each tile, the index of its regions in {@link #byTile}, plus 1; 0 if it has none yet. */
  private final int[] indexes;

  /** The regions of each tile, in the order in which the tiles were first added. */
  private final List<List<BoxRegion>> byTile = new ArrayList<>();

  private RegionMerge(int[][] tiles, int[] counts) {
    this.tiles = tiles;
    this.counts = counts;
    int all = 1;
    for (int count : counts) {
      all *= count;
    }
    this.indexes = new int[all];
  }

  /**
   * Creates a merge of the regions that combine one segment of each dimension. The number of
   * combinations must be an {@code int}.
   *
   * @return null if no tile has several regions
   */
  static @Nullable RegionMerge of(List<List<DenseAxis.Segment>> segments) {
    boolean ascends = true;
    for (List<DenseAxis.Segment> all : segments) {
      for (int i = 1; i < all.size(); i++) {
        ascends &= all.get(i - 1).tile() < all.get(i).tile();
      }
    }
    if (ascends) {
      return null;
    }
    boolean several = false;
    int[][] tiles = new int[segments.size()][];
    int[] counts = new int[segments.size()];
    for (int d = 0; d < tiles.length; d++) {
      List<DenseAxis.Segment> all = segments.get(d);
      long[] sorted = all.stream().mapToLong(DenseAxis.Segment::tile).sorted().distinct().toArray();
      tiles[d] = new int[all.size()];
      counts[d] = sorted.length;
      several |= sorted.length < all.size();
      for (int i = 0; i < tiles[d].length; i++) {
        tiles[d][i] = Arrays.binarySearch(sorted, all.get(i).tile());
      }
    }
    return several ? new RegionMerge(tiles, counts) : null;
  }

  /**
   * Adds a region.
   *
   * @param at the index of the region's segment in each dimension
   */
  void add(BoxRegion region, int[] at) {
    int tile = 0;
    for (int d = 0; d < at.length; d++) {
      tile = tile * counts[d] + tiles[d][at[d]];
    }
    if (indexes[tile] == 0) {
      byTile.add(new ArrayList<>(2));
      indexes[tile] = byTile.size();
    }
    byTile.get(indexes[tile] - 1).add(region);
  }

  /** Returns the merged regions. */
  List<TileRegion> regions() {
    List<TileRegion> merged = new ArrayList<>(byTile.size());
    for (List<BoxRegion> regions : byTile) {
      TileRegion one = regions.size() == 1 ? regions.get(0) : merge(regions);
      if (one == null) {
        merged.addAll(regions);
      } else {
        merged.add(one);
      }
    }
    return merged;
  }

  /** Returns the union of regions, or null if they have too many cells or have cells in common. */
  private static @Nullable TileRegion merge(List<BoxRegion> regions) {
    long cells = 0;
    for (BoxRegion region : regions) {
      cells += region.cells();
    }
    if (cells > (long) CELLS_PER_REGION * (regions.size() - 1)) {
      return null;
    }
    long[] sorted = new long[(int) cells];
    int count = 0;
    for (BoxRegion region : regions) {
      for (Runs runs = region.runs(); runs.next(); ) {
        for (int i = 0; i < runs.count; i++) {
          long cell = runs.cell + i * runs.cellStep;
          sorted[count++] = cell << Integer.SIZE | (runs.place + i * runs.step);
        }
      }
    }
    Arrays.sort(sorted);
    int[] inTile = new int[count];
    int[] places = new int[count];
    for (int i = 0; i < count; i++) {
      inTile[i] = (int) (sorted[i] >>> Integer.SIZE);
      places[i] = (int) sorted[i];
      if (i > 0 && inTile[i] == inTile[i - 1]) {
        return null;
      }
    }
    return new PointRegion(regions.get(0).grid, regions.get(0).tile, inTile, places);
  }
}
