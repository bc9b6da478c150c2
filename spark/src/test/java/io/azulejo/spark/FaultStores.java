package io.azulejo.spark;

import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import io.azulejo.testkit.FaultStorage;
import java.util.Map;

/**
 * Stores in memory that fail when a test wants it, for all engines of the process: {@code fault:}
 * has folders, {@code faultobjects:} has names alone.
 */
public final class FaultStores implements StorageProvider {
  /** Moves folders in one act. */
  static final FaultStorage FOLDERS = new FaultStorage(Storage.inMemory());

  /** Moves nothing. */
  static final FaultStorage OBJECTS = new FaultStorage(new NamesAlone(Storage.inMemory()));

  private static final Map<String, FaultStorage> STORES =
      Map.of("fault", FOLDERS, "faultobjects", OBJECTS);

  /** Made by the engine. */
  public FaultStores() {}

  /** The store of a scheme. */
  static FaultStorage of(String scheme) {
    return STORES.get(scheme);
  }

  @Override
  public boolean serves(String scheme) {
    return STORES.containsKey(scheme);
  }

  @Override
  public Storage storage(String scheme, Context context) {
    return of(scheme);
  }
}
