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
 * Three drivers update the same rows, one of which is killed: each statement that succeeded counts.
 * They work for {@code -Dazulejo.seconds=N}, 60 by default.
 */
class ConcurrentUpdatesIT {
  private static final int DRIVERS = 3;

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
    while (System.currentTimeMillis() < end - TimeUnit.SECONDS.toMillis(5)) {
      drivers.get(1).waitFor(1, TimeUnit.SECONDS);
    }
    drivers.get(0).destroyForcibly();
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
    // The driver that was killed may have committed without saying so.
    assertThat(values.get(1)).isBetween(updated, updated + unknown + 1);
    System.out.printf(
        "concurrent updates of %s: %,d succeeded, %,d conflicts%n",
        place, updated, lines.stream().filter("conflict"::equals).count());
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int number = 0; number < DRIVERS; number++) {
      Path file = folder.resolve("lines" + number);
      if (Files.exists(file)) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
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
    List<String> classPath =
        new ArrayList<>(
            List.of(
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path"))));
    classPath.addAll(jars);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty("azulejo.opens").strip().split("\\s+")));
    command.addAll(List.of("-Xmx512m", "-cp", String.join(":", classPath)));
    command.add("-Dazulejo.conflicts=" + (number == RETRYING ? "retry" : "refused"));
    command.addAll(List.of(UpdatingDriver.class.getName(), place));
    command.addAll(
        List.of(folder.resolve("lines" + number).toString(), what, folder.resolve("found") + ""));
    settings.forEach((name, value) -> command.addAll(List.of(name, value)));
    Path log = folder.resolve("log" + number);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }
}
