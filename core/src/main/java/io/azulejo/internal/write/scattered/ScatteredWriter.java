package io.azulejo.internal.write.scattered;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
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
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes cells to a dense array that come in any order, with their coordinates: all tiles that have
 * some of them, as a whole. Cells are sorted when all are there; then tiles are put together one
 * after another.
 */
public final class ScatteredWriter implements CellSink {
  private static final int BLOCK = 1024;

  private final WritableArray array;
  private final ArraySchema schema;
  private final TileNumbers numbers;
  private final TileSet touched;
  private final TileCollector tiles;
  private final DenseCellSort cells;
  private final long[] keys = new long[BLOCK];
  private final long[] found = new long[BLOCK];

  /**
   * A writer of the cells of the subarray of a request.
   *
   * @param missing what becomes of cells that do not come
   * @param time the milliseconds since 1970 that the cells are of
   * @param stored what the array holds, if that is needed
   * @throws InvalidRequestException if the request does not fit the array
   */
  public ScatteredWriter(
      WritableArray array,
      WriteRequest request,
      MissingCells missing,
      long time,
      Resources resources,
      Supplier<StoredCells> stored) {
    this.array = array;
    this.schema = array.schema().schema();
    requireFit(request, array);
    NDRange part = WritePart.of(schema, request.subarray());
    this.numbers = new TileNumbers(schema, part);
    this.touched = new TileSet(resources.budget());
    boolean kept = missing == MissingCells.KEPT;
    this.tiles =
        new TileCollector(
            array,
            new TimeRange(time, time),
            request.maxFragmentSize(),
            numbers,
            missing == MissingCells.REFUSED,
            kept
                ? new KeptValues(schema, stored.get(), resources.budget())
                : new FillValues(schema),
            resources);
    this.cells = new DenseCellSort(array, part, request.duplicates(), tiles, resources);
  }

  private static void requireFit(WriteRequest request, WritableArray array) {
    if (!array.schema().schema().isDense()) {
      throw new InvalidRequestException(
          "no cells of a sparse array are missing: leave out what becomes of such",
          array.location().toString());
    }
    Layout layout = request.layout().orElse(Layout.UNORDERED);
    if (layout != Layout.UNORDERED) {
      throw new InvalidRequestException(
          "cells with coordinates come in any order, not in %s order: leave the layout out, or, for cells in that order without coordinates, what becomes of missing ones"
              .formatted(layout),
          array.location().toString());
    }
    for (Attribute attribute : array.schema().schema().attributes()) {
      if (attribute.order() != DataOrder.UNORDERED) {
        throw new InvalidRequestException(
            "the values of \"%s\" are promised to be in %s order, which is checked as they come: write them in the order of their coordinates, without saying what becomes of missing cells"
                .formatted(attribute.name(), attribute.order()),
            array.location().toString());
      }
    }
  }

  @Override
  public void append(CellColumn[] columns, int rows) {
    cells.add(columns, rows);
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
    List<TileBoxes.Group> boxes = TileBoxes.of(numbers, touched.all());
    touched.close();
    if (boxes.size() > 1) {
      array.requireVersion(
          array.writeVersion().splitsDirectories(),
          "commit several fragments at once, as %d boxes of tiles ask for".formatted(boxes.size()));
    }
    tiles.begin(boxes);
    cells.end();
    return tiles.names();
  }

  @Override
  public void close() {
    Cleanup.runAll(List.of(touched::close, cells::close, tiles::close));
  }
}
