package io.azulejo.internal.maintain.advise;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.maintain.repack.NewLayout;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Weighs layouts of tiles: what boxes and slices take that read them. */
final class TileTrials {
  /** The part of all cells that a box has. */
  static final double BOX = 0.01;

  /** How many boxes, and how many slices along each dimension. */
  static final int QUERIES = 48;

  /** What a tile takes besides its cells: to be found, fetched and begun. */
  private static final double BYTES_OF_TILE = 16 << 10;

  /** Another layout has to save one part in so many. */
  private static final double WORTH = 0.8;

  private final Snapshot array;
  private final double bytesPerCell;
  private final List<Advice.TileTrial> trials = new ArrayList<>();

  TileTrials(Snapshot array, double bytesPerCell) {
    this.array = array;
    this.bytesPerCell = bytesPerCell;
  }

  /** How many tiles queries touch on average. */
  record Touched(double byBox, double bySlice) {}

  /** The schema with a layout, if there can be one. */
  Optional<ArraySchema> schema(RepackRequest layout) {
    try {
      return Optional.of(NewLayout.of(array, layout));
    } catch (InvalidRequestException e) {
      return Optional.empty();
    }
  }

  /** The part of the cells that a box has along each dimension. */
  double boxPart() {
    return Math.pow(BOX, 1.0 / array.schema().schema().dimensions().size());
  }

  /** The bytes of a tile. */
  double bytes(double cellsPerTile) {
    return cellsPerTile * bytesPerCell;
  }

  void add(RepackRequest layout, String text, long cellsPerTile, Touched touched, boolean current) {
    double bytes = bytes(cellsPerTile) + BYTES_OF_TILE;
    double cost = Math.sqrt(touched.byBox * bytes * touched.bySlice * bytes);
    trials.add(
        new Advice.TileTrial(
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

  /** All that was tried, what is there first, then the best first, with the best marked. */
  List<Advice.TileTrial> weighed() {
    List<Advice.TileTrial> sorted = new ArrayList<>(trials);
    sorted.sort(
        Comparator.comparing((Advice.TileTrial trial) -> !trial.current())
            .thenComparingDouble(Advice.TileTrial::cost));
    boolean better = sorted.size() > 1 && sorted.get(1).cost() < WORTH * sorted.get(0).cost();
    int best = better ? 1 : 0;
    List<Advice.TileTrial> weighed = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      Advice.TileTrial t = sorted.get(i);
      weighed.add(
          new Advice.TileTrial(
              t.layout(),
              t.text(),
              t.cellsPerTile(),
              t.tilesPerBox(),
              t.tilesPerSlice(),
              t.boxPart(),
              t.cost(),
              t.current(),
              i == best));
    }
    return weighed;
  }
}
