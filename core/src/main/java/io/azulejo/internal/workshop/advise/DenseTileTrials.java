package io.azulejo.internal.workshop.advise;

import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Trials of tile extents for a dense array. For each choice of extents, counts the tiles that
 * random boxes and slices of the non-empty domain overlap.
 */
final class DenseTileTrials {
  private static final long[] TARGETS = {4 << 10, 16 << 10, 64 << 10, 256 << 10};

  private final ArraySchema schema;
  private final TileTrials trials;
  private final double[] lengths;
  private final double[] distances;

  private DenseTileTrials(Snapshot array, NDRange box, double bytesPerCell) {
    this.schema = array.schema().schema();
    this.trials = new TileTrials(array, bytesPerCell);
    this.lengths = new double[box.size()];
    this.distances = new double[box.size()];
    for (int d = 0; d < lengths.length; d++) {
      Range.Longs range = (Range.Longs) box.get(d);
      Range.Longs domain = (Range.Longs) schema.dimensions().get(d).domain().orElseThrow();
      lengths[d] = unsigned(range.high() - range.low()) + 1;
      distances[d] = unsigned(range.low() - domain.low());
    }
  }

  private static double unsigned(long number) {
    return (number >>> 1) * 2.0 + (number & 1);
  }

  static List<Advice.TileTrial> of(Snapshot array, double bytesPerCell) {
    ArraySchema schema = array.schema().schema();
    Optional<NDRange> box = NonEmptyDomain.of(schema, array.fragments());
    return box.isEmpty() ? List.of() : new DenseTileTrials(array, box.get(), bytesPerCell).run();
  }

  private List<Advice.TileTrial> run() {
    TileGrid grid = TileGrid.of(schema);
    long[] now = new long[lengths.length];
    for (int d = 0; d < now.length; d++) {
      now[d] = grid.extent(d);
    }
    List<long[]> seen = new ArrayList<>();
    tryExtents(now, now, seen);
    for (long target : TARGETS) {
      tryExtents(withEqualLengths(target), now, seen);
      tryExtents(withEqualCounts(target), now, seen);
    }
    return trials.weighed();
  }

  /**
   * Returns extents that divide each dimension into about the same number of tiles.
   *
   * @param target the approximate number of cells per tile
   */
  private long[] withEqualCounts(long target) {
    double all = 1;
    for (double length : lengths) {
      all *= length;
    }
    double factor = Math.min(1, Math.pow(target / all, 1.0 / lengths.length));
    long[] extents = new long[lengths.length];
    for (int d = 0; d < extents.length; d++) {
      extents[d] = Math.max(1, Math.round(lengths[d] * factor));
    }
    return extents;
  }

  /**
   * Returns extents of equal length. A dimension that is shorter than this length gets one tile.
   *
   * @param target the approximate number of cells per tile
   */
  private long[] withEqualLengths(long target) {
    long[] extents = new long[lengths.length];
    boolean[] whole = new boolean[lengths.length];
    for (int round = 0; round < lengths.length; round++) {
      double rest = target;
      int free = 0;
      for (int d = 0; d < extents.length; d++) {
        rest /= whole[d] ? lengths[d] : 1;
        free += whole[d] ? 0 : 1;
      }
      double side = Math.max(1, Math.pow(rest, 1.0 / Math.max(1, free)));
      for (int d = 0; d < extents.length; d++) {
        whole[d] |= side >= lengths[d];
        extents[d] = whole[d] ? (long) lengths[d] : Math.round(side);
      }
    }
    return extents;
  }

  private void tryExtents(long[] extents, long[] now, List<long[]> seen) {
    boolean current = extents == now;
    if (!current && seen.stream().anyMatch(other -> Arrays.equals(other, extents))) {
      return;
    }
    seen.add(extents);
    RepackRequest layout = RepackRequest.DEFAULT;
    StringBuilder text = new StringBuilder();
    long cells = 1;
    for (int d = 0; d < extents.length; d++) {
      Dimension dimension = schema.dimensions().get(d);
      if (extents[d] != now[d]) {
        layout = layout.extent(dimension.name(), extents[d]);
      }
      text.append(d == 0 ? "" : " x ").append(dimension.name()).append(' ').append(extents[d]);
      cells *= extents[d];
    }
    if (current || trials.schema(layout).isPresent()) {
      trials.add(layout, text.toString(), cells, touched(extents), current);
    }
  }

  private TileTrials.TileOverlaps touched(long[] extents) {
    Random random = new Random(2);
    double byBox = 0;
    double bySlice = 0;
    for (int i = 0; i < TileTrials.QUERIES; i++) {
      double tiles = 1;
      for (int d = 0; d < extents.length; d++) {
        tiles *= along(d, extents[d], trials.boxPart() * lengths[d], random);
      }
      byBox += tiles;
      for (int thin = 0; thin < extents.length; thin++) {
        double slice = 1;
        for (int d = 0; d < extents.length; d++) {
          slice *= along(d, extents[d], d == thin ? 1 : lengths[d], random);
        }
        bySlice += slice;
      }
    }
    return new TileTrials.TileOverlaps(
        byBox / TileTrials.QUERIES, bySlice / TileTrials.QUERIES / extents.length);
  }

  /**
   * Returns the number of tiles along a dimension that a randomly placed range overlaps.
   *
   * @param extent the tile extent (cells)
   * @param length the length of the range (cells)
   */
  private double along(int d, double extent, double length, Random random) {
    double cells = Math.max(1, Math.floor(length));
    double from = distances[d] + Math.floor(random.nextDouble() * (lengths[d] - cells + 1));
    return Math.floor((from + cells - 1) / extent) - Math.floor(from / extent) + 1;
  }
}
