package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Optional;

/**
 * An array or a group that is verified.
 *
 * @param storage its store
 * @param intact the same store without files that were found to be damaged
 * @param location its location
 * @param key its encryption key, if it has one
 * @param inventory its files
 * @param problems the problems found so far
 * @param resources threads and memory
 * @param files reads small files, damaged ones included; knows once the key has decrypted one
 */
record InspectedObject(
    Storage storage,
    IntactStorage intact,
    Location location,
    Optional<EncryptionKey> key,
    FileInventory inventory,
    ProblemCollector problems,
    Resources resources,
    StructureFiles files) {

  InspectedObject(
      Storage storage,
      IntactStorage intact,
      Location location,
      Optional<EncryptionKey> key,
      FileInventory inventory,
      ProblemCollector problems,
      Resources resources) {
    this(
        storage,
        intact,
        location,
        key,
        inventory,
        problems,
        resources,
        new StructureFiles(storage, key));
  }

  /** Reads small files, as if damaged ones did not exist. */
  StructureFiles intactFiles() {
    return files.withStorage(intact);
  }
}
