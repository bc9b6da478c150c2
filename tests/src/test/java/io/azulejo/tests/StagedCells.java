package io.azulejo.tests;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.StagedFragments;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Cells of an attribute along one dimension, for tests of staged fragments. */
final class StagedCells {
  static final ArraySchema SPARSE =
      TestSchemas.of("sparse(x INT64 0..1000000/1000) a INT32; capacity 4");

  static final ArraySchema DENSE = TestSchemas.of("dense(x INT64 0..99/10) a INT32");

  private StagedCells() {}

  /** A batch of cells of one value at some coordinates. */
  static Batch batch(int value, long... x) {
    ByteBuffer coordinates = ByteBuffer.allocate(x.length * 8).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer values = ByteBuffer.allocate(x.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (long coordinate : x) {
      coordinates.putLong(coordinate);
      values.putInt(value);
    }
    return Batch.of(
        x.length,
        List.of(
            new FixedColumn("x", Datatype.INT64, 1, x.length, coordinates.array(), null),
            new FixedColumn("a", Datatype.INT32, 1, x.length, values.array(), null)));
  }

  /** Stages cells of one value at some coordinates of a sparse array. */
  static StagedFragments stage(Azulejo engine, Location array, long time, int value, long... x) {
    return stage(engine, array, WriteRequest.DEFAULT, time, value, x);
  }

  static StagedFragments stage(
      Azulejo engine, Location array, WriteRequest request, long time, int value, long... x) {
    try (ArrayWriter out = engine.array(array).writer(request, ChangeOptions.DEFAULT.at(time))) {
      if (x.length > 0) {
        out.append(batch(value, x));
      }
      return out.stage();
    }
  }

  /** Stages cells of one value in a box of a dense array. */
  static StagedFragments stageBox(
      Azulejo engine, Location array, long time, int value, long from, long to) {
    WriteRequest request = WriteRequest.DEFAULT.subarray(Subarray.of("x", from, to));
    int[] values = new int[(int) (to - from + 1)];
    Arrays.fill(values, value);
    try (ArrayWriter out = engine.array(array).writer(request, ChangeOptions.DEFAULT.at(time))) {
      out.append("a", values);
      return out.stage();
    }
  }

  /** Writes cells and commits them. */
  static void write(Azulejo engine, Location array, long time, int value, long... x) {
    TestArrays.append(engine.array(array), time, batch(value, x));
  }

  /** The values of a sparse array by their coordinates. */
  static Map<Long, Integer> read(Azulejo engine, Location array) {
    Map<Long, Integer> cells = new TreeMap<>();
    try (BatchReader in = engine.open(array).read(ReadRequest.ALL).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          cells.put(batch.column("x").getLong(row), batch.column("a").getInt(row));
        }
      }
    }
    return cells;
  }

  /** The values of a dense array that were written, by their coordinates. */
  static Map<Long, Integer> readDense(Azulejo engine, Location array) {
    Map<Long, Integer> cells = new TreeMap<>();
    long x = 0;
    ReadRequest whole = ReadRequest.ALL.subarray(Subarray.of("x", 0, 99));
    try (BatchReader in = engine.open(array).read(whole).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++, x++) {
          if (batch.column("a").getInt(row) != Integer.MIN_VALUE) {
            cells.put(x, batch.column("a").getInt(row));
          }
        }
      }
    }
    return cells;
  }

  /** These coordinates with one value. */
  static Map<Long, Integer> cells(int value, long... x) {
    Map<Long, Integer> cells = new TreeMap<>();
    for (long coordinate : x) {
      cells.put(coordinate, value);
    }
    return cells;
  }
}
