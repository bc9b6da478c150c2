package io.azulejo.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.FaultProxy;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Arrays that lie on Google Cloud Storage, by what an engine does with them. */
class ArraysOnGcsTest extends BehindFaultProxy {
  private static final ArraySchema HOURS =
      ArraySchema.sparse()
          .dimension(Dimension.of("hour", Datatype.INT32, Range.of(0, 23), 24))
          .attribute(Attribute.of("celsius", Datatype.FLOAT64))
          .build();

  private Azulejo engine() {
    return Azulejo.builder().config(Stores.settings(google, proxy.endpoint())).build();
  }

  private static void append(Azulejo azulejo, Location array, int hour) {
    try (var out = azulejo.write(array)) {
      out.append(
          Batch.of(
              Column.of("hour", Datatype.INT32, hour),
              Column.of("celsius", Datatype.FLOAT64, hour / 2.0)));
      out.commit();
    }
  }

  private static String rows(Azulejo azulejo, Location array) {
    try (var rows = azulejo.open(array).rows(ReadRequest.all())) {
      return rows.map(Object::toString).collect(Collectors.joining("\n"));
    }
  }

  @Test
  void losesNothingAndStoresNothingTwiceWhileAnswersGetLostAndTokensExpire() {
    Location array = Location.of("gs://" + bucket + "/hours");
    try (Azulejo azulejo = engine()) {
      Random random = new Random(7);
      FaultProxy.Fault[] faults = {
        FaultProxy.lostAnswer(),
        exchange -> {
          google.revokeTokens();
          exchange.handOnAndBack();
        },
        FaultProxy.error(503, "ServiceUnavailable"),
        FaultProxy.doneButError(500, "InternalError"),
        FaultProxy.lostRequest(),
      };
      for (int i = 0; i < 15; i++) {
        proxy.spoil(request -> true, 4 * i + random.nextInt(4), 1, faults[i % faults.length]);
      }

      azulejo.create(array, HOURS);
      IntStream.range(0, 6).forEach(hour -> append(azulejo, array, hour));

      assertThat(rows(azulejo, array))
          .isEqualTo(
              IntStream.range(0, 6)
                  .mapToObj(hour -> "hour=%d, celsius=%s".formatted(hour, hour / 2.0))
                  .collect(Collectors.joining("\n")));
      assertThat(proxy.requests()).as("all faults have come").hasSizeGreaterThan(4 * 15 + 4);
      assertThat(google.issued()).isEqualTo(4);
    }
  }

  @Test
  void consolidatesVacuumsAndRefusesASecondArray() {
    Location array = Location.of("gcs://" + bucket + "/a/hours");
    try (Azulejo azulejo = engine()) {
      azulejo.create(array, HOURS);
      append(azulejo, array, 1);
      append(azulejo, array, 2);
      String before = rows(azulejo, array);

      azulejo.maintenance().consolidate(array, ConsolidationRequest.DEFAULT);
      azulejo.maintenance().vacuum(array, VacuumRequest.DEFAULT);

      assertThat(rows(azulejo, array)).isEqualTo(before).contains("hour=2, celsius=1.0");
      assertThat(rows(azulejo, Location.of("gs://" + bucket + "/a/hours"))).isEqualTo(before);
      assertThatThrownBy(() -> azulejo.create(array, HOURS))
          .isInstanceOf(AlreadyExistsException.class);
      azulejo.catalog().remove(array);
      assertThat(azulejo.storage(array).list(array)).isEmpty();
    }
  }
}
