package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.storage.Location;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slow tasks, of which Spark starts copies elsewhere: nothing twice, and nothing half. */
class SpeculationIT {
  @TempDir Path folder;

  private void append(Location place, String fault, Path copies) throws Exception {
    String said =
        Clusters.run(
            folder.resolve(fault + ".log"),
            Clusters.classPath(),
            0,
            "-Dazulejo.bundle=" + System.getProperty("azulejo.bundle"),
            "-Dazulejo.opens=" + System.getProperty("azulejo.opens"),
            "-Xmx512m",
            SpeculatingCluster.class.getName(),
            place.toString(),
            fault,
            folder.resolve(fault).toString(),
            copies.toString());
    assertThat(copies).as(said).exists();
  }

  /** A first attempt that never ends, and one that ends when the copy does. */
  @Test
  void rowsOfTasksThatAreCopiedAreWrittenOnce() throws Exception {
    for (String fault : List.of("hang", "meet")) {
      Location place = Location.of(folder.resolve("array-" + fault).toString());
      try (Azulejo azulejo = Azulejo.create()) {
        azulejo.create(place, Clusters.schema(fault.equals("hang")));
        Path copies = folder.resolve("copies-" + fault);

        append(place, fault, copies);

        assertThat(Integer.parseInt(Files.readString(copies))).isPositive();
        assertThat(ArraysInCatalog.cells(azulejo.open(place)))
            .as(fault)
            .isEqualTo(Clusters.expected());
        assertThat(ArraysInCatalog.collectGarbage(azulejo, place)).as(fault).isEmpty();
      }
    }
  }
}
