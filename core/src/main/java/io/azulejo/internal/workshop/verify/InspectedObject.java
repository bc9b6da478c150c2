package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Optional;

/**
 * An array or group that is being verified.
 *
 * @param storage its store
 * @param intact the same store without the files that were found to be damaged
 * @param location its location
 * @param key its encryption key; empty if it is not encrypted
 * @param inventory its files
 * @param problems the problems found so far
 * @param resources threads and memory
 * @param files reads small files, including damaged ones; records whether the key has decrypted one
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

  /** Returns a reader of small files that hides damaged files. */
  StructureFiles intactFiles() {
    return files.withStorage(intact);
  }
}
