package io.azulejo.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.AzureServer;
import io.azulejo.testkit.FailedActs;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.ObjectFaultsContract;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What failures say: what to try, and no secret. */
@Tag("full")
class AzureMessagesTest extends ObjectFaultsContract {
  AzureMessagesTest() {
    super(new FaultyAzure());
  }

  @Test
  void saysWhatToTry() {
    use(Map.of("vfs.azure.max_retries", "1"));
    storage.createExclusive(file, TEN);
    for (String[] answer :
        new String[][] {
          {"403", "AuthorizationPermissionMismatch", "Storage Blob Data Reader"},
          {"403", "AuthenticationFailed", "vfs.azure.storage_account_key"},
          {"503", "ServerBusy", "vfs.azure.max_parallel_ops"},
          {"404", "ContainerNotFound", "check the names of the container \"" + bucket + "\""},
        }) {
      proxy.inject(get(), 2, error(Integer.parseInt(answer[0]), answer[1]));
      try (InputFile in = storage.open(file)) {
        assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining("GET " + file)
            .hasMessageContaining("status " + answer[0] + " " + answer[1] + ": made up by a test")
            .hasMessageContaining(answer[2])
            .hasMessageNotContaining("RequestId");
      }
      proxy.reset();
    }
    proxy.inject(get(), 1, error(404, "BlobNotFound"));
    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1)).isInstanceOf(NotFoundException.class);
    }
  }

  @Test
  void saysThatAKeyIsWrong() {
    use(Map.of("vfs.azure.storage_account_key", "YW5vdGhlciBrZXk="));

    assertThatThrownBy(() -> storage.list(file))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("status 403 AuthenticationFailed")
        .hasMessageContaining("vfs.azure.storage_account_key");
  }

  @Test
  void saysThatNobodyAnswered() {
    use(
        Map.of(
            "vfs.azure.max_retries", "1", "vfs.azure.blob_endpoint", "http://127.0.0.1:1/account"));

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
        .hasMessageContaining("vfs.azure.blob_endpoint (http://127.0.0.1:1/account)");
  }

  @Test
  void showsNoSecretWhateverFails() {
    String signature = "c2VjcmV0LXNpZ25hdHVyZQ%3D%3D";
    String sas = "sv=2023-11-03&sp=rwdl&sig=" + signature;
    FailedActs failures = new FailedActs();
    for (Map<String, String> settings :
        List.of(
            Map.<String, String>of(),
            Map.of("vfs.azure.storage_account_key", "", "vfs.azure.storage_sas_token", "?" + sas),
            Map.of("azulejo.azure.anonymous", "true"),
            Map.of("vfs.azure.blob_endpoint", "http://127.0.0.1:1/account"))) {
      Map<String, String> all = new HashMap<>(settings);
      all.put("vfs.azure.max_retries", "1");
      try (ObjectStorage store = store(all)) {
        for (FaultProxy.Fault fault :
            List.<FaultProxy.Fault>of(
                FaultProxy.lostRequest(),
                error(403, all.containsValue("?" + sas) ? sas : AzureServer.KEY),
                error(400, sas),
                error(500, "InternalError"),
                FaultProxy.Exchange::relay)) {
          proxy.reset();
          proxy.inject(request -> true, 100, fault);
          failures.collect(store, file);
        }
      }
    }

    assertThat(failures.texts()).hasSizeGreaterThan(90);
    for (String text : failures.texts()) {
      assertThat(text)
          .doesNotContain(AzureServer.KEY)
          .doesNotContain(signature)
          .doesNotContain("c2VjcmV0LXNpZ25hdHVyZQ==");
    }
  }
}
