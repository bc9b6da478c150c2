package io.azulejo;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.seal.Seals;
import io.azulejo.storage.Location;
import java.util.SortedMap;

/**
 * Reads a seal as a list of files, for stores that cannot list folders. The seal of an array or a
 * group {@code NAME} is a file {@code NAME.seal} next to its folder. The file contains the paths of
 * all files in that folder. (Seals that changes keep up to date are folders instead; see {@link
 * io.azulejo.maintenance.SealRequest#kept}.)
 */
public final class SealListing {
  private SealListing() {}

  /**
   * Returns the location of the seal of an array or a group.
   *
   * @param folder the location of the array or group
   */
  public static Location locationOf(Location folder) {
    return Seals.single(folder);
  }

  /** Returns whether a file name is the name of a seal, which ends with {@code .seal}. */
  public static boolean isSealName(String name) {
    return Seals.isSingle(name);
  }

  /** Returns whether these bytes are a seal. A damaged seal is also recognized. */
  public static boolean isSeal(byte[] content) {
    return Seals.isSeal(content);
  }

  /**
   * Returns the sizes of the files in a seal, in bytes, by path relative to the folder of the array
   * or group. A size is negative if the seal does not contain it.
   *
   * @param content the bytes of a seal
   * @throws CorruptDataException if the bytes are not a seal, or are damaged
   */
  public static SortedMap<String, Long> sizes(byte[] content) {
    return Seals.sizes(content);
  }
}
