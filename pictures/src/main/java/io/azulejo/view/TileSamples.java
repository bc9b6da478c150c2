package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.error.CancelledException;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;

/**
 * An overview of a window of a dense array that has too many cells to be read: the window is cut
 * into blocks, and the tile in the middle of each stands for the block. What the statistics of the
 * tile say is taken from there, so that it is not read.
 */
final class TileSamples {
  private static final int MOST_BLOCKS = 64;
  private static final int FEWEST_BLOCKS = 16;

  /** After so long it is known how long a block takes. */
  private static final double TRIAL_NANOS = 1e9;

  private static final double PATIENCE_NANOS = 5e9;

  private final Array array;
  private final Subarray part;
  private final Optional<Condition> condition;
  private final PageField x;
  private final PageField y;
  private final PageField value;

  TileSamples(
      Array array,
      Subarray part,
      Optional<Condition> condition,
      PageField x,
      PageField y,
      PageField value) {
    this.array = array;
    this.part = part;
    this.condition = condition;
    this.x = x;
    this.y = y;
    this.value = value;
  }

  /** Fills the bins, from as many tiles as can be looked at while somebody waits. */
  WindowCells.Filling fill(BinGrid bins) {
    int blocks = MOST_BLOCKS;
    while (!fill(bins, blocks)) {
      blocks /= 2;
    }
    String note =
        "an overview: one tile stands for each of %d × %d blocks; zoom in to see all cells"
            .formatted(blocks(x, bins.width(), blocks), blocks(y, bins.height(), blocks));
    return new WindowCells.Filling(1, note);
  }

  /** How many blocks there are along an axis: no more than tiles. */
  private int blocks(PageField field, int bins, int most) {
    if (field == null) {
      return 1;
    }
    Range.Longs range = range(field);
    Dimension dimension = array.schema().dimension(field.name()).orElseThrow();
    double length = (double) range.high() - range.low() + 1;
    double tiles = dimension.extent().map(e -> length / dimension.tileLength()).orElse(1.0);
    return (int) Math.max(1, Math.min(Math.ceil(tiles), Math.min(bins, most)));
  }

  /** Fills the bins; false if that would take too long, as the first blocks show. */
  private boolean fill(BinGrid bins, int most) {
    int across = blocks(x, bins.width(), most);
    int upwards = blocks(y, bins.height(), most);
    Range.Longs rangeX = range(x);
    Range.Longs rangeY = y == null ? null : range(y);
    long began = System.nanoTime();
    int done = 0;
    for (int by = 0; by < upwards; by++) {
      Optional<Range> tileY = y == null ? Optional.empty() : tile(y, rangeY, by, upwards);
      int[] ys = y == null ? new int[] {0, 1} : places(bins, rangeY, by, upwards, false);
      for (int bx = 0; bx < across; bx++) {
        if (Thread.interrupted()) {
          throw new CancelledException("nobody waits for it");
        }
        Optional<Range> tileX = tile(x, rangeX, bx, across);
        if (tileX.isPresent() && (y == null || tileY.isPresent())) {
          block(bins, tileX.get(), tileY, places(bins, rangeX, bx, across, true), ys);
        }
        done++;
        double taken = System.nanoTime() - began;
        double needed = taken / done * across * upwards;
        // The first blocks take longer, as tables are loaded for them.
        if (taken > TRIAL_NANOS && most > FEWEST_BLOCKS && needed > PATIENCE_NANOS) {
          return false;
        }
      }
    }
    return true;
  }

  private Range.Longs range(PageField field) {
    return (Range.Longs) part.ranges().get(field.name()).get(0);
  }

  /** The tile in the middle of one of so many parts of a range, as far as it is in that part. */
  private Optional<Range> tile(PageField field, Range.Longs range, int index, int parts) {
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

  /** The bins from the first to the last place of a part of a range, the last one excluded. */
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
    Subarray box = Subarray.ALL;
    for (var entry : part.ranges().entrySet()) {
      String name = entry.getKey();
      if (!name.equals(x.name()) && (y == null || !name.equals(y.name()))) {
        box = box.and(name, entry.getValue());
      }
    }
    box = box.and(x.name(), tileX);
    if (tileY.isPresent()) {
      box = box.and(y.name(), tileY.get());
    }
    NDRange written = array.nonEmptyDomain().orElseThrow();
    List<Dimension> dimensions = array.schema().dimensions();
    for (int d = 0; d < dimensions.size(); d++) {
      if (!box.ranges().containsKey(dimensions.get(d).name())) {
        box = box.and(dimensions.get(d).name(), written.get(d));
      }
    }
    ReadRequest request = ReadRequest.ALL.subarray(box).cells(ReadRequest.Cells.WRITTEN);
    request = condition.map(request::where).orElse(request);
    if (value == null) {
      Batch answer = array.read(request).aggregate("count()");
      double cells = answer.column(0).getLong(0);
      if (cells > 0) {
        double all = cells(box);
        bins.fill(xs[0], xs[1], ys[0], ys[1], cells / all * perBin(bins), 1, 1, 1);
      }
      return;
    }
    Batch answer = array.read(request).aggregate(Aggregation.of(summary()));
    if (Double.isNaN(answer.column(0).getDouble(0)) && value.type().isFloatingPoint()) {
      // What is not a number counts for nothing, here as elsewhere.
      Condition number = Condition.field(value.name()).isNotNan();
      request = request.where(condition.map(c -> c.and(number)).orElse(number));
      answer = array.read(request).aggregate(Aggregation.of(summary()));
    }
    if (answer.column(3).getLong(0) > 0) {
      bins.fill(
          xs[0],
          xs[1],
          ys[0],
          ys[1],
          1,
          answer.column(0).getDouble(0),
          number(answer.column(1)),
          number(answer.column(2)));
    }
  }

  /** How many cells a bin has at the most. */
  private double perBin(BinGrid bins) {
    return cells(part) / ((double) bins.width() * bins.height());
  }

  private double cells(Subarray box) {
    NDRange written = array.nonEmptyDomain().orElseThrow();
    List<Dimension> dimensions = array.schema().dimensions();
    double cells = 1;
    for (int d = 0; d < dimensions.size(); d++) {
      List<Range> ranges =
          box.ranges().getOrDefault(dimensions.get(d).name(), List.of(written.get(d)));
      Range.Strided range = Range.Strided.of(ranges.get(0));
      cells *= (double) range.high() - range.low() + 1;
    }
    return cells;
  }

  private List<Aggregate> summary() {
    return List.of(
        Aggregate.mean(value.name()),
        Aggregate.min(value.name()),
        Aggregate.max(value.name()),
        Aggregate.count(value.name()));
  }

  private double number(Column column) {
    return value.type().isFloatingPoint() ? column.getDouble(0) : value.number(column.getLong(0));
  }
}
