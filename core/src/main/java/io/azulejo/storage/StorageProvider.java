package io.azulejo.storage;

import java.util.Map;

/**
 * Makes the {@link Storage} for locations of certain schemes. Found by {@link
 * java.util.ServiceLoader}, at the first use of a scheme that no store was given for.
 */
public interface StorageProvider {
  /** Whether it serves locations of this scheme, such as {@code "s3"}. */
  boolean serves(String scheme);

  /**
   * The store for all locations of that scheme; called once for each scheme of an engine.
   *
   * @param scheme one that it serves
   * @param settings of all providers, by their names
   */
  Storage storage(String scheme, Map<String, String> settings);
}
