package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.maintenance.StoreReport.Promise;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.ServerTests;
import io.azulejo.testkit.ThirdPartyServer.Kind;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** moto refuses names that are taken in one act; 5.1.1 does not for files that come in parts. */
class MotoTest extends S3ServerContract {
  MotoTest() {
    super(
        new ServerTests(Kind.MOTO)
            .mayFail(
                "5.1.1 replaces files by those that come in parts",
                "keepsThePromisesThatATrialTries"));
  }

  @Test
  void isFoundToReplaceFilesByThoseInPartsWhereItDoes() {
    Location file = write("taken", "first");
    boolean replaced;
    try (OutputFile out = storage().create(file)) {
      out.write(new byte[9 << 20], 0, 9 << 20);
      out.commit();
      replaced = true;
    } catch (AlreadyExistsException e) {
      replaced = false;
    }

    assertThat(brokenPromises().keySet()).isEqualTo(replaced ? Set.of(Promise.TAKEN) : Set.of());
  }

  @Test
  void servesWhoAssumesARole() {
    Map<String, String> settings = settings();
    settings.put("vfs.s3.aws_role_arn", "arn:aws:iam::123456789012:role/reader");
    System.setProperty("aws.endpointUrlSts", server.endpoint().toString());
    try (FaultProxy proxy = FaultProxy.before(server.endpoint())) {
      settings.put("vfs.s3.endpoint_override", proxy.endpoint().toString());
      try (ObjectStorage assumed = Stores.of(proxy.endpoint(), settings)) {
        assumed.createExclusive(root().resolve("data"), new byte[3]);

        assertThat(assumed.names(root())).containsExactly("data");
        assertThat(proxy.requests())
            .as("with the token of the role")
            .isNotEmpty()
            .allMatch(request -> request.headers().containsKey("X-amz-security-token"));
      }
    } finally {
      System.clearProperty("aws.endpointUrlSts");
    }
  }
}
