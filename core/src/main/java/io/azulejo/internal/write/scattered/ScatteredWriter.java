package io.azulejo.internal.write.scattered;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.dense.OrderedAttributes;
import io.azulejo.internal.write.dense.StoredValues;
import io.azulejo.internal.write.dense.WritePart;
import io.azulejo.internal.write.fragment.CellSink;
import io.azulejo.internal.write.sparse.DenseCellSort;
import io.azulejo.query.MissingCells;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes cells that arrive in any order, with their coordinates, to a dense array. It writes either
 * every tile that contains one of the cells, or a box. The box is the subarray, reduced to the
 * bounding box of the cells in dimensions without a range. When all cells have arrived, it sorts
 * them and assembles the tiles one after another.
 */
public final class ScatteredWriter implements CellSink {
  private static final int BLOCK = 1024;

  /**
   * A box may lack this many cells, plus the number of written cells, before the write is rejected
   * without sorting. Sorting is needed to name a missing cell.
   */
  private static final int FEW = 1 << 16;

  private final WritableArray array;
  private final ArraySchema schema;
  private final WriteRequest request;
  private final boolean refusing;
  private final StoredValues neighbors;

  /** Numbers the tiles of the subarray; null if a box is written. */
  private final @Nullable TileNumbers numbers;

  private final TileSet touched;
  private final TileCollector tiles;
  private final DenseCellSort cells;
  private final long[] keys = new long[BLOCK];
  private final long[] found = new long[BLOCK];

  /**
   * Creates a writer for the subarray of a request.
   *
   * @param missing how to treat missing cells
   * @param time timestamp of the cells in milliseconds since 1970
   * @param neighbors looks up stored values next to a box
   * @param stored supplies the stored cells of the array; called only if missing cells keep them
   * @throws InvalidRequestException if the request does not fit the array
   */
  public ScatteredWriter(
      WritableArray array,
      WriteRequest request,
      MissingCells missing,
      long time,
      Resources resources,
      StoredValues neighbors,
      Supplier<StoredCells> stored) {
    this.array = array;
    this.schema = array.schema().schema();
    this.request = request;
    this.refusing = missing == MissingCells.REFUSED;
    this.neighbors = neighbors;
    requireFit(request, array, request.isBox() && refusing);
    NDRange part = WritePart.of(schema, request.subarray());
    this.numbers = request.isBox() ? null : new TileNumbers(schema, part);
    this.touched = new TileSet(resources.budget());
    boolean kept = missing == MissingCells.KEPT;
    this.tiles =
        new TileCollector(
            array,
            new TimeRange(time, time),
            request.maxFragmentSize(),
            refusing,
            kept
                ? new KeptValues(schema, stored.get(), resources.budget())
                : new FillValues(schema),
            resources);
    this.cells = new DenseCellSort(array, part, request.duplicates(), tiles, resources);
  }

  private static void requireFit(WriteRequest request, WritableArray array, boolean takesOrders) {
    if (!array.schema().schema().isDense()) {
      throw new InvalidRequestException(
          "a sparse array has no missing cells; omit the rule for missing cells",
          array.location().toString());
    }
    Layout layout = request.layout().orElse(Layout.UNORDERED);
    if (layout != Layout.UNORDERED) {
      throw new InvalidRequestException(
          ("cells with coordinates are written in any order, not in %s order; omit the"
                  + " layout, or, for cells in that order without coordinates, the rule for missing"
                  + " cells")
              .formatted(layout),
          array.location().toString());
    }
    for (Attribute attribute : array.schema().schema().attributes()) {
      if (attribute.order() != DataOrder.UNORDERED && !takesOrders) {
        throw new InvalidRequestException(
            ("the values of \"%s\" must be in %s order, which writes check; write them in"
                    + " the order of their coordinates, without a rule for missing cells")
                .formatted(attribute.name(), attribute.order()),
            array.location().toString());
      }
    }
  }

  @Override
  public void append(CellColumn[] columns, int rows) {
    cells.add(columns, rows);
    if (numbers == null) {
      return;
    }
    int first = schema.attributes().size();
    for (int from = 0; from < rows; from += BLOCK) {
      int count = Math.min(BLOCK, rows - from);
      Arrays.fill(found, 0, count, 0);
      for (int d = 0; d < numbers.dimensions(); d++) {
        Datatype type = schema.dimensions().get(d).type();
        CellColumn column = columns[first + d];
        int start = column.start() + from * type.size();
        CoordinateKeys.decode(type, column.data(), start, count, keys);
        numbers.addTiles(d, keys, count, found);
      }
      touched.add(found, count);
    }
  }

  @Override
  public List<FragmentName> finish() {
    if (numbers == null) {
      if (cells.rows() > 0) {
        beginBox();
      }
    } else {
      beginTiles(numbers);
    }
    cells.end();
    return tiles.names();
  }

  private void beginTiles(TileNumbers numbers) {
    List<TileBoxes.Group> boxes = TileBoxes.of(numbers, touched.all());
    touched.close();
    if (boxes.size() > 1) {
      array.requireVersion(
          array.writeVersion().splitsDirectories(),
          "commit several fragments at once, as %d boxes of tiles require".formatted(boxes.size()));
    }
    tiles.begin(numbers, boxes);
  }

  private void beginBox() {
    List<Range> ranges = new ArrayList<>();
    BigInteger volume = BigInteger.ONE;
    NDRange part = WritePart.of(schema, request.subarray());
    for (int d = 0; d < part.size(); d++) {
      Datatype type = schema.dimensions().get(d).type();
      boolean given = request.subarray().ranges().containsKey(schema.dimensions().get(d).name());
      Range.Longs range =
          given
              ? (Range.Longs) part.get(d)
              : new Range.Longs(
                  CoordinateKeys.toInteger(type, cells.low(d)),
                  CoordinateKeys.toInteger(type, cells.high(d)));
      BigInteger length =
          BigInteger.valueOf(CoordinateKeys.ofInteger(type, range.high()))
              .subtract(BigInteger.valueOf(CoordinateKeys.ofInteger(type, range.low())))
              .add(BigInteger.ONE);
      volume = volume.multiply(length);
      ranges.add(range);
    }
    NDRange box = new NDRange(ranges);
    BigInteger few = BigInteger.valueOf(2 * cells.rows() + FEW);
    if (refusing && volume.compareTo(few) > 0) {
      throw new InvalidRequestException(
          ("the box %s has %,d cells, but %,d were written; write all cells, or fill or"
                  + " keep the missing ones (missing: filled or kept)")
              .formatted(WritePart.text(schema, box), volume, cells.rows()));
    }
    // Missing cells are reported before values that are out of order.
    boolean ordered =
        schema.attributes().stream().anyMatch(a -> a.order() != DataOrder.UNORDERED)
            && volume.compareTo(BigInteger.valueOf(cells.rows())) <= 0;
    tiles.beginBox(
        new TileNumbers(schema, box),
        box,
        ordered ? Optional.of(OrderedAttributes.of(schema, box, neighbors)) : Optional.empty());
  }

  @Override
  public void close() {
    Cleanup.runAll(List.of(touched::close, cells::close, tiles::close));
  }
}
