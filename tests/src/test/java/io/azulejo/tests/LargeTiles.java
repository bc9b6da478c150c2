package io.azulejo.tests;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.util.List;

/**
 * Writes or reads arrays of large tiles with many threads, to be run in a process of its own whose
 * heap is little more than the memory budget. Arguments: {@code write} or {@code read}, a folder,
 * the MiB of a dense tile, those of the budget, the number of threads. Prints a line for each read.
 */
final class LargeTiles {
  private static final int PIECE = 1 << 18;
  private static final WriteRequest GLOBAL_ORDER = WriteRequest.DEFAULT.layout(Layout.GLOBAL_ORDER);

  private final Azulejo azulejo;
  private final String folder;
  private final long tileCells;

  private LargeTiles(Azulejo azulejo, String folder, long tileCells) {
    this.azulejo = azulejo;
    this.folder = folder;
    this.tileCells = tileCells;
  }

  public static void main(String[] arguments) {
    long tileBytes = Long.parseLong(arguments[2]) << 20;
    try (Azulejo azulejo =
        Azulejo.builder()
            .memoryBudget(Long.parseLong(arguments[3]) << 20)
            .computeThreads(Integer.parseInt(arguments[4]))
            .durable(false)
            .build()) {
      LargeTiles tiles = new LargeTiles(azulejo, arguments[1], tileBytes / Double.BYTES);
      if (arguments[0].equals("write")) {
        tiles.writeDense("none", FilterPipeline.EMPTY);
        tiles.writeDense("zstd", FilterPipeline.of(Filter.zstd(1)));
        tiles.writeDense(
            "shuffle", FilterPipeline.of(Filter.byteShuffle(), Filter.lz4().withLevel(1)));
        tiles.writeSparse();
      } else {
        tiles.readDense("none");
        tiles.readDense("zstd");
        tiles.readDense("shuffle");
        tiles.readSparse();
      }
    }
  }

  private Location location(String name) {
    return Location.of(folder + "/" + name);
  }

  private int rows() {
    return 1 << (63 - Long.numberOfLeadingZeros(tileCells)) / 2;
  }

  private long columns() {
    return tileCells / rows();
  }

  private static double value(long cell) {
    return cell % 1000;
  }

  /** Two by two tiles, in global order, so that no more than a tile is held to write it. */
  private void writeDense(String name, FilterPipeline filters) {
    Location location = location(name);
    int rows = rows();
    long columns = columns();
    azulejo.create(
        location,
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, 2 * rows - 1), rows))
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, 2 * columns - 1), columns))
            .attribute(Attribute.builder("t", Datatype.FLOAT64).filters(filters).build())
            .build());
    long cells = 4 * tileCells;
    try (ArrayWriter out = azulejo.array(location).writer(GLOBAL_ORDER)) {
      for (long from = 0; from < cells; from += PIECE) {
        double[] values = new double[(int) Math.min(PIECE, cells - from)];
        for (int i = 0; i < values.length; i++) {
          values[i] = value(from + i);
        }
        out.append(Batch.of(Column.of("t", Datatype.FLOAT64, values)));
      }
      out.commit();
    }
  }

  private void readDense(String name) {
    Array array = azulejo.open(location(name));
    int rows = rows();
    long columns = columns();
    Subarray across =
        Subarray.of("y", Range.of(rows / 2, rows + rows / 2 - 1))
            .and("x", Range.of(columns / 2, columns + columns / 2 - 1));
    ReadRequest values = ReadRequest.ALL.select("t");
    say(name, "rows", array, values.layout(Layout.ROW_MAJOR));
    say(name, "columns", array, values.layout(Layout.COL_MAJOR));
    say(name, "unordered", array, values.layout(Layout.UNORDERED));
    say(name, "across", array, values.layout(Layout.UNORDERED).subarray(across));
    say(
        name,
        "where",
        array,
        values
            .layout(Layout.UNORDERED)
            .where(Condition.parse("t < 500"))
            .cells(ReadRequest.Cells.MATCHING));
    Batch sum =
        array
            .read(ReadRequest.ALL.where(Condition.parse("t < 500")))
            .aggregate(Aggregation.of(List.of(Aggregate.sum("t"))));
    System.out.printf("%s sum %.0f%n", name, sum.column(0).getDouble(0));
  }

  /** Tiles of an eighth of the bytes, as of these a step holds coordinates, values and answer. */
  private void writeSparse() {
    Location location = location("sparse");
    long capacity = tileCells / 8;
    long cells = 8 * capacity;
    FilterPipeline zstd = FilterPipeline.of(Filter.zstd(1));
    azulejo.create(
        location,
        ArraySchema.sparse()
            .dimension(
                Dimension.builder("k", Datatype.INT64)
                    .domain(Range.of(0, 2 * cells))
                    .extent(cells)
                    .filters(zstd)
                    .build())
            .attribute(Attribute.builder("t", Datatype.FLOAT64).filters(zstd).build())
            .capacity(capacity)
            .build());
    try (ArrayWriter out = azulejo.array(location).writer(GLOBAL_ORDER)) {
      for (long from = 0; from < cells; from += PIECE) {
        int count = (int) Math.min(PIECE, cells - from);
        long[] keys = new long[count];
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
          keys[i] = 2 * (from + i);
          values[i] = value(from + i);
        }
        out.append(
            Batch.of(
                Column.of("k", Datatype.INT64, keys), Column.of("t", Datatype.FLOAT64, values)));
      }
      out.commit();
    }
  }

  private void readSparse() {
    Array array = azulejo.open(location("sparse"));
    ReadRequest request = ReadRequest.ALL;
    say("sparse", "unordered", array, request.layout(Layout.UNORDERED));
    say("sparse", "rows", array, request.layout(Layout.ROW_MAJOR));
    ReadRequest where = request.layout(Layout.ROW_MAJOR).where(Condition.parse("t < 500"));
    say("sparse", "where", array, where);
    Subarray middle = Subarray.of("k", Range.of(tileCells / 2, tileCells));
    say("sparse", "across", array, where.subarray(middle));
  }

  private static void say(String name, String what, Array array, ReadRequest request) {
    long cells = 0;
    double sum = 0;
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        Column values = batch.column("t");
        for (int row = 0; row < batch.rows(); row++) {
          sum += values.getDouble(row);
        }
        cells += batch.rows();
        in.recycle(batch);
      }
    }
    System.out.printf("%s %s %d %.0f%n", name, what, cells, sum);
  }
}
