package io.azulejo.storage;

import java.util.Set;

/**
 * A factory that creates the {@link Storage} for certain schemes. Providers are found with {@link
 * java.util.ServiceLoader} at the first use of a scheme for which the engine has no store.
 */
public interface StorageProvider {
  /** The environment of a new store. */
  interface Context {
    /** Returns the settings of the engine, including those for other providers. */
    Settings settings();

    /** Returns the store of another scheme. Used by stores that are layered on other stores. */
    Storage storage(String scheme);

    /** Returns the engine's memory for the buffers of the store. */
    default StoreMemory memory() {
      return StoreMemory.UNLIMITED;
    }
  }

  /** Returns whether this provider can create a store for a scheme, such as {@code "s3"}. */
  boolean serves(String scheme);

  /**
   * Returns the canonical name of a scheme. Schemes with the same canonical name share one store.
   * For example, the canonical name of {@code "s3a"} is {@code "s3"}.
   *
   * @param scheme a scheme that this provider serves
   */
  default String canonical(String scheme) {
    return scheme;
  }

  /**
   * Returns the names of the settings that this provider understands. A trailing {@code *} matches
   * any suffix. The engine rejects settings that no provider understands.
   */
  default Set<String> settings() {
    return Set.of();
  }

  /**
   * Creates the store for a scheme. An engine calls this once per canonical scheme and closes the
   * store.
   *
   * @param scheme a scheme that this provider serves
   * @param context settings and resources of the engine
   */
  Storage storage(String scheme, Context context);
}
