package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.error.NotFoundException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A process that reads an array again and again, to which others append, and which others
 * consolidate and vacuum. It says {@code ack} after each read that was whole.
 */
final class ReadingProcess {
  private ReadingProcess() {}

  /**
   * Runs it.
   *
   * @param arguments the array; the number of the process; the milliseconds since 1970 until which
   *     it reads; the folder of what processes say; the number of those that append
   */
  public static void main(String[] arguments) throws IOException {
    Location array = Location.of(arguments[0]);
    long end = Long.parseLong(arguments[2]);
    Path folder = Path.of(arguments[3]);
    int appending = Integer.parseInt(arguments[4]);
    try (Azulejo engine = Azulejo.builder().computeThreads(0).ioThreads(1).build()) {
      boolean whole = false;
      do {
        whole |= reads(engine, array, folder, appending);
      } while (!whole || System.currentTimeMillis() < end);
    }
  }

  /** Reads, unless files are vacuumed meanwhile, which has to be said. */
  private static boolean reads(Azulejo engine, Location array, Path folder, int appending)
      throws IOException {
    try {
      check(engine, array, folder, appending);
      System.out.println("ack read");
      return true;
    } catch (NotFoundException e) {
      assertThat(e).hasMessageContaining("vacuumed");
      return false;
    }
  }

  /**
   * Reads the array, in which there has to be all that was acknowledged before, each once, and of
   * every write all cells or none.
   */
  static void check(Azulejo engine, Location array, Path folder, int appending) throws IOException {
    int[] before = new int[appending];
    for (int number = 0; number < appending; number++) {
      before[number] = said(folder, number, "ack ");
    }
    long[] cells = new long[appending];
    ReadRequest request = ReadRequest.builder().layout(Layout.GLOBAL_ORDER).build();
    try (BatchReader in = engine.open(array).read(request)) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        long[] x = new long[batch.rows()];
        int[] a = new int[batch.rows()];
        ((FixedColumn) batch.column("x")).copyTo(x, 0);
        ((FixedColumn) batch.column("a")).copyTo(a, 0);
        for (int row = 0; row < x.length; row++) {
          int process = (int) (x[row] / AppendingProcess.COORDINATES);
          long expected = process * AppendingProcess.COORDINATES + cells[process]++;
          assertThat(x[row]).as("the next cell of process %d", process).isEqualTo(expected);
          assertThat(a[row]).isEqualTo((int) ((cells[process] - 1) / AppendingProcess.CELLS));
        }
      }
    }
    for (int number = 0; number < appending; number++) {
      assertThat(cells[number] % AppendingProcess.CELLS).as("no write in part").isZero();
      assertThat(cells[number] / AppendingProcess.CELLS)
          .as("writes of process %d, of %s acknowledged", number, Arrays.toString(before))
          .isGreaterThanOrEqualTo(before[number]);
    }
  }

  /** What a process was told to be done: what it speaks of in whole lines. */
  static int said(Path folder, int number, String word) throws IOException {
    String said =
        Files.exists(output(folder, number)) ? Files.readString(output(folder, number)) : "";
    int end = said.lastIndexOf('\n') + 1;
    return (int) said.substring(0, end).lines().filter(line -> line.startsWith(word)).count();
  }

  /** What a process says. */
  static Path output(Path folder, int number) {
    return folder.resolve("out" + number);
  }
}
