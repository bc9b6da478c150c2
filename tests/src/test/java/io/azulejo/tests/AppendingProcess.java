package io.azulejo.tests;

import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A process that appends to an array until a time comes, and says on standard output what it has
 * been told to be written: {@code ack N} after the batch N, from 0, was committed.
 */
final class AppendingProcess {
  /** The cells of a batch. */
  static final int CELLS = 50;

  /** The coordinates of one process begin here, times its number. */
  static final long COORDINATES = 1L << 32;

  private AppendingProcess() {}

  /**
   * Runs it.
   *
   * @param arguments the array; the number of the process; the milliseconds since 1970 until which
   *     it appends, once at least
   */
  public static void main(String[] arguments) {
    Location array = Location.of(arguments[0]);
    int process = Integer.parseInt(arguments[1]);
    long end = Long.parseLong(arguments[2]);
    try (Azulejo engine = Azulejo.builder().computeThreads(0).ioThreads(1).build()) {
      int number = 0;
      do {
        engine.array(array).append(batch(process, number));
        System.out.println("ack " + number);
        number++;
      } while (System.currentTimeMillis() < end);
    }
  }

  private static Batch batch(int process, int number) {
    ByteBuffer x = ByteBuffer.allocate(CELLS * 8).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer a = ByteBuffer.allocate(CELLS * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int cell = 0; cell < CELLS; cell++) {
      x.putLong(process * COORDINATES + (long) number * CELLS + cell);
      a.putInt(number);
    }
    return Batch.of(
        CELLS,
        List.of(
            new FixedColumn("x", Datatype.INT64, 1, CELLS, x.array(), null),
            new FixedColumn("a", Datatype.INT32, 1, CELLS, a.array(), null)));
  }
}
