package io.tiledb.java.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Small arrays for tests of queries. */
final class QueryArrays {
  private QueryArrays() {}

  /**
   * Creates a dense array of 4 x 4 cells with the INT32 dimensions y and x from 1 to 4, and writes
   * the numbers 0 to 15 to the INT32 attribute a, and their texts to the attribute s.
   */
  static void grid(Context ctx, String uri) throws TileDBError {
    Domain domain = new Domain(ctx);
    domain.addDimension(new Dimension<>(ctx, "y", Integer.class, new Pair<>(1, 4), 2));
    domain.addDimension(new Dimension<>(ctx, "x", Integer.class, new Pair<>(1, 4), 2));
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_DENSE);
    schema.setDomain(domain);
    schema.addAttribute(new Attribute(ctx, "a", Integer.class));
    schema.addAttribute(new Attribute(ctx, "s", Datatype.TILEDB_STRING_ASCII).setCellVar());
    Array.create(uri, schema);
    int[] numbers = new int[16];
    long[] offsets = new long[16];
    StringBuilder texts = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      numbers[i] = i;
      offsets[i] = texts.length();
      texts.append(i);
    }
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query
          .setLayout(Layout.TILEDB_ROW_MAJOR)
          .setDataBuffer("a", new NativeArray(ctx, numbers, Datatype.TILEDB_INT32))
          .setDataBuffer("s", new NativeArray(ctx, texts.toString(), Datatype.TILEDB_STRING_ASCII))
          .setOffsetsBuffer("s", new NativeArray(ctx, offsets, Datatype.TILEDB_UINT64))
          .submit();
    }
  }

  /**
   * Creates an empty sparse array with the INT64 dimension t from 0 to 999, the nullable INT32
   * attribute a, and 3 cells per tile.
   */
  static void series(Context ctx, String uri) throws TileDBError {
    Domain domain = new Domain(ctx);
    domain.addDimension(new Dimension<>(ctx, "t", Long.class, new Pair<>(0L, 999L), 100L));
    Attribute attribute = new Attribute(ctx, "a", Integer.class);
    attribute.setNullable(true);
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_SPARSE);
    schema.setDomain(domain);
    schema.setCapacity(3);
    schema.addAttribute(attribute);
    Array.create(uri, schema);
  }

  /** Sets the buffers of a write to the sparse array. Cells with the value -1 are null. */
  static Query cells(Context ctx, Query query, long[] times, int[] values) throws TileDBError {
    short[] validity = new short[values.length];
    for (int i = 0; i < values.length; i++) {
      validity[i] = (short) (values[i] == -1 ? 0 : 1);
    }
    return query
        .setDataBuffer("t", new NativeArray(ctx, times, Datatype.TILEDB_INT64))
        .setDataBuffer("a", new NativeArray(ctx, values, Datatype.TILEDB_INT32))
        .setValidityBuffer("a", new NativeArray(ctx, validity, Datatype.TILEDB_UINT8));
  }

  /** Writes cells to the sparse array. */
  static void append(Context ctx, String uri, long[] times, int[] values) throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      cells(ctx, query, times, values).submit();
    }
  }

  /** Returns the coordinates of all cells of the sparse array, in order. */
  static long[] times(Context ctx, String uri) throws TileDBError {
    try (Array array = new Array(ctx, uri);
        Query query = new Query(array)) {
      query.setDataBuffer("t", new NativeArray(ctx, 1000, Datatype.TILEDB_INT64)).submit();
      return (long[]) query.getBuffer("t");
    }
  }

  /** Returns a direct buffer in native byte order. */
  static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}
