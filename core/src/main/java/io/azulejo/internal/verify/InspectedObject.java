package io.azulejo.internal.verify;

import io.azulejo.internal.maintain.MaintenanceScope;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Optional;

/**
 * An array or a group that is looked at.
 *
 * @param storage where it is stored
 * @param sound the same, without what was found to be broken
 * @param location where it is
 * @param key its key, if it has one
 * @param census its files
 * @param findings what was found so far
 * @param scope threads and memory
 */
record InspectedObject(
    Storage storage,
    IntactStorage sound,
    Location location,
    Optional<EncryptionKey> key,
    FileInventory census,
    ProblemCollector findings,
    MaintenanceScope scope) {

  /** Reads small files, those too that are broken. */
  StructureFiles files() {
    return new StructureFiles(storage, key);
  }

  /** Reads what is left when broken files are put aside. */
  StructureFiles soundFiles() {
    return new StructureFiles(sound, key);
  }
}
