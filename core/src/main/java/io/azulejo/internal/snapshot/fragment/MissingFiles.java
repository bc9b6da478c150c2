package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;

/** Explains why a file of a fragment is missing although the fragment was listed. */
public interface MissingFiles {
  /**
   * Returns the exception to throw.
   *
   * @param storage the store that does not contain the file
   * @param file the missing file
   * @param missing the exception to return if the fragment still belongs to the array
   */
  AzulejoException explain(Storage storage, Location file, CorruptDataException missing);
}
