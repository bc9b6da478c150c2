package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;

/** Decides what it means that a file of a fragment, which was there when it was listed, is gone. */
public interface MissingFiles {
  /**
   * The exception to throw.
   *
   * @param file the file that is not there
   * @param missing what to throw where the fragment is still part of the array
   */
  AzulejoException explain(Storage storage, Location file, CorruptDataException missing);
}
