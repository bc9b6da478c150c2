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
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that append to one local array at once, some of which are killed: whenever somebody
 * reads it, every write that was acknowledged before is there, each once, and of all others all
 * cells or none.
 */
class ManyProcessesTest {
  private static final int PROCESSES = 8;
  private static final int KILLED = 2;

  @TempDir Path folder;

  @Test
  void appendAtOnceForSeconds() throws Exception {
    appendAtOnce(3);
  }

  @Test
  @Tag("slow")
  void appendAtOnceForAMinute() throws Exception {
    appendAtOnce(60);
  }

  private void appendAtOnce(int seconds) throws Exception {
    Location array = Location.of(folder.resolve("array"));
    try (Azulejo engine = Azulejo.create()) {
      engine.create(array, schema());
      long end = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(seconds);
      List<Process> processes = new ArrayList<>();
      try {
        for (int number = 0; number < PROCESSES; number++) {
          processes.add(start(array, number, end));
        }
        while (processes.stream().anyMatch(Process::isAlive)) {
          check(engine, array);
          if (System.currentTimeMillis() > end - 500) {
            processes.subList(0, KILLED).forEach(Process::destroyForcibly);
          }
          processes.get(KILLED).waitFor(200, TimeUnit.MILLISECONDS);
        }
        for (int number = KILLED; number < PROCESSES; number++) {
          assertThat(processes.get(number).waitFor())
              .as("process %d: %s", number, Files.readString(errors(number)))
              .isZero();
          assertThat(acknowledged(number)).as("writes of process %d", number).isPositive();
        }
      } finally {
        for (Process process : processes) {
          process.destroyForcibly().waitFor();
        }
      }
      check(engine, array);
    }
  }

  private static ArraySchema schema() {
    return ArraySchema.sparse()
        .allowsDuplicates(true)
        .dimension(
            Dimension.of(
                "x",
                Datatype.INT64,
                Range.of(0L, PROCESSES * AppendingProcess.COORDINATES),
                AppendingProcess.COORDINATES))
        .attribute(Attribute.builder("a", Datatype.INT32).build())
        .build();
  }

  private Process start(Location array, int number, long end) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            AppendingProcess.class.getName(),
            array.toString(),
            Integer.toString(number),
            Long.toString(end))
        .redirectOutput(output(number).toFile())
        .redirectError(errors(number).toFile())
        .start();
  }

  private Path output(int number) {
    return folder.resolve("out" + number);
  }

  private Path errors(int number) {
    return folder.resolve("err" + number);
  }

  /** The writes that a process was told to be done: those it speaks of in whole lines. */
  private int acknowledged(int number) throws IOException {
    String said = Files.exists(output(number)) ? Files.readString(output(number)) : "";
    return (int) said.chars().filter(c -> c == '\n').count();
  }

  private void check(Azulejo engine, Location array) throws IOException {
    int[] before = new int[PROCESSES];
    for (int number = 0; number < PROCESSES; number++) {
      before[number] = acknowledged(number);
    }
    long[] cells = new long[PROCESSES];
    try (BatchReader in = engine.open(array).read(ReadRequest.all())) {
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
    for (int number = 0; number < PROCESSES; number++) {
      assertThat(cells[number] % AppendingProcess.CELLS).as("no write in part").isZero();
      assertThat(cells[number] / AppendingProcess.CELLS)
          .as("writes of process %d, of %s acknowledged", number, Arrays.toString(before))
          .isGreaterThanOrEqualTo(before[number]);
    }
  }
}
