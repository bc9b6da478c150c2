package io.azulejo.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.StorageException;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultProxy;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who asks: tokens that are fetched, kept, refused and replaced. */
class GcsTokensTest extends BehindFaultProxy {
  @Test
  void fetchesOneTokenForManyRequests() {
    assertThat(google.issued()).as("before the first use").isZero();
    storage.createExclusive(file, TEN);

    IntStream.range(0, 40).parallel().forEach(i -> storage.find(file));

    assertThat(google.issued()).isOne();
  }

  @Test
  void replacesATokenThatIsRefusedAndRepeatsTheRequest() {
    storage.createExclusive(file, TEN);
    proxy.reset();
    google.revokeTokens();

    storage.createExclusive(file.parent().resolve("other"), TEN);

    assertThat(google.issued()).isEqualTo(2);
    assertThat(proxy.requests()).hasSize(2);
    assertThat(content(file.parent().resolve("other"))).isEqualTo(TEN);
  }

  @Test
  void fetchesOneTokenForManyThatAreRefusedAtATime() {
    storage.createExclusive(file, TEN);
    google.revokeTokens();

    IntStream.range(0, 40).parallel().forEach(i -> storage.list(file.parent()));

    assertThat(google.issued()).isEqualTo(2);
  }

  @Test
  void doesNotGoOnWithTokensThatAreRefusedAgain() {
    proxy.inject(request -> true, 100, FaultProxy.error(401, "AuthenticationRequired"));

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
        .hasMessageContaining("status 401 AuthenticationRequired")
        .hasMessageContaining("azulejo.gcs.no_sign_request=true");
    assertThat(proxy.requests()).hasSize(2);
  }

  @Test
  void sendsNothingWithoutAToken() {
    String wrong = google.serviceAccountKey().replace("/token", "/no-such-place");
    storage = store(Map.of("vfs.gcs.service_account_key", wrong));

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
        .hasMessageContaining("PUT " + file + " failed: cannot get a token for the credentials")
        .hasMessageContaining("gcloud auth application-default login");
    assertThatThrownBy(() -> storage.list(file)).hasMessageContaining("cannot get a token");
    assertThat(proxy.requests()).isEmpty();
  }

  @Test
  void signsNothingForPublicBuckets() {
    google.openToAll();
    Storage anonymous = store(Map.of("azulejo.gcs.no_sign_request", "true"));
    anonymous.createExclusive(file, TEN);
    anonymous.list(file.parent());
    anonymous.delete(List.of(file, file.parent()));

    assertThat(google.issued()).isZero();
    assertThat(proxy.requests())
        .hasSize(3)
        .noneMatch(request -> request.headers().containsKey("Authorization"));
  }

  @Test
  void givesCredentialsOfThisMachineToGoogleAlone() {
    storage = Stores.of(Map.of("vfs.gcs.endpoint", proxy.endpoint().toString()));

    assertThatThrownBy(() -> storage.list(file))
        .hasMessageContaining("Anonymous caller may not do this")
        .hasMessageContaining("vfs.gcs.service_account_key for " + proxy.endpoint());
    storage.close();
  }
}
