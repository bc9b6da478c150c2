package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.bench.Workloads;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However many fragments there are, a small heap is enough to merge them. */
@Tag("full")
class ConsolidationHeapTest {
  @TempDir Path folder;

  @Test
  void fiveHundredFragmentsAreMergedWith64Megabytes() throws Exception {
    String said =
        JavaProcess.run(
            List.of("-Xmx64m"),
            Workloads.class,
            ("--dir " + folder + " --run fragments/consolidate --repeat 1 --warmup 0").split(" "));
    assertThat(said).contains("\"workload\": \"fragments/consolidate\"", "1c2ed35a8c000");
  }
}
