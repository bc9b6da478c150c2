package io.azulejo.gcs;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.storage.Location;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.HoursArray;
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
      new HoursArray(azulejo, array)
          .assertKeptDespite(
              proxy,
              FaultProxy.lostResponse(),
              exchange -> {
                google.revokeTokens();
                exchange.relay();
              },
              FaultProxy.error(503, "ServiceUnavailable"),
              FaultProxy.errorAfterExecution(500, "InternalError"),
              FaultProxy.lostRequest());
      assertThat(google.issued()).isEqualTo(4);
    }
  }

  @Test
  void consolidatesVacuumsCopiesAndRefusesASecondArray() {
    Location array = Location.of("gcs://" + bucket + "/a/hours");
    try (Azulejo azulejo = engine()) {
      new HoursArray(azulejo, array).assertKept();
      // By the other name of the scheme.
      Location copy = Location.of("gs://" + bucket + "/a/copy");
      assertThat(new HoursArray(azulejo, copy).rows()).isEqualTo(HoursArray.firstHours(5));
    }
  }
}
