package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory stays within what was asked, however large the array is. */
class SmallHeapIT {
  private static final int PART = 10_000_000;
  private static final int PARTS = 5;

  @TempDir Path folder;

  @Test
  void anArrayIsScannedThatIsLargerThanTheHeap() throws Exception {
    Location place = Location.of(folder.resolve("large").toString());
    try (Azulejo azulejo = Azulejo.create()) {
      azulejo.create(
          place, TestSchemas.of("dense(x INT64 0..%s/100000) a INT64 zstd1", PART * PARTS - 1));
      for (int part = 0; part < PARTS; part++) {
        long first = (long) part * PART;
        azulejo
            .array(place)
            .write(
                Subarray.ALL.and("x", List.of(Range.of(first, first + PART - 1))),
                "a",
                LongStream.range(first, first + PART).map(x -> 3 * x).toArray());
      }
    }
    String said =
        Clusters.run(
            folder.resolve("log"),
            Clusters.classPath(),
            0,
            "-Xmx512m",
            "-XX:+ExitOnOutOfMemoryError",
            SmallHeapScan.class.getName(),
            place.toString(),
            Long.toString(48L << 20),
            folder.resolve("found").toString());

    assertThat(folder.resolve("found")).as(said).exists();
    long cells = (long) PART * PARTS;
    long sum = cells * (cells - 1) / 2;
    assertThat(Files.readAllLines(folder.resolve("found")))
        .containsExactly(
            "%d|%d|%d".formatted(cells, sum, 3 * sum),
            "%d|%d".formatted(cells / 1000, largest(cells)));
  }

  /** The largest x below a number for which 3 x ends in 007. */
  private static long largest(long cells) {
    return LongStream.iterate(cells - 1, x -> x - 1)
        .filter(x -> 3 * x % 1000 == 7)
        .findFirst()
        .orElseThrow();
  }
}
