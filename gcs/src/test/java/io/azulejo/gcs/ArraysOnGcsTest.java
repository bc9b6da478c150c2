package io.azulejo.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.storage.Location;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.HoursArray;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Arrays that lie on Google Cloud Storage, by what an engine does with them. */
class ArraysOnGcsTest extends BehindFaultProxy {
  private Azulejo engine() {
    return Azulejo.builder().config(Stores.settings(google, proxy.endpoint())).build();
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

      HoursArray hours = new HoursArray(azulejo, array);
      hours.create();
      IntStream.range(0, 6).forEach(hours::append);

      assertThat(hours.rows()).isEqualTo(HoursArray.firstHours(6));
      assertThat(proxy.requests()).as("all faults have come").hasSizeGreaterThan(4 * 15 + 4);
      assertThat(google.issued()).isEqualTo(4);
    }
  }

  @Test
  void consolidatesVacuumsAndRefusesASecondArray() {
    Location array = Location.of("gcs://" + bucket + "/a/hours");
    try (Azulejo azulejo = engine()) {
      HoursArray hours = new HoursArray(azulejo, array);
      hours.create();
      hours.append(1);
      hours.append(2);
      String before = hours.rows();

      azulejo.maintenance(array).consolidate();
      azulejo.maintenance(array).vacuum();

      assertThat(hours.rows()).isEqualTo(before).contains("hour=2, celsius=1.0");
      assertThat(new HoursArray(azulejo, Location.of("gs://" + bucket + "/a/hours")).rows())
          .isEqualTo(before);
      assertThatThrownBy(hours::create).isInstanceOf(AlreadyExistsException.class);
      azulejo.catalog().remove(array);
      assertThat(azulejo.storage(array).list(array)).isEmpty();
    }
  }
}
