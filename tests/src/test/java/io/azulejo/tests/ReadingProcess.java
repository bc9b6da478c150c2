package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.SnapshotToken;
import io.azulejo.error.NotFoundException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/**
 * A process that reads an array again and again, to which others append, and which others
 * consolidate and vacuum. It says {@code ack} after each read that was whole, and leaves the token
 * of what it read with a number made of the cells; of what other such processes leave it opens the
 * tokens, and says {@code token} where it reads the same.
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
    int number = Integer.parseInt(arguments[1]);
    try (Azulejo engine = Azulejo.builder().computeThreads(0).ioThreads(1).build()) {
      boolean whole = false;
      do {
        whole |= reads(engine, array, folder, appending, number);
        readTokens(engine, folder, number);
      } while (!whole || System.currentTimeMillis() < end);
    }
  }

  /** Reads, unless files are vacuumed meanwhile, which has to be said. */
  private static boolean reads(
      Azulejo engine, Location array, Path folder, int appending, int number) throws IOException {
    try {
      int[] before = said(folder, appending);
      Array opened = engine.open(array);
      long cells = check(opened, appending, before);
      leave(folder, number, cells, opened.token());
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
    int[] before = said(folder, appending);
    check(engine.open(array), appending, before);
  }

  /** How many writes each process that appends has acknowledged. */
  private static int[] said(Path folder, int appending) throws IOException {
    int[] said = new int[appending];
    for (int number = 0; number < appending; number++) {
      said[number] = said(folder, number, "ack ");
    }
    return said;
  }

  /** Leaves a token for other processes, with the number of what was read by it. */
  private static void leave(Path folder, int number, long cells, SnapshotToken token)
      throws IOException {
    byte[] bytes = token.toBytes();
    Path made = folder.resolve("made" + number);
    Files.write(
        made, ByteBuffer.allocate(Long.BYTES + bytes.length).putLong(cells).put(bytes).array());
    Files.move(made, folder.resolve("token" + number), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Reads what the tokens of other processes name, unless it was vacuumed meanwhile. */
  private static void readTokens(Azulejo engine, Path folder, int own) throws IOException {
    for (int number = 0; number < WorkingProcesses.MOST; number++) {
      Path file = folder.resolve("token" + number);
      if (number == own || !Files.exists(file)) {
        continue;
      }
      ByteBuffer left = ByteBuffer.wrap(Files.readAllBytes(file));
      long cells = left.getLong();
      byte[] token = new byte[left.remaining()];
      left.get(token);
      try {
        assertThat(number(engine.open(SnapshotToken.of(token)))).isEqualTo(cells);
        System.out.println("token of " + number);
      } catch (NotFoundException e) {
        assertThat(e).hasMessageContaining("vacuumed");
      }
    }
  }

  /** A number made of all cells in their order. */
  private static long number(Array array) {
    long number = 0;
    ReadRequest request = ReadRequest.ALL.layout(Layout.GLOBAL_ORDER);
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          number = next(number, batch.column("x").getLong(row), batch.column("a").getLong(row));
        }
      }
    }
    return number;
  }

  private static long next(long number, long x, long a) {
    return (number * 31 + x) * 31 + a;
  }

  private static long check(Array array, int appending, int[] before) {
    long number = 0;
    long[] cells = new long[appending];
    ReadRequest request = ReadRequest.ALL.layout(Layout.GLOBAL_ORDER);
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        long[] x = new long[batch.rows()];
        int[] a = new int[batch.rows()];
        ((FixedColumn) batch.column("x")).copyTo(x, 0);
        ((FixedColumn) batch.column("a")).copyTo(a, 0);
        for (int row = 0; row < x.length; row++) {
          number = next(number, x[row], a[row]);
          int process = (int) (x[row] / AppendingProcess.COORDINATES);
          long expected = process * AppendingProcess.COORDINATES + cells[process]++;
          assertThat(x[row]).as("the next cell of process %d", process).isEqualTo(expected);
          assertThat(a[row]).isEqualTo((int) ((cells[process] - 1) / AppendingProcess.CELLS));
        }
      }
    }
    for (int process = 0; process < appending; process++) {
      assertThat(cells[process] % AppendingProcess.CELLS).as("no write in part").isZero();
      assertThat(cells[process] / AppendingProcess.CELLS)
          .as("writes of process %d, of %s acknowledged", process, Arrays.toString(before))
          .isGreaterThanOrEqualTo(before[process]);
    }
    return number;
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
