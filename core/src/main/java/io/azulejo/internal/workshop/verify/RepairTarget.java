package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.snapshot.Resources;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Optional;
import java.util.function.Function;

/**
 * An array or a group that is repaired.
 *
 * @param stores the store of a location
 * @param location the location of the array or group
 * @param key its encryption key, if it has one
 * @param request what is repaired
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
