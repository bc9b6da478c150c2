package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.Dialect;
import io.azulejo.table.TableOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slow tasks, of which Spark starts copies elsewhere: nothing twice, and nothing half. */
class SpeculationIT {
  @TempDir Path folder;

  private static List<String> expected() {
    List<String> texts = new ArrayList<>();
    for (long x = 0; x < 8_000; x++) {
      texts.add(x + "|" + (x % 7 == 0 ? "null" : x) + "|" + (x % 2 == 0 ? "red" : "green"));
    }
    texts.sort(String::compareTo);
    return texts;
  }

  private void append(Location place, String fault, Path copies) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty("azulejo.opens").split(" ")));
    for (String name : List.of("azulejo.bundle", "azulejo.opens")) {
      command.add("-D%s=%s".formatted(name, System.getProperty(name)));
    }
    command.addAll(
        List.of(
            "-Xmx512m",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            SpeculatingCluster.class.getName(),
            place.toString(),
            fault,
            folder.resolve(fault).toString(),
            copies.toString()));
    Path log = folder.resolve(fault + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    Process driver = builder.start();
    boolean ended = driver.waitFor(5, TimeUnit.MINUTES);
    driver.descendants().forEach(ProcessHandle::destroyForcibly);
    driver.destroyForcibly();
    String said = Files.readString(log);
    assertThat(ended).as(said).isTrue();
    assertThat(copies).as(said).exists();
  }

  /** A first attempt that never ends, and one that ends when the copy does. */
  @Test
  void rowsOfTasksThatAreCopiedAreWrittenOnce() throws Exception {
    for (String fault : List.of("hang", "meet")) {
      Location place = Location.of(folder.resolve("array-" + fault).toString());
      try (Azulejo azulejo = Azulejo.create()) {
        azulejo.create(
            place,
            (fault.equals("hang")
                    ? ArraySchema.dense()
                    : ArraySchema.sparse().allowsDuplicates(true))
                .dimension(Dimension.of("x", Datatype.INT64, Range.of(0, 9_999), 100))
                .attribute(Attribute.builder("a", Datatype.INT64).nullable().build())
                .attribute(Attribute.builder("e", Datatype.INT8).enumeration("words").build())
                .enumeration(Enumeration.ofStrings("words", false, List.of("red", "green")))
                .build());
        Path copies = folder.resolve("copies-" + fault);

        append(place, fault, copies);

        assertThat(Integer.parseInt(Files.readString(copies))).isPositive();
        assertThat(
                CellText.rows(ArrayTable.of(azulejo.open(place), TableOptions.of(Dialect.SPARK))))
            .as(fault)
            .isEqualTo(expected());
        GcRequest all = GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments();
        assertThat(azulejo.maintenance(place).gc(all).entries()).as(fault).isEmpty();
      }
    }
  }
}
