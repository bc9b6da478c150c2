package io.azulejo;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.seal.Seals;
import io.azulejo.storage.Location;
import java.util.SortedMap;

/**
 * Reads a seal as a list of files, for stores that cannot list folders. A seal that is made once
 * ({@link io.azulejo.maintenance.SealRequest}) is a file {@code NAME.seal} beside an array or a
 * group, with the names of all files in its folder.
 */
public final class SealListing {
  private SealListing() {}

  /** Returns the location of the seal of an array or a group. */
  public static Location locationOf(Location folder) {
    return Seals.single(folder);
  }

  /** Returns whether a file name is the name of a seal. */
  public static boolean isSealName(String name) {
    return Seals.isSingle(name);
  }

  /** Returns whether the bytes are a seal, or a damaged seal. */
  public static boolean isSeal(byte[] content) {
    return Seals.isSeal(content);
  }

  /**
   * Returns the sizes in bytes of the files in a seal, by their paths in the folder of the array or
   * group. The size is negative if the seal does not have it.
   *
   * @param content the bytes of a seal
   * @throws CorruptDataException if the bytes are not a seal, or are damaged
   */
  public static SortedMap<String, Long> sizes(byte[] content) {
    return Seals.sizes(content);
  }
}
