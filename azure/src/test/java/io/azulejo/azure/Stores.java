package io.azulejo.azure;

import io.azulejo.storage.Settings;
import io.azulejo.storage.StoreMemory;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.AzureServer;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** Stores for tests. */
final class Stores {
  private Stores() {}

  /** A store of a server, with more settings than are needed to reach it. */
  static ObjectStorage of(URI server, Map<String, String> more) {
    Map<String, String> all = settings(server);
    all.putAll(more);
    return AzureObjectClient.storage(
        AzureOptions.of(Settings.of(all), Map.of()), StoreMemory.UNLIMITED);
  }

  /** The settings that reach a server. */
  static Map<String, String> settings(URI server) {
    Map<String, String> settings = new HashMap<>();
    settings.put("vfs.azure.storage_account_name", AzureServer.ACCOUNT);
    settings.put("vfs.azure.storage_account_key", AzureServer.KEY);
    settings.put("vfs.azure.blob_endpoint", server + "/" + AzureServer.ACCOUNT);
    settings.put("vfs.azure.retry_delay_ms", "1");
    return settings;
  }
}
