package io.azulejo.bench;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadTarget;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.tiledb.java.api.Array;
import io.tiledb.java.api.Context;
import io.tiledb.java.api.NativeArray;
import io.tiledb.java.api.Query;
import io.tiledb.java.api.QueryStatus;
import io.tiledb.java.api.SubArray;
import io.tiledb.java.api.TileDBError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The same reads through the engine and through the classes of TileDB-Java. The dense array has
 * INT32 values in unfiltered tiles of 100 x 100 cells, the sparse array has two INT32 coordinates
 * and a FLOAT64 value in each cell. Each read returns a checksum of its values.
 */
final class DropInReads implements AutoCloseable {
  private static final int TILE = 100;
  private static final int BOX = 10;
  private static final int SPARSE_BUFFER = 1 << 16;

  private final int side;
  private final Azulejo azulejo = Azulejo.create();
  private final io.azulejo.Array dense;
  private final io.azulejo.Array sparse;
  private final Context ctx = new Context();
  private final Array denseFacade;
  private final Array sparseFacade;
  private final ByteBuffer whole;

  /**
   * Opens the arrays in a folder. Creates them if they do not exist.
   *
   * @param side the length of each side of the dense array in cells, a multiple of 100
   * @param points the number of cells of the sparse array
   */
  DropInReads(Path folder, int side, int points) throws TileDBError {
    this.side = side;
    Path densePath = folder.resolve("dense-" + side);
    Path sparsePath = folder.resolve("sparse-" + points);
    if (!Files.exists(densePath)) {
      createDense(densePath);
    }
    if (!Files.exists(sparsePath)) {
      createSparse(sparsePath, points);
    }
    dense = azulejo.open(densePath);
    sparse = azulejo.open(sparsePath);
    denseFacade = new Array(ctx, densePath.toString());
    sparseFacade = new Array(ctx, sparsePath.toString());
    whole = ByteBuffer.allocateDirect(side * side * Integer.BYTES).order(ByteOrder.nativeOrder());
  }

  private void createDense(Path path) {
    ArraySchema schema =
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, side - 1), TILE))
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, side - 1), TILE))
            .attribute(Attribute.of("a", Datatype.INT32))
            .build();
    azulejo.create(path, schema);
    try (ArrayWriter out = azulejo.array(path).writer()) {
      for (int y = 0; y < side; y++) {
        int[] row = new int[side];
        for (int x = 0; x < side; x++) {
          row[x] = y * side + x;
        }
        out.append("a", row);
      }
      out.commit();
    }
  }

  private void createSparse(Path path, int points) {
    int last = Integer.MAX_VALUE / 2;
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, last), 1 << 20))
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, last), 1 << 20))
            .attribute(Attribute.of("v", Datatype.FLOAT64))
            .build();
    azulejo.create(path, schema);
    SplittableRandom random = new SplittableRandom(1);
    int[] x = random.ints(points, 0, last).toArray();
    int[] y = random.ints(points, 0, last).toArray();
    double[] v = random.doubles(points).toArray();
    azulejo
        .array(path)
        .append(Batch.of(Column.ofInts("x", x), Column.ofInts("y", y), Column.ofDoubles("v", v)));
  }

  /** Reads the whole dense array into a direct buffer. */
  long engineDense() {
    dense.read().into(ReadTarget.of("a", whole.clear()));
    return whole.getInt(whole.capacity() / 2 & -Integer.BYTES);
  }

  /** Reads the whole dense array into a direct buffer, through the facade. */
  long facadeDense() throws TileDBError {
    try (Query query = new Query(denseFacade)) {
      query.setDataBuffer("a", whole.clear());
      requireComplete(query.submit());
      return whole.getInt(whole.capacity() / 2 & -Integer.BYTES);
    }
  }

  /** Reads the whole sparse array in batches, and copies them to arrays. */
  long engineSparse() {
    long cells = 0;
    int[] x = new int[SPARSE_BUFFER];
    int[] y = new int[SPARSE_BUFFER];
    double[] v = new double[SPARSE_BUFFER];
    try (BatchReader batches = sparse.read().batches()) {
      for (Batch batch : batches) {
        if (batch.rows() > x.length) {
          x = new int[batch.rows()];
          y = new int[batch.rows()];
          v = new double[batch.rows()];
        }
        batch.column(0).copyTo(x, 0);
        batch.column(1).copyTo(y, 0);
        batch.column(2).copyTo(v, 0);
        cells += batch.rows();
        batches.recycle(batch);
      }
    }
    return cells;
  }

  /** Reads the whole sparse array into arrays that the query fills again and again. */
  long facadeSparse() throws TileDBError {
    long cells = 0;
    try (Query query = new Query(sparseFacade)) {
      query.setLayout(io.tiledb.java.api.Layout.TILEDB_UNORDERED);
      query.setDataBuffer("x", new NativeArray(ctx, SPARSE_BUFFER, Integer.class));
      query.setDataBuffer("y", new NativeArray(ctx, SPARSE_BUFFER, Integer.class));
      query.setDataBuffer("v", new NativeArray(ctx, SPARSE_BUFFER, Double.class));
      QueryStatus status;
      do {
        status = query.submit();
        cells += query.resultBufferElements().get("v").getSecond();
      } while (status == QueryStatus.TILEDB_INCOMPLETE);
      requireComplete(status);
    }
    return cells;
  }

  /** Reads a box of 10 x 10 cells. */
  long engineBox(SplittableRandom random) {
    int y = random.nextInt(side - BOX + 1);
    int x = random.nextInt(side - BOX + 1);
    int[] values =
        dense.read().range("y", y, y + BOX - 1).range("x", x, x + BOX - 1).ints("a").values();
    return values[0] + values[values.length - 1];
  }

  /** Reads a box of 10 x 10 cells with a new query, subarray and array. */
  long facadeBox(SplittableRandom random) throws TileDBError {
    int y = random.nextInt(side - BOX + 1);
    int x = random.nextInt(side - BOX + 1);
    try (Query query = new Query(denseFacade);
        SubArray part = new SubArray(ctx, denseFacade)) {
      part.addRange(0, y, y + BOX - 1, null);
      part.addRange(1, x, x + BOX - 1, null);
      query.setSubarray(part);
      query.setDataBuffer("a", new NativeArray(ctx, BOX * BOX, Integer.class));
      requireComplete(query.submit());
      int[] values = (int[]) query.getBuffer("a");
      return values[0] + values[values.length - 1];
    }
  }

  private static void requireComplete(QueryStatus status) {
    if (status != QueryStatus.TILEDB_COMPLETED) {
      throw new IllegalStateException("the query is " + status);
    }
  }

  @Override
  public void close() {
    denseFacade.close();
    sparseFacade.close();
    ctx.close();
    azulejo.close();
  }
}
