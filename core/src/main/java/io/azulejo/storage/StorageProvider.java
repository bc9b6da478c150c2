package io.azulejo.storage;

import java.util.Map;

/** Makes the {@link Storage} for locations of certain schemes; found by ServiceLoader. */
public interface StorageProvider {
  /** Whether it serves locations of this scheme, such as {@code "s3"}. */
  boolean serves(String scheme);

  /**
   * The store for locations of that scheme.
   *
   * @param settings settings by their names, those of others among them
   */
  Storage storage(String scheme, Map<String, String> settings);
}
