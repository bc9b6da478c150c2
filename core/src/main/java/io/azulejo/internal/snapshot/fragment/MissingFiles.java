package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;

/** Explains missing files of a fragment that existed when the fragment was listed. */
public interface MissingFiles {
  /**
   * Returns the exception to throw.
   *
   * @param file the missing file
   * @param missing the exception if the fragment still belongs to the array
   */
  AzulejoException explain(Storage storage, Location file, CorruptDataException missing);
}
