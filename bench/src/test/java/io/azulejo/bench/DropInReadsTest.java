package io.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DropInReadsTest {
  @Test
  void bothWaysReadTheSameValues(@TempDir Path folder) throws Exception {
    for (int i = 0; i < 2; i++) { // creates the arrays, then opens them
      try (DropInReads reads = new DropInReads(folder, 400, 100_000)) {
        assertThat(reads.facadeDense()).isEqualTo(reads.engineDense()).isPositive();
        assertThat(reads.facadeSparse()).isEqualTo(reads.engineSparse()).isEqualTo(100_000);
        for (int seed = 0; seed < 20; seed++) {
          assertThat(reads.facadeBox(new SplittableRandom(seed)))
              .isEqualTo(reads.engineBox(new SplittableRandom(seed)));
        }
      }
    }
  }
}
