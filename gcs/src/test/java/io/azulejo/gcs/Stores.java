package io.azulejo.gcs;

import io.azulejo.s3.S3Dialect;
import io.azulejo.storage.Settings;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StoreMemory;
import io.azulejo.testkit.GcsServer;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** Stores for tests. */
final class Stores {
  private Stores() {}

  /** What reaches a server, here through another address, with the key of a service account. */
  static Map<String, String> settings(GcsServer google, URI endpoint) {
    return Map.of(
        "vfs.gcs.endpoint", endpoint.toString(),
        "vfs.gcs.service_account_key", google.serviceAccountKey(),
        "azulejo.gcs.retry_delay_ms", "1");
  }

  /** A store with more settings than those. */
  static Storage of(GcsServer google, URI endpoint, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(settings(google, endpoint));
    settings.putAll(more);
    return of(settings);
  }

  static Storage of(Map<String, String> settings) {
    GcsOptions options = GcsOptions.of(Settings.of(settings));
    return S3Dialect.store(new GcsDialect(options), options.s3Settings(), StoreMemory.UNLIMITED);
  }
}
