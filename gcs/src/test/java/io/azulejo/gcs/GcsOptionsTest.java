package io.azulejo.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.IdentityPoolCredentials;
import com.google.auth.oauth2.ImpersonatedCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Settings;
import io.azulejo.storage.StorageProvider;
import io.azulejo.testkit.GcsServer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** What the settings say. */
class GcsOptionsTest {
  private static final String WORKLOAD =
      """
      {"type": "external_account", "audience": "//iam.googleapis.com/projects/1/x/providers/p",
       "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
       "token_url": "https://sts.googleapis.com/v1/token",
       "credential_source": {"file": "/var/run/token"}}
      """;

  private static String key() {
    try (GcsServer google = new GcsServer()) {
      return google.serviceAccountKey();
    }
  }

  private static GcsOptions options(String... namesAndValues) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return GcsOptions.of(Settings.of(settings));
  }

  private static GoogleCredentials credentials(String... namesAndValues) throws IOException {
    return Objects.requireNonNull(options(namesAndValues).credentials).open();
  }

  @Test
  void hasDefaultsForGoogle() {
    GcsOptions options = options();

    assertThat(options.endpoint).hasToString("https://storage.googleapis.com");
    assertThat(options.isGoogle()).isTrue();
    assertThat(options.credentials).isNotNull();
    assertThat(options.parallel).isEqualTo(64);
    assertThat(options.userProject).isEmpty();
  }

  @Test
  void takesEndpointsWithAndWithoutAScheme() {
    assertThat(options("vfs.gcs.endpoint", "storage.europe-west3.rep.googleapis.com").isGoogle())
        .isTrue();
    GcsOptions emulator = options("vfs.gcs.endpoint", "http://gcs.example:4443");
    assertThat(emulator.endpoint).hasToString("http://gcs.example:4443");
    assertThat(emulator.isGoogle()).isFalse();
    assertThat(emulator.credentials).as("none are sent to somebody else").isNull();
    assertThat(options("vfs.gcs.endpoint", "https://storage.googleapis.com.example").isGoogle())
        .isFalse();
  }

  @Test
  void findsWhoseTokensAreToBeUsed() throws IOException {
    assertThat(credentials("vfs.gcs.service_account_key", key()))
        .isInstanceOfSatisfying(
            ServiceAccountCredentials.class,
            found ->
                assertThat(found.getScopes())
                    .containsExactly("https://www.googleapis.com/auth/devstorage.read_write"));
    assertThat(credentials("vfs.gcs.workload_identity_configuration", WORKLOAD))
        .isInstanceOf(IdentityPoolCredentials.class);
    assertThat(
            credentials(
                "vfs.gcs.service_account_key",
                key(),
                "vfs.gcs.workload_identity_configuration",
                WORKLOAD))
        .as("the key goes first")
        .isInstanceOf(ServiceAccountCredentials.class);
    assertThat(
            credentials(
                "vfs.gcs.service_account_key",
                key(),
                "vfs.gcs.impersonate_service_account",
                "first@example.com, second@example.com"))
        .isInstanceOfSatisfying(
            ImpersonatedCredentials.class,
            found -> {
              assertThat(found.getAccount()).isEqualTo("second@example.com");
              assertThat(found.toBuilder().getDelegates()).containsExactly("first@example.com");
            });
    assertThat(options("azulejo.gcs.no_sign_request", "true").credentials).isNull();
  }

  @Test
  void refusesWhatCanNotBeUsed() {
    for (String[] bad :
        new String[][] {
          {"vfs.gcs.endpoint", "ftp://x"},
          {"vfs.gcs.endpoint", "a b"},
          {"vfs.gcs.max_parallel_ops", "0"},
          {"vfs.gcs.multi_part_size", "1000"},
          {"vfs.gcs.request_timeout_ms", "-1"},
          {"azulejo.gcs.no_sign_request", "yes"},
          {"azulejo.gcs.max_tries", "0"},
        }) {
      assertThatThrownBy(() -> options(bad))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining(bad[0])
          .hasMessageContaining(bad[1]);
    }
  }

  @Test
  void refusesKeysWithoutShowingThem() {
    for (String bad : new String[] {"hidden-one", "{\"type\": \"hidden-one\"}", "[hidden-one"}) {
      for (String name :
          new String[] {"vfs.gcs.service_account_key", "vfs.gcs.workload_identity_configuration"}) {
        assertThatThrownBy(() -> options(name, bad))
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining(name)
            .hasMessageNotContaining("hidden-one")
            .hasNoCause();
      }
    }
  }

  @Test
  void sendsNoTokensWhereEverybodySeesThem() {
    assertThatThrownBy(
            () ->
                options(
                    "vfs.gcs.service_account_key",
                    key(),
                    "vfs.gcs.endpoint",
                    "http://gcs.example:4443"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("http://gcs.example:4443")
        .hasMessageContaining("azulejo.gcs.no_sign_request=true");
  }

  @Test
  void isFoundAndServesBothSchemesByOneStore() {
    StorageProvider provider =
        ServiceLoader.load(StorageProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.serves("gs"))
            .findFirst()
            .orElseThrow();

    assertThat(provider.serves("gcs")).isTrue();
    assertThat(provider.canonical("gcs")).isEqualTo("gs");
    assertThat(provider.serves("s3")).isFalse();
    assertThat(provider.settings())
        .contains("vfs.gcs.project_id", "vfs.gcs.use_multi_part_upload")
        .allMatch(name -> name.startsWith("vfs.gcs.") || name.startsWith("azulejo.gcs."));
  }
}
