package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.snapshot.Resources;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Optional;
import java.util.function.Function;

/**
 * An array or group that is being repaired.
 *
 * @param stores returns the store of a location
 * @param location the location of the array or group
 * @param key its encryption key; empty if it is not encrypted
 * @param request the requested repairs
 * @param resources threads and memory
 */
record RepairTarget(
    Function<Location, Storage> stores,
    Location location,
    Optional<EncryptionKey> key,
    RepairRequest request,
    Resources resources) {

  /** Returns the store of the array or group. */
  Storage storage() {
    return stores.apply(location);
  }
}
