package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.storage.Location;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.HoursArray;
import io.azulejo.testkit.S3Server;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Arrays that lie on S3, by what an engine does with them. */
class ArraysOnS3Test {
  private static Azulejo engine(FaultProxy proxy) {
    return Azulejo.builder()
        .config(
            Map.of(
                "vfs.s3.endpoint_override",
                proxy.endpoint().toString(),
                "vfs.s3.aws_access_key_id",
                S3Server.KEY_ID,
                "vfs.s3.aws_secret_access_key",
                S3Server.SECRET,
                "vfs.s3.connect_scale_factor",
                "1"))
        .build();
  }

  @Test
  void losesNothingAndStoresNothingTwiceWhileAnswersGetLost() {
    Location array = Location.of("s3://" + S3Server.shared().newBucket() + "/hours");
    try (FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
        Azulejo azulejo = engine(proxy)) {
      Random random = new Random(7);
      FaultProxy.Fault[] faults = {
        FaultProxy.lostAnswer(),
        FaultProxy.lostRequest(),
        FaultProxy.error(503, "SlowDown"),
        FaultProxy.doneButError(500, "InternalError"),
      };
      for (int i = 0; i < 15; i++) {
        proxy.spoil(request -> true, 4 * i + random.nextInt(4), 1, faults[i % faults.length]);
      }

      HoursArray hours = new HoursArray(azulejo, array);
      hours.create();
      IntStream.range(0, 6).forEach(hours::append);

      assertThat(hours.rows()).isEqualTo(HoursArray.firstHours(6));
      assertThat(proxy.requests()).as("all faults have come").hasSizeGreaterThan(4 * 15 + 4);
    }
  }

  @Test
  void consolidatesVacuumsAndRefusesASecondArray() {
    Location array = Location.of("s3a://" + S3Server.shared().newBucket() + "/a/hours");
    try (FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
        Azulejo azulejo = engine(proxy)) {
      HoursArray hours = new HoursArray(azulejo, array);
      hours.create();
      hours.append(1);
      hours.append(2);
      String before = hours.rows();

      azulejo.maintenance().consolidate(array, ConsolidationRequest.DEFAULT);
      azulejo.maintenance().vacuum(array, VacuumRequest.DEFAULT);

      assertThat(hours.rows()).isEqualTo(before).contains("hour=2, celsius=1.0");
      assertThatThrownBy(hours::create).isInstanceOf(AlreadyExistsException.class);
      azulejo.catalog().remove(array);
      assertThat(azulejo.storage(array).list(array)).isEmpty();
    }
  }
}
