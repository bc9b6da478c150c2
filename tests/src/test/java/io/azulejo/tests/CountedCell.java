package io.azulejo.tests;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CommitOptions;
import io.azulejo.StagedFragments;
import io.azulejo.error.ConflictException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * An array with one cell that counts: each change reads it and replaces it by the next number, if
 * nobody else has changed it meanwhile. It is read at all times, as changes follow each other
 * faster than the clock ticks.
 */
final class CountedCell {
  private final Location array;
  private final boolean deletes;

  /**
   * A cell that is to be counted.
   *
   * @param deletes whether the old cell is deleted by a condition, as where arrays allow
   *     duplicates; otherwise the new cell hides it
   */
  CountedCell(Location array, boolean deletes) {
    this.array = array;
    this.deletes = deletes;
  }

  /** Creates the array, with a cell of the value 0. */
  void create(Azulejo engine) {
    engine.create(array, TestSchemas.of("sparse(x INT64 0..9/10) a INT32; duplicates %s", deletes));
    engine.array(array).append(cell(0));
  }

  private static Batch cell(int value) {
    byte[] bytes =
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
    return Batch.of(
        1,
        List.of(
            new FixedColumn("x", Datatype.INT64, 1, 1, new byte[Long.BYTES], null),
            new FixedColumn("a", Datatype.INT32, 1, 1, bytes, null)));
  }

  /** Counts on; returns false if somebody else has changed the array since it was read. */
  boolean increment(Azulejo engine) {
    Array read = engine.open(array, TimeRange.ALL);
    int value = value(read);
    long newest = read.fragments().stream().mapToLong(f -> f.times().end()).max().orElse(0);
    long time = Math.max(newest + 1, System.currentTimeMillis());
    StagedFragments part = stage(engine, value + 1, time);
    CommitOptions options = CommitOptions.DEFAULT.onlyIf(read.token());
    if (deletes) {
      options = options.deleting(DeleteRequest.where(Condition.parse("a >= 0")), time - 1);
    }
    try {
      engine.array(array).commit(List.of(part), options);
      return true;
    } catch (ConflictException e) {
      engine.discard(List.of(part));
      return false;
    }
  }

  private StagedFragments stage(Azulejo engine, int value, long time) {
    try (ArrayWriter out =
        engine.array(array).writer(WriteRequest.DEFAULT, ChangeOptions.DEFAULT.at(time))) {
      out.append(cell(value));
      return out.stage();
    }
  }

  /** Returns how far it has been counted. */
  int value(Azulejo engine) {
    return value(engine.open(array, TimeRange.ALL));
  }

  private static int value(Array array) {
    try (BatchReader in = array.read(ReadRequest.ALL).batches()) {
      Batch batch = in.next();
      if (batch == null || batch.rows() != 1 || in.next() != null) {
        throw new AssertionError("there is not one cell");
      }
      return batch.column("a").getInt(0);
    }
  }
}
