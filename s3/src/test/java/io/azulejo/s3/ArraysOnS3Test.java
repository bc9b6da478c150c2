package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.query.Progress;
import io.azulejo.storage.Location;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.HoursArray;
import io.azulejo.testkit.S3Server;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Arrays that lie on S3, by what an engine does with them. */
class ArraysOnS3Test {
  private static Azulejo engine(FaultProxy proxy) {
    return Azulejo.builder().config(S3Server.settings(proxy.endpoint())).build();
  }

  @Test
  void losesNothingAndStoresNothingTwiceWhileAnswersGetLost() {
    Location array = Location.of("s3://" + S3Server.shared().newBucket() + "/hours");
    try (FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
        Azulejo azulejo = engine(proxy)) {
      new HoursArray(azulejo, array)
          .assertKeptDespite(
              proxy,
              FaultProxy.lostResponse(),
              FaultProxy.lostRequest(),
              FaultProxy.error(503, "SlowDown"),
              FaultProxy.errorAfterExecution(500, "InternalError"));
    }
  }

  @Test
  void consolidatesVacuumsCopiesAndRefusesASecondArray() {
    Location array = Location.of("s3a://" + S3Server.shared().newBucket() + "/a/hours");
    try (FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
        Azulejo azulejo = engine(proxy)) {
      new HoursArray(azulejo, array).assertKept();
    }
  }

  /** Whatever is named like a bucket and a little more belongs to somebody else. */
  @Test
  void collectsTheGarbageOfAWholeBucket() {
    Location bucket = Location.of("s3://" + S3Server.shared().newBucket());
    Location array = bucket.resolve("hours");
    try (FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
        Azulejo azulejo = engine(proxy)) {
      HoursArray hours = new HoursArray(azulejo, array);
      hours.create();
      hours.append(0);
      Location left = array.resolve("__fragments/__7_7_0123456789abcdef0123456789abcdef_23/a0.tdb");
      azulejo.storage(array).createExclusive(left, new byte[3]);

      azulejo
          .maintenance(bucket)
          .gc(GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments());

      assertThat(azulejo.storage(array).find(left)).isEmpty();
      assertThat(hours.rows()).isEqualTo(HoursArray.firstHours(1));
      assertThat(proxy.requests())
          .isNotEmpty()
          .allMatch(r -> r.path().matches("/" + bucket.path() + "(/.*)?"));
    }
  }

  /** No two changes publish a file of one name, so there is nothing to notice, and nothing lost. */
  @Test
  void losesNothingWhereTheServerIgnoresConditions() {
    Location group = Location.of("s3://" + S3Server.shared().newBucket() + "/group");
    Location array = group.resolve("hours");
    try (FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
        Azulejo azulejo = engine(proxy);
        Azulejo other = engine(proxy)) {
      proxy.inject(request -> true, Integer.MAX_VALUE, S3Server.shared().ignoringConditions());
      HoursArray ours = new HoursArray(azulejo, array);
      HoursArray theirs = new HoursArray(other, array);

      azulejo.group(group).create();
      assertThatThrownBy(() -> other.group(group).create())
          .isInstanceOf(AlreadyExistsException.class);
      ours.create();
      assertThatThrownBy(theirs::create).isInstanceOf(AlreadyExistsException.class);
      IntStream.range(0, 6).forEach(hour -> (hour % 2 == 0 ? ours : theirs).append(hour));
      azulejo.maintenance(array).consolidate();
      theirs.append(6);
      other.maintenance(array).consolidate();
      azulejo.maintenance(array).vacuum();
      ours.append(7);

      assertThat(theirs.rows()).isEqualTo(HoursArray.firstHours(8));
      Location archive = group.resolve("hours.zip");
      azulejo.catalog().zip(array, archive, Progress.NONE);
      assertThatThrownBy(() -> other.catalog().zip(array, archive, Progress.NONE))
          .isInstanceOf(AlreadyExistsException.class);
      azulejo.maintenance(array).seal();
      assertThatThrownBy(() -> other.maintenance(array).seal())
          .isInstanceOf(AlreadyExistsException.class);
    }
  }
}
