package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.error.CancelledException;
import io.azulejo.plot.bins.DenseParts;
import io.azulejo.plot.bins.NumberField;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;

/**
 * An overview of a window of a dense array that has too many cells to read. It divides the window
 * into blocks. Each block shows the tile at its center. If the tile's statistics suffice, the tile
 * is not read.
 *
 * @param cells the cells of the window, with one range for each axis
 */
record TileSamples(Array array, Selection cells, PlotWindow window) {
  private static final int MOST_BLOCKS = 64;
  private static final int FEWEST_BLOCKS = 16;

  /** The time in nanoseconds after which the time per block is known well enough. */
  private static final double TRIAL_NANOS = 1e9;

  private static final double PATIENCE_NANOS = 5e9;

  /**
   * Fills the bins. Starts over with fewer blocks if the tiles cannot be read in reasonable time.
   */
  WindowCells.Filling fill(BinGrid bins) {
    int blocks = MOST_BLOCKS;
    while (!fill(bins, blocks)) {
      blocks /= 2;
    }
    String note =
        "overview: each of %d × %d blocks shows one tile; zoom in to see all cells"
            .formatted(
                blocks(window.x(), bins.width(), blocks),
                blocks(window.y(), bins.height(), blocks));
    return new WindowCells.Filling(1, note);
  }

  /** Returns the number of blocks along an axis, at most one for each tile and each bin. */
  private int blocks(NumberField field, int bins, int most) {
    if (field == null) {
      return 1;
    }
    Range.Longs range = range(field);
    Dimension dimension = array.schema().dimension(field.name()).orElseThrow();
    double length = (double) range.high() - range.low() + 1;
    double tiles = dimension.extent().map(e -> length / dimension.tileLength()).orElse(1.0);
    return (int) Math.max(1, Math.min(Math.ceil(tiles), Math.min(bins, most)));
  }

  /** Fills the bins, or returns false if the first blocks show that this would take too long. */
  private boolean fill(BinGrid bins, int most) {
    int across = blocks(window.x(), bins.width(), most);
    int upwards = blocks(window.y(), bins.height(), most);
    Range.Longs rangeX = range(window.x());
    Range.Longs rangeY = window.y() == null ? null : range(window.y());
    long began = System.nanoTime();
    int done = 0;
    for (int by = 0; by < upwards; by++) {
      Optional<Range> tileY =
          window.y() == null ? Optional.empty() : tile(window.y(), rangeY, by, upwards);
      int[] ys = window.y() == null ? new int[] {0, 1} : places(bins, rangeY, by, upwards, false);
      for (int bx = 0; bx < across; bx++) {
        if (Thread.interrupted()) {
          throw new CancelledException("the client closed the connection");
        }
        Optional<Range> tileX = tile(window.x(), rangeX, bx, across);
        if (tileX.isPresent() && (window.y() == null || tileY.isPresent())) {
          block(bins, tileX.get(), tileY, places(bins, rangeX, bx, across, true), ys);
        }
        done++;
        double taken = System.nanoTime() - began;
        double needed = taken / done * across * upwards;
        // The time of the first blocks is not representative, because they load metadata.
        if (taken > TRIAL_NANOS && most > FEWEST_BLOCKS && needed > PATIENCE_NANOS) {
          return false;
        }
      }
    }
    return true;
  }

  private Range.Longs range(NumberField field) {
    return (Range.Longs) cells.part().ranges().get(field.name()).get(0);
  }

  /**
   * Returns the tile at the center of a block along an axis, clipped to the block. Empty if the
   * block has no coordinates.
   *
   * @param range the range of the axis, which is divided into equal blocks
   * @param index the number of the block
   * @param parts the number of blocks
   */
  private Optional<Range> tile(NumberField field, Range.Longs range, int index, int parts) {
    double length = (double) range.high() - range.low() + 1;
    long low = range.low() + (long) (length * index / parts);
    long high = range.low() + (long) (length * (index + 1) / parts) - 1;
    if (low > high) {
      return Optional.empty();
    }
    ArraySchema schema = array.schema();
    Dimension dimension = schema.dimension(field.name()).orElseThrow();
    long extent = dimension.extent().map(e -> dimension.tileLength()).orElse(Long.MAX_VALUE);
    long origin = ((Range.Longs) dimension.domain().orElseThrow()).low();
    long middle = low + (high - low) / 2;
    long start = middle - Long.remainderUnsigned(middle - origin, extent);
    long end = extent - 1 > high - start ? high : start + extent - 1;
    return Optional.of(Range.of(Math.max(start, low), Math.min(end, high)));
  }

  /**
   * Returns the bins of a block along an axis: the first one and the end, exclusive.
   *
   * @param across whether the axis is x
   */
  private int[] places(BinGrid bins, Range.Longs range, int index, int parts, boolean across) {
    double length = (double) range.high() - range.low() + 1;
    double low = range.low() + Math.floor(length * index / parts);
    double high = range.low() + Math.floor(length * (index + 1) / parts) - 1;
    int first = across ? bins.x(low) : bins.y(low);
    int last = across ? bins.x(high) : bins.y(high);
    int most = across ? bins.width() : bins.height();
    return new int[] {Math.max(0, first), last < 0 ? most : last + 1};
  }

  private void block(BinGrid bins, Range tileX, Optional<Range> tileY, int[] xs, int[] ys) {
    Subarray box = Subarray.of(window.x().name(), tileX);
    if (tileY.isPresent()) {
      box = box.and(window.y().name(), tileY.get());
    }
    for (var entry : cells.part().ranges().entrySet()) {
      if (!box.ranges().containsKey(entry.getKey())) {
        box = box.and(entry.getKey(), entry.getValue());
      }
    }
    box = DenseParts.bounded(array, box);
    Selection block = new Selection(box, cells.condition());
    NumberField value = window.color();
    if (value == null) {
      double written =
          aggregate(block, Aggregation.of(List.of(Aggregate.count()))).column(0).getLong(0);
      if (written > 0) {
        double perBin =
            DenseParts.cells(array, cells.part()) / ((double) bins.width() * bins.height());
        bins.fill(xs, ys, written / DenseParts.cells(array, box) * perBin, 1, 1, 1);
      }
      return;
    }
    Batch answer = aggregate(block, Aggregation.of(summary(value)).skippingNan());
    if (answer.column(3).getLong(0) > 0) {
      double low = value.number(answer.column(1));
      double high = value.number(answer.column(2));
      bins.fill(xs, ys, 1, answer.column(0).getDouble(0), low, high);
    }
  }

  private Batch aggregate(Selection block, Aggregation aggregation) {
    ReadRequest request = block.request().cells(ReadRequest.Cells.WRITTEN);
    return array.read(request).aggregate(aggregation);
  }

  private static List<Aggregate> summary(NumberField value) {
    return List.of(
        Aggregate.mean(value.name()),
        Aggregate.min(value.name()),
        Aggregate.max(value.name()),
        Aggregate.count(value.name()));
  }
}
