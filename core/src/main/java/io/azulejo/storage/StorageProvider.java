package io.azulejo.storage;

import java.util.Set;

/**
 * Creates the {@link Storage} for certain schemes. Found by {@link java.util.ServiceLoader} when a
 * scheme without a given store is first used.
 */
public interface StorageProvider {
  /** The environment for a new store. */
  interface Context {
    /** Returns the settings of the engine, including those for other providers. */
    Settings settings();

    /** Returns the store of another scheme, for stores layered on other stores. */
    Storage storage(String scheme);

    /** Returns the memory of the engine for data that the store buffers. */
    default StoreMemory memory() {
      return StoreMemory.UNLIMITED;
    }
  }

  /** Returns whether this provider serves a scheme, such as {@code "s3"}. */
  boolean serves(String scheme);

  /**
   * Returns the canonical name of a scheme: schemes with the same name share a store, such as
   * {@code "s3"} for {@code "s3a"}.
   *
   * @param scheme a scheme that this provider serves
   */
  default String canonical(String scheme) {
    return scheme;
  }

  /**
   * Returns the names of the settings that this provider understands; a trailing {@code *} matches
   * any suffix. The engine refuses settings that no provider knows.
   */
  default Set<String> settings() {
    return Set.of();
  }

  /**
   * Creates the store for a scheme. Called once per canonical scheme of an engine, which closes the
   * store.
   *
   * @param scheme a scheme that this provider serves
   */
  Storage storage(String scheme, Context context);
}
