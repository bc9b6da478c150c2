package io.azulejo.azure;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import io.azulejo.Azulejo;
import io.azulejo.storage.Location;
import io.azulejo.storage.Settings;
import io.azulejo.storage.Storage;
import io.azulejo.storage.objects.ObjectName;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.HoursArray;
import io.azulejo.testkit.ServerTests;
import io.azulejo.testkit.StorageContract;
import io.azulejo.testkit.ThirdPartyServer.Kind;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What every store does, and arrays, on Azurite, which checks signatures. */
@Tag("servers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AzuriteTest extends StorageContract {
  /** The account that it has, with the key that its documentation names. */
  private static final String ACCOUNT = "devstoreaccount1";

  private static final String KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static final Location CONTAINER = Location.of("azure://container");

  @RegisterExtension final ServerTests server = new ServerTests(Kind.AZURITE);

  private ObjectStorage storage;
  private int roots;
  private Location root;

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("vfs.azure.storage_account_name", ACCOUNT);
    settings.put("vfs.azure.storage_account_key", KEY);
    settings.put("vfs.azure.blob_endpoint", server.endpoint() + "/" + ACCOUNT);
    return settings;
  }

  private BlobContainerClient container() {
    return new AzureConnection(AzureOptions.of(Settings.of(settings()), Map.of()))
        .container(BlobName.of(ObjectName.of(CONTAINER)));
  }

  @BeforeAll
  void makeAContainer() {
    storage = Stores.of(server.endpoint(), settings());
    container().create();
  }

  @BeforeEach
  void begin() {
    root = CONTAINER.resolve("root" + roots++);
  }

  @AfterAll
  void closeStorage() {
    if (storage != null) {
      storage.close();
    }
  }

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected boolean listsTrees() {
    return true;
  }

  @Override
  protected Location root() {
    return root;
  }

  @Test
  void keepsArrays() {
    keepsArrays(settings());
  }

  @Test
  void keepsArraysOfWhoHasOnlyASignature() {
    BlobContainerSasPermission all =
        new BlobContainerSasPermission()
            .setReadPermission(true)
            .setListPermission(true)
            .setCreatePermission(true)
            .setWritePermission(true)
            .setDeletePermission(true);
    Map<String, String> settings = settings();
    settings.remove("vfs.azure.storage_account_key");
    settings.put(
        "vfs.azure.storage_sas_token",
        container()
            .generateSas(
                new BlobServiceSasSignatureValues(
                    OffsetDateTime.now(ZoneOffset.UTC).plusHours(1), all)));

    keepsArrays(settings);
  }

  private void keepsArrays(Map<String, String> settings) {
    try (Azulejo azulejo = Azulejo.builder().config(settings).build()) {
      new HoursArray(azulejo, root.resolve("hours")).assertKept();
    }
  }
}
