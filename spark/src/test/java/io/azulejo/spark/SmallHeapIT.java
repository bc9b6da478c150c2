package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
          place,
          ArraySchema.dense()
              .dimension(
                  Dimension.of("x", Datatype.INT64, Range.of(0, (long) PART * PARTS - 1), 100_000))
              .attribute(Attribute.builder("a", Datatype.INT64).filters(Filter.zstd(1)).build())
              .build());
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
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty("azulejo.opens").split(" ")));
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            SmallHeapScan.class.getName(),
            place.toString(),
            Long.toString(48L << 20),
            folder.resolve("found").toString()));
    Path log = folder.resolve("log");
    Process driver =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = driver.waitFor(5, TimeUnit.MINUTES);
    driver.destroyForcibly();

    String said = Files.readString(log);
    assertThat(ended).as(said).isTrue();
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
