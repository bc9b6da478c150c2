package io.azulejo;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.seal.Seals;
import io.azulejo.storage.Location;
import java.util.SortedMap;

/**
 * Reads a seal as a list of files, for stores that cannot list folders. A seal that is made once
 * ({@link io.azulejo.maintenance.SealRequest}) is a file beside an array or a group, {@code
 * NAME.seal}, and names all files in its folder.
 */
public final class SealListing {
  private SealListing() {}

  /** Returns the location of the seal of an array or a group. */
  public static Location locationOf(Location folder) {
    return Seals.single(folder);
  }

  /** Returns whether a file name is that of a seal. */
  public static boolean isSealName(String name) {
    return Seals.isSingle(name);
  }

  /** Returns whether bytes are those of a seal, or of a damaged one. */
  public static boolean isSeal(byte[] content) {
    return Seals.isSeal(content);
  }

  /**
   * Returns the sizes of the files that a seal lists, in bytes, by their paths in the folder of the
   * array or group; negative for a file whose size the seal does not have.
   *
   * @param content the bytes of a seal
   * @throws CorruptDataException if the bytes are not a seal, or are damaged
   */
  public static SortedMap<String, Long> sizes(byte[] content) {
    return Seals.sizes(content);
  }
}
