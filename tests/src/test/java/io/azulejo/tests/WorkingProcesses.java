package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Processes that work on one array at once, the first of which append to it. */
final class WorkingProcesses implements AutoCloseable {
  static final int MOST = 64;

  private final Path folder;
  private final Location array;
  private final Map<String, String> settings;
  private final long end;
  private final List<Process> all = new ArrayList<>();
  private int appending;

  /**
   * No process yet.
   *
   * @param folder where processes leave what they say
   * @param array where the array is
   * @param settings of the engines of all processes
   * @param seconds how long they work
   */
  WorkingProcesses(Path folder, Location array, Map<String, String> settings, int seconds) {
    this.folder = folder;
    this.array = array;
    this.settings = settings;
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
        .attribute(Attribute.of("a", Datatype.INT32))
        .build();
  }

  Location array() {
    return array;
  }

  /** Starts processes that append; before all others. */
  void append(int number) throws IOException {
    for (int i = 0; i < number; i++) {
      start(AppendingProcess.class);
      appending++;
    }
  }

  /** Starts processes that commit the same jobs; before all others. */
  void stage(int number) throws IOException {
    for (int i = 0; i < number; i++) {
      start(StagingProcess.class);
    }
  }

  /**
   * Starts processes that count in one cell; before all others.
   *
   * @param deletes as {@link CountedCell} takes it
   */
  void count(int number, boolean deletes) throws IOException {
    for (int i = 0; i < number; i++) {
      start(CountingProcess.class, Boolean.toString(deletes));
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
    ProcessBuilder process = new ProcessBuilder(command);
    settings.forEach(
        (name, value) ->
            process
                .environment()
                .put("TILEDB_" + name.toUpperCase(Locale.ROOT).replace('.', '_'), value));
    all.add(
        process
            .redirectOutput(ReadingProcess.output(folder, number).toFile())
            .redirectError(folder.resolve("err" + number).toFile())
            .start());
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
      assertThat(ReadingProcess.said(folder, number, "ack "))
          .as(
              "what process %d did, which says %s",
              number, Files.readString(ReadingProcess.output(folder, number)))
          .isPositive();
    }
  }

  /** How often a process that maintains the array did something. */
  int maintained() throws IOException {
    int done = 0;
    for (int number = appending; number < all.size(); number++) {
      done += ReadingProcess.said(folder, number, "done ");
    }
    return done;
  }

  /** How often processes read what the token of another one names. */
  int tokensRead() throws IOException {
    int read = 0;
    for (int number = appending; number < all.size(); number++) {
      read += ReadingProcess.said(folder, number, "token ");
    }
    return read;
  }

  /** Starts a process that reads the array, after all that append. */
  void read() throws IOException {
    start(ReadingProcess.class, folder.toString(), Integer.toString(appending));
  }

  /** Reads the array. */
  void check(Azulejo engine) throws IOException {
    ReadingProcess.check(engine, array(), folder, appending);
  }

  /** Kills those that are still at work, and waits for their end. */
  @Override
  public void close() {
    all.forEach(Process::destroyForcibly);
    all.forEach(process -> process.onExit().join());
  }
}
