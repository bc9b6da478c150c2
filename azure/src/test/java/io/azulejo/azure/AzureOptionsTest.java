package io.azulejo.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Settings;
import io.azulejo.storage.StorageProvider;
import io.azulejo.storage.StoreMemory;
import io.azulejo.storage.objects.ObjectName;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.AzureServer;
import io.azulejo.testkit.HoursArray;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** What settings, environment and locations say. */
class AzureOptionsTest {
  private static AzureOptions options(String... namesAndValues) {
    return options(Map.of(), namesAndValues);
  }

  private static AzureOptions options(Map<String, String> environment, String... namesAndValues) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return AzureOptions.of(Settings.of(settings), environment);
  }

  @Test
  void hasTheDefaultsOfTileDb() {
    AzureOptions options = options("vfs.azure.storage_account_name", "one");

    assertThat(options.endpoint).contains("https://one.blob.core.windows.net");
    assertThat(options.blockSize).isEqualTo(8 << 20);
    assertThat(options.parallel).isEqualTo(64);
    assertThat(options.retries).isEqualTo(5);
    assertThat(options.firstDelay).isEqualTo(Duration.ofMillis(800));
    assertThat(options.maxDelay).isEqualTo(Duration.ofMinutes(1));
    assertThat(options().endpoint).isEmpty();
  }

  @Test
  void takesWhatIsNotGivenFromTheVariablesOfAzuresTools() {
    Map<String, String> environment =
        Map.of(
            "AZURE_STORAGE_ACCOUNT", "two", "AZURE_STORAGE_SAS_TOKEN", "?sv=1&sig=a-signature%3D");

    assertThat(options(environment).account).contains("two");
    AzureOptions given = options(environment, "vfs.azure.storage_account_name", "one");
    assertThat(given.account).contains("one");
    assertThat(given.sas).contains("sv=1&sig=a-signature%3D");
    assertThat(given.secrets).contains("a-signature%3D", "a-signature=");
  }

  @Test
  void takesAConnectionString() {
    String text = "DefaultEndpointsProtocol=https;AccountName=one;AccountKey=a2V5a2V5;";
    AzureOptions options =
        options(
            Map.of(
                "AZURE_STORAGE_CONNECTION_STRING", text + "EndpointSuffix=core.chinacloudapi.cn"));
    assertThat(options.account).contains("one");
    assertThat(options.key).contains("a2V5a2V5");
    assertThat(options.endpoint).contains("https://one.blob.core.chinacloudapi.cn");
    assertThat(options.secrets).contains("a2V5a2V5");
    assertThat(
            options(
                    Map.of("AZURE_STORAGE_CONNECTION_STRING", text),
                    "vfs.azure.storage_account_name",
                    "other")
                .key)
        .as("the key of another account")
        .isEmpty();
    assertThat(
            options(Map.of("AZURE_STORAGE_CONNECTION_STRING", "UseDevelopmentStorage=true"))
                .endpoint)
        .contains("http://127.0.0.1:10000/devstoreaccount1");
    assertThatThrownBy(() -> options(Map.of("AZURE_STORAGE_CONNECTION_STRING", "a-secret")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("AZURE_STORAGE_CONNECTION_STRING")
        .hasMessageNotContaining("a-secret");
  }

  @Test
  void refusesWhatCanNotBeUsed() {
    for (String[] bad :
        new String[][] {
          {"vfs.azure.block_list_block_size", "10"},
          {"vfs.azure.max_parallel_ops", "0"},
          {"vfs.azure.max_retries", "-1"},
          {"vfs.azure.retry_delay_ms", "soon"},
          {"azulejo.azure.anonymous", "yes"},
        }) {
      assertThatThrownBy(() -> options(bad))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining(bad[0])
          .hasMessageContaining(bad[1]);
    }
    assertThatThrownBy(() -> options("vfs.azure.storage_account_key", "a2V5a2V5"))
        .hasMessageContaining("vfs.azure.storage_account_name")
        .hasMessageNotContaining("a2V5a2V5");
    assertThatThrownBy(
            () ->
                options(
                    "vfs.azure.storage_account_name", "one",
                    "vfs.azure.storage_account_key", "no base64!"))
        .hasMessageContaining("Base64")
        .hasMessageNotContaining("no base64!");
    assertThatThrownBy(
            () -> options("vfs.azure.blob_endpoint", "https://one.example/?sig=a-signature"))
        .hasMessageContaining("vfs.azure.storage_sas_token")
        .hasMessageNotContaining("a-signature");
  }

  private static BlobName blob(String location) {
    return BlobName.of(ObjectName.of(Location.of(location)));
  }

  @Test
  void readsAccountsAndContainersFromLocations() {
    BlobName plain = blob("azure://box/a/b");
    assertThat(plain.endpoint()).isEmpty();
    assertThat(plain.container()).isEqualTo("box");
    assertThat(plain.key()).isEqualTo("a/b");
    assertThat(blob("az://box").name().prefix()).isEmpty();
    BlobName named = blob("abfss://box@one.dfs.core.windows.net/a/b");
    assertThat(named.endpoint()).contains("https://one.blob.core.windows.net");
    assertThat(named).hasToString("abfss://box@one.dfs.core.windows.net/a/b");
    assertThat(named.container()).isEqualTo("box");
    for (String bad :
        new String[] {
          "azure:///a", "azure://Upper/a", "abfss://box@one.example/a", "azure://box@one/a"
        }) {
      assertThatThrownBy(() -> blob(bad))
          .as(bad)
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("azure://container/path");
    }
  }

  @Test
  void wantsAnAccount() {
    try (ObjectStorage storage = AzureObjectClient.storage(options(), StoreMemory.UNLIMITED)) {
      assertThatThrownBy(() -> storage.find(Location.of("azure://box/a")))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("vfs.azure.storage_account_name")
          .hasMessageContaining("abfss://box@ACCOUNT.dfs.core.windows.net/a");
    }
  }

  @Test
  void isFoundAndServesAllSchemesByOneStore() {
    StorageProvider provider =
        ServiceLoader.load(StorageProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.serves("azure"))
            .findFirst()
            .orElseThrow();

    for (String scheme : new String[] {"azure", "az", "abfs", "abfss"}) {
      assertThat(provider.serves(scheme)).isTrue();
      assertThat(provider.canonical(scheme)).isEqualTo("azure");
    }
    assertThat(provider.serves("s3")).isFalse();
    assertThat(provider.settings()).contains("vfs.azure.storage_account_name");
  }

  @Test
  void servesAnEngine() {
    Location array = Location.of("azure://" + AzureServer.shared().newContainer() + "/hours");
    try (Azulejo azulejo =
        Azulejo.builder().config(Stores.settings(AzureServer.shared().endpoint())).build()) {
      new HoursArray(azulejo, array).assertKept();
    }
  }
}
