package io.azulejo.storage;

import java.util.Set;

/**
 * Makes the {@link Storage} for locations of certain schemes. Found by {@link
 * java.util.ServiceLoader}, at the first use of a scheme that no store was given for.
 */
public interface StorageProvider {
  /** What a store is made with. */
  interface Context {
    /** The settings of the engine, those of other providers among them. */
    Settings settings();

    /** The store of another scheme, for stores that lie within others. */
    Storage storage(String scheme);

    /** The memory of the engine, for what the store holds beside its answers. */
    default StoreMemory memory() {
      return StoreMemory.UNLIMITED;
    }
  }

  /** Whether it serves locations of this scheme, such as {@code "s3"}. */
  boolean serves(String scheme);

  /**
   * The name under which stores of a scheme are kept, so that schemes that mean the same share one:
   * {@code "s3"} of {@code "s3a"}.
   *
   * @param scheme one that it serves
   */
  default String canonical(String scheme) {
    return scheme;
  }

  /**
   * The names of the settings that it understands; one that ends in {@code *} stands for all that
   * begin like it. Others of the engine's settings are refused, unless some provider knows them.
   */
  default Set<String> settings() {
    return Set.of();
  }

  /**
   * The store for all locations of that scheme; called once for each canonical scheme of an engine,
   * which closes it.
   *
   * @param scheme one that it serves
   */
  Storage storage(String scheme, Context context);
}
