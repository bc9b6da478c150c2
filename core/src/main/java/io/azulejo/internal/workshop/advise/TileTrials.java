package io.azulejo.internal.workshop.advise;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.workshop.repack.NewLayout;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A comparison of tile layouts by the estimated cost of reading boxes and slices. */
final class TileTrials {
  /** Fraction of the array's cells that a box selects. */
  static final double BOX = 0.01;

  /** Number of boxes to read, and number of slices to read along each dimension. */
  static final int QUERIES = 48;

  /** Fixed cost of reading a tile, expressed as the number of bytes that take the same time. */
  private static final double FIXED_BYTES_PER_TILE = 16 << 10;

  /** Another layout is recommended only if the ratio of new to current cost is below this. */
  private static final double MAX_COST_RATIO = 0.8;

  private final Snapshot array;
  private final double bytesPerCell;
  private final List<AdviceResults.TriedTiles> trials = new ArrayList<>();

  TileTrials(Snapshot array, double bytesPerCell) {
    this.array = array;
    this.bytesPerCell = bytesPerCell;
  }

  /**
   * The average number of tiles to read.
   *
   * @param byBox the average number of tiles that a box overlaps
   * @param bySlice the average number of tiles that a slice overlaps
   */
  record TileOverlaps(double byBox, double bySlice) {}

  /** Returns the array's schema with another layout, or empty if the layout is invalid. */
  Optional<ArraySchema> schema(RepackRequest layout) {
    try {
      return Optional.of(NewLayout.of(array, layout));
    } catch (InvalidRequestException e) {
      return Optional.empty();
    }
  }

  /** Returns the fraction of each dimension that a box covers, from 0 to 1. */
  double boxPart() {
    return Math.pow(BOX, 1.0 / array.schema().schema().dimensions().size());
  }

  /** Returns the estimated size of a tile (bytes). */
  double bytes(double cellsPerTile) {
    return cellsPerTile * bytesPerCell;
  }

  void add(
      RepackRequest layout, String text, long cellsPerTile, TileOverlaps touched, boolean current) {
    double bytes = bytes(cellsPerTile) + FIXED_BYTES_PER_TILE;
    double cost = Math.sqrt(touched.byBox * bytes * touched.bySlice * bytes);
    trials.add(
        new AdviceResults.TriedTiles(
            layout,
            text,
            cellsPerTile,
            touched.byBox,
            touched.bySlice,
            boxPart(),
            cost,
            current,
            false));
  }

  /**
   * Returns all trials and marks the best one. The current layout comes first, then all others by
   * ascending cost.
   */
  List<Advice.TileTrial> weighed() {
    List<AdviceResults.TriedTiles> sorted = new ArrayList<>(trials);
    sorted.sort(
        Comparator.comparing((Advice.TileTrial trial) -> !trial.current())
            .thenComparingDouble(Advice.TileTrial::cost));
    boolean better =
        sorted.size() > 1 && sorted.get(1).cost() < MAX_COST_RATIO * sorted.get(0).cost();
    int best = better ? 1 : 0;
    if (!sorted.isEmpty()) {
      sorted.set(best, sorted.get(best).asBest());
    }
    return List.copyOf(sorted);
  }
}
