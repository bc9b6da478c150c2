package io.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the micro-benchmarks, when it is asked for by name, and compares them with the recorded
 * baseline; with {@code -Dbenchmarks.record} records them in its place.
 */
class Microbenchmarks {
  private static final Path BASELINE =
      Path.of(System.getProperty("basedir", "."), "kernels-baseline.tsv");

  @Test
  void run() throws Exception {
    String only = System.getProperty("benchmarks", ".*");
    Collection<RunResult> results = new Runner(new OptionsBuilder().include(only).build()).run();
    assertThat(results).isNotEmpty();
    KernelTimes now = KernelTimes.of(results);
    if (System.getProperty("benchmarks.record") != null) {
      now.write(BASELINE, machine());
    }
    if (Files.exists(BASELINE)) {
      System.out.println(
          "baseline: " + Files.readAllLines(BASELINE).get(0) + "; now: " + machine());
      System.out.println(now.comparedWith(KernelTimes.read(BASELINE)));
    } else {
      System.out.println("there is no baseline yet: record one by -Dbenchmarks.record");
    }
  }

  private static String machine() {
    return "Java %s, %s, %d processors"
        .formatted(
            Runtime.version().feature(),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors());
  }
}
