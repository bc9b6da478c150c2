package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/**
 * The stores by scheme: those that were given, local files, memory, and what providers on the class
 * path serve, made on first use. Safe for use by many threads.
 */
final class Storages {
  private static final Set<String> OF_CLOUD_MODULE =
      Set.of("s3", "gs", "gcs", "azure", "http", "https");

  private final Map<String, Storage> byScheme = new HashMap<>();
  private final Map<String, String> settings;

  /**
   * Stores with some given ones, which go before those that would be found.
   *
   * @param given stores by scheme, in lower case
   * @param settings what providers are given
   */
  Storages(Map<String, Storage> given, Map<String, String> settings) {
    byScheme.put("file", Storage.local());
    byScheme.put("mem", Storage.inMemory());
    byScheme.putAll(given);
    this.settings = Map.copyOf(settings);
  }

  /**
   * The store that serves a location.
   *
   * @throws InvalidRequestException if none serves its scheme
   */
  synchronized Storage of(Location location) {
    String scheme = location.scheme();
    Storage known = byScheme.get(scheme);
    if (known != null) {
      return known;
    }
    for (StorageProvider provider : ServiceLoader.load(StorageProvider.class)) {
      if (provider.serves(scheme)) {
        Storage storage = provider.storage(scheme, settings);
        byScheme.put(scheme, storage);
        return storage;
      }
    }
    throw new InvalidRequestException(
        "no store serves \"%s:\"; the schemes that are served are %s%s"
            .formatted(
                scheme,
                String.join(", ", new TreeSet<>(byScheme.keySet())),
                OF_CLOUD_MODULE.contains(scheme)
                    ? "; " + scheme + " needs the module azulejo-cloud on the class path"
                    : ""),
        location.toString());
  }
}
