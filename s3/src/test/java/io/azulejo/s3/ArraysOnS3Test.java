package io.azulejo.s3;

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
import io.azulejo.testkit.S3Server;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
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

      azulejo.create(
          array,
          ArraySchema.sparse()
              .dimension(Dimension.of("hour", Datatype.INT32, Range.of(0, 23), 24))
              .attribute(Attribute.of("celsius", Datatype.FLOAT64))
              .build());
      IntStream.range(0, 6).forEach(hour -> append(azulejo, array, hour));

      assertThat(rows(azulejo, array))
          .isEqualTo(
              IntStream.range(0, 6)
                  .mapToObj(hour -> "hour=%d, celsius=%s".formatted(hour, hour / 2.0))
                  .collect(Collectors.joining("\n")));
      assertThat(proxy.requests()).as("all faults have come").hasSizeGreaterThan(4 * 15 + 4);
    }
  }

  @Test
  void consolidatesVacuumsAndRefusesASecondArray() {
    Location array = Location.of("s3a://" + S3Server.shared().newBucket() + "/a/hours");
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(Dimension.of("hour", Datatype.INT32, Range.of(0, 23), 24))
            .attribute(Attribute.of("celsius", Datatype.FLOAT64))
            .build();
    try (FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
        Azulejo azulejo = engine(proxy)) {
      azulejo.create(array, schema);
      append(azulejo, array, 1);
      append(azulejo, array, 2);
      String before = rows(azulejo, array);

      azulejo.maintenance().consolidate(array, ConsolidationRequest.DEFAULT);
      azulejo.maintenance().vacuum(array, VacuumRequest.DEFAULT);

      assertThat(rows(azulejo, array)).isEqualTo(before).contains("hour=2, celsius=1.0");
      assertThatThrownBy(() -> azulejo.create(array, schema))
          .isInstanceOf(AlreadyExistsException.class);
      azulejo.catalog().remove(array);
      assertThat(azulejo.storage(array).list(array)).isEmpty();
    }
  }
}
