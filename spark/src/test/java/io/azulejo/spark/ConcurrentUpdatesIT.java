package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three drivers update the same rows, and the first one is killed again and again: each statement
 * that succeeded counts. They work for {@code -Dazulejo.seconds=N}, 60 by default.
 */
class ConcurrentUpdatesIT {
  private static final int DRIVERS = 3;

  /** The number of statements after which the first driver is killed and starts again. */
  private static final int STATEMENTS = 10;

  /** The driver whose statements run again after a conflict. */
  private static final int RETRYING = 1;

  private static final int SECONDS = Integer.getInteger("azulejo.seconds", 60);

  @TempDir Path folder;

  @Test
  void noUpdateIsLost() throws Exception {
    updateAtOnce(folder.resolve("local").toString(), Map.of(), List.of());
  }

  @Test
  void noUpdateIsLostInS3() throws Exception {
    S3Server server = S3Server.shared();
    String jar =
        Path.of(System.getProperty("azulejo.root"), "s3", "target")
            .resolve("azulejo-s3-%s-store.jar".formatted(System.getProperty("azulejo.version")))
            .toString();
    updateAtOnce("s3://" + server.newBucket(), S3Server.settings(server.endpoint()), List.of(jar));
  }

  private void updateAtOnce(String place, Map<String, String> settings, List<String> jars)
      throws Exception {
    assertThat(drive(0, place, settings, jars, "create").waitFor()).as(() -> log(0)).isZero();
    long end = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(SECONDS);
    List<Process> drivers = new ArrayList<>();
    for (int number = 0; number < DRIVERS; number++) {
      drivers.add(drive(number, place, settings, jars, Long.toString(end)));
    }
    int kills = 0;
    long began = 0;
    while (System.currentTimeMillis() < end - TimeUnit.SECONDS.toMillis(5)) {
      drivers.get(1).waitFor(1, TimeUnit.SECONDS);
      long written = lines(0).size();
      if (written >= began + STATEMENTS) {
        drivers.get(0).destroyForcibly().waitFor();
        kills++;
        began = lines(0).size();
        drivers.set(0, drive(0, place, settings, jars, Long.toString(end)));
      }
    }
    for (Process driver : drivers) {
      assertThat(driver.waitFor(3, TimeUnit.MINUTES)).as(this::logs).isTrue();
    }
    assertThat(drive(0, place, settings, jars, "check").waitFor()).as(() -> log(0)).isZero();

    List<String> lines = lines();
    long updated = lines.stream().filter("updated"::equals).count();
    long unknown = lines.stream().filter("unknown"::equals).count();
    assertThat(lines).as(this::logs).noneMatch(line -> line.startsWith("failed"));
    assertThat(lines).as(this::logs).isNotEmpty();
    String found = Files.readString(folder.resolve("found"));
    List<Long> values = Stream.of(found.split("\\|")).map(Long::valueOf).toList();
    assertThat(values.get(0)).as("rows").isEqualTo(10);
    assertThat(values.get(1)).as("the least and the greatest value").isEqualTo(values.get(2));
    // A driver that was killed may have committed without saying so.
    assertThat(values.get(1)).isBetween(updated, updated + unknown + kills);
    System.out.printf(
        "concurrent updates of %s: %,d succeeded, %,d conflicts, %,d drivers killed%n",
        place, updated, lines.stream().filter("conflict"::equals).count(), kills);
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int number = 0; number < DRIVERS; number++) {
      lines.addAll(lines(number));
    }
    return lines;
  }

  private List<String> lines(int driver) throws IOException {
    Path file = folder.resolve("lines" + driver);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private String logs() {
    StringBuilder all = new StringBuilder();
    for (int number = 0; number < DRIVERS; number++) {
      all.append(log(number));
    }
    return all.toString();
  }

  private String log(int number) {
    try {
      return Files.readString(folder.resolve("log" + number));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process drive(
      int number, String place, Map<String, String> settings, List<String> jars, String what)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-Xmx512m"));
    arguments.add("-Dazulejo.conflicts=" + (number == RETRYING ? "retry" : "refused"));
    arguments.addAll(List.of(UpdatingDriver.class.getName(), place));
    arguments.addAll(
        List.of(folder.resolve("lines" + number).toString(), what, folder.resolve("found") + ""));
    settings.forEach((name, value) -> arguments.addAll(List.of(name, value)));
    List<String> classPath = new ArrayList<>(List.of(Clusters.classPath()));
    classPath.addAll(jars);
    return Clusters.java(
        folder.resolve("log" + number),
        String.join(":", classPath),
        arguments.toArray(String[]::new));
  }
}
