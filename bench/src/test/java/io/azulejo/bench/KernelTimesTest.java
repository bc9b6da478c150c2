package io.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.bench.KernelTimes.Time;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelTimesTest {
  @Test
  void saysWhatIsSlowerFasterAndNoise(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("baseline.tsv");
    new KernelTimes(
            Map.of(
                "slow", new Time(100, 5, "us/op"),
                "fast", new Time(100, 5, "us/op"),
                "same", new Time(100, 5, "us/op"),
                "gone", new Time(100, 5, "us/op")))
        .write(file, "two cores");

    String table =
        new KernelTimes(
                Map.of(
                    "slow", new Time(150, 5, "us/op"),
                    "fast", new Time(50, 5, "us/op"),
                    "same", new Time(108, 4, "us/op"),
                    "new", new Time(1, 0, "us/op")))
            .comparedWith(KernelTimes.read(file));

    assertThat(table.lines().map(line -> List.of(line.strip().split(" +"))))
        .contains(
            List.of("slow", "100.0", "150.0", "1.50", "slower"),
            List.of("fast", "100.0", "50.00", "0.50", "faster"),
            List.of("same", "100.0", "108.0", "1.08", "noise"),
            List.of("new", "1.000", "no", "baseline"),
            List.of("gone", "not", "measured"));
  }
}
