package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.bench.Workloads;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However many fragments there are, a small heap is enough to merge them. */
@Tag("full")
class ConsolidationHeapTest {
  @TempDir Path folder;

  @Test
  void fiveHundredFragmentsAreMergedWith64Megabytes() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Workloads.class.getName(),
                "--dir",
                folder.toString(),
                "--run",
                "fragments/consolidate",
                "--repeat",
                "1",
                "--warmup",
                "0")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("\"workload\": \"fragments/consolidate\"", "1c2ed35a8c000");
  }
}
