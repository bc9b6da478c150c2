package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes that work on one local array at once, the first of which append to it. */
final class WorkingProcesses implements AutoCloseable {
  private static final int MOST = 64;

  private final Path folder;
  private final long end;
  private final List<Process> all = new ArrayList<>();
  private int appending;

  /**
   * No process yet.
   *
   * @param folder where the array is, and where processes leave what they say
   * @param seconds how long they work
   */
  WorkingProcesses(Path folder, int seconds) {
    this.folder = folder;
    this.end = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(seconds);
  }

  /** An array that many processes may append to. */
  static ArraySchema schema(boolean duplicates) {
    return ArraySchema.sparse()
        .allowsDuplicates(duplicates)
        .dimension(
            Dimension.of(
                "x",
                Datatype.INT64,
                Range.of(0L, MOST * AppendingProcess.COORDINATES),
                AppendingProcess.COORDINATES))
        .attribute(Attribute.builder("a", Datatype.INT32).build())
        .build();
  }

  Location array() {
    return Location.of(folder.resolve("array"));
  }

  /** Starts processes that append; before all others. */
  void append(int number) throws IOException {
    for (int i = 0; i < number; i++) {
      start(AppendingProcess.class);
      appending++;
    }
  }

  /** Starts a process that maintains the array. */
  void maintain(String how) throws IOException {
    start(MaintainingProcess.class, how);
  }

  private void start(Class<?> program, String... more) throws IOException {
    int number = all.size();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                array().toString(),
                Integer.toString(number),
                Long.toString(end)));
    command.addAll(List.of(more));
    all.add(
        new ProcessBuilder(command)
            .redirectOutput(output(number).toFile())
            .redirectError(folder.resolve("err" + number).toFile())
            .start());
  }

  private Path output(int number) {
    return folder.resolve("out" + number);
  }

  /** Whether any are at work still. */
  boolean areWorking() {
    return all.stream().anyMatch(Process::isAlive);
  }

  /** Whether they are about to end. */
  boolean areEnding() {
    return System.currentTimeMillis() > end - 500;
  }

  /** Waits for a moment, or until one process ends. */
  void waitFor(int number) throws InterruptedException {
    all.get(number).waitFor(200, TimeUnit.MILLISECONDS);
  }

  /** Kills the first ones. */
  void kill(int number) {
    all.subList(0, number).forEach(Process::destroyForcibly);
  }

  /** All but the first ones, which were killed, ended well, and did something. */
  void requireSuccess(int killed) throws IOException, InterruptedException {
    for (int number = killed; number < all.size(); number++) {
      assertThat(all.get(number).waitFor())
          .as("process %d: %s", number, Files.readString(folder.resolve("err" + number)))
          .isZero();
      assertThat(said(number, "ack "))
          .as("what process %d did, which says %s", number, Files.readString(output(number)))
          .isPositive();
    }
  }

  /** How often a process that maintains the array did something. */
  int maintained() throws IOException {
    int done = 0;
    for (int number = appending; number < all.size(); number++) {
      done += said(number, "done ");
    }
    return done;
  }

  /** What a process was told to be done: what it speaks of in whole lines. */
  private int said(int number, String word) throws IOException {
    String said = Files.exists(output(number)) ? Files.readString(output(number)) : "";
    int end = said.lastIndexOf('\n') + 1;
    return (int) said.substring(0, end).lines().filter(line -> line.startsWith(word)).count();
  }

  /**
   * Reads the array, in which there has to be all that was acknowledged before, each once, and of
   * every write all cells or none.
   */
  void check(Azulejo engine) throws IOException {
    int[] before = new int[appending];
    for (int number = 0; number < appending; number++) {
      before[number] = said(number, "ack ");
    }
    long[] cells = new long[appending];
    ReadRequest request = ReadRequest.builder().layout(Layout.GLOBAL_ORDER).build();
    try (BatchReader in = engine.open(array()).read(request)) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        long[] x = new long[batch.rows()];
        int[] a = new int[batch.rows()];
        ((Batch.Fixed) batch.column("x")).copyTo(x, 0);
        ((Batch.Fixed) batch.column("a")).copyTo(a, 0);
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

  /** Kills those that are still at work, and waits for their end. */
  @Override
  public void close() {
    all.forEach(Process::destroyForcibly);
    all.forEach(process -> process.onExit().join());
  }
}
