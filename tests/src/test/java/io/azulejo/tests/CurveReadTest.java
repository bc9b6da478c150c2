package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads in Hilbert order. */
class CurveReadTest {
  @Test
  @Timeout(60)
  void endsWhereEveryTileSpansTheWholeCurveAndMemoryIsShort() {
    Location location = Location.of("mem:///array");
    try (Azulejo azulejo =
        Azulejo.builder()
            .storage("mem", Storage.inMemory())
            .computeThreads(0)
            .ioThreads(0)
            .memoryBudget(4096)
            .build()) {
      azulejo.create(
          location,
          TestSchemas.of(
              "sparse(x INT64 0..1000000/1000, y INT64 0..1000000/1000); cells HILBERT"));
      for (long f = 0; f < 40; f++) {
        TestArrays.append(
            azulejo.array(location),
            f,
            Batch.of(
                2,
                List.of(
                    Columns.of("x", Datatype.INT64, 1, false, List.of(f, 1_000_000 - f)),
                    Columns.of("y", Datatype.INT64, 1, false, List.of(f, f)))));
      }

      ReadRequest request = ReadRequest.ALL.layout(Layout.GLOBAL_ORDER);
      long rows = TestArrays.count(azulejo.open(location).read(request));

      assertThat(rows).isEqualTo(80);
    }
  }
}
