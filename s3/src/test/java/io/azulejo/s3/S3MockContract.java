package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.maintenance.StoreReport.Promise;
import io.azulejo.testkit.ServerTests;
import io.azulejo.testkit.ThirdPartyServer.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * S3Mock refuses names that are taken, but not in one act: of several who create one at once more
 * than one may be told that they did. When an upload in parts is given up, the object goes that has
 * the name.
 */
abstract class S3MockContract extends S3ServerContract {
  S3MockContract(Kind kind) {
    super(
        new ServerTests(kind)
            .fails(
                "an upload in parts that is given up deletes the object of its name",
                "keepsThePromisesThatATrialTries"));
  }

  @Test
  void isFoundToLoseWhatHasTheNameOfAnUploadThatIsGivenUp() {
    Map<Promise, String> broken = brokenPromises();

    broken.remove(Promise.RACE);
    assertThat(broken).containsOnlyKeys(Promise.TAKEN);
    assertThat(broken.get(Promise.TAKEN)).startsWith("file not found: s3://bucket/");
  }

  @Test
  void letsSeveralCreateOneNameAtOnce() {
    int most = 0;
    for (int race = 0; race < 200 && most < 2; race++) {
      most = winners(16);
    }

    assertThat(most)
        .as("of 16 in 200 races; if never more than 1, S3Mock was mended")
        .isGreaterThan(1);
  }
}
