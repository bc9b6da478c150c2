package io.azulejo.storage;

import io.azulejo.error.InvalidRequestException;

/**
 * In what stores differ, and how one is best asked. The engine shapes its requests by it; nothing
 * that it promises depends on it.
 *
 * @param readsFast whether reads take microseconds, as those of memory and of a local disk's cache
 *     do: then a thread that needs bytes reads them itself, piece by piece. Else what is needed is
 *     asked for ahead, in large ranges and many at a time
 * @param hasFolders whether folders are things of their own: a name can be taken by a folder, and
 *     no file can lie in a file. Else a folder is the beginning of names, and both can be
 * @param knowsTakenNames whether {@link Storage#create} says that a name is taken; else the commit
 *     does
 * @param readOnly whether nothing can be written or deleted
 * @param maxGap the most bytes between two wanted ranges of a file that are read in vain rather
 *     than asking twice
 * @param maxRange the bytes that one request should not go beyond: larger ranges are asked for in
 *     several, at the same time
 * @param maxRequests how many requests are best underway at a time
 */
public record StorageTraits(
    boolean readsFast,
    boolean hasFolders,
    boolean knowsTakenNames,
    boolean readOnly,
    int maxGap,
    int maxRange,
    int maxRequests) {
  /** Of files of a local file system. */
  public static final StorageTraits LOCAL =
      new StorageTraits(true, true, true, false, 64 << 10, 8 << 20, 8);

  /** Of an object store: requests wait for a network, and names are all that there is. */
  public static final StorageTraits OBJECTS =
      new StorageTraits(false, false, false, false, 1 << 20, 8 << 20, 64);

  /**
   * Traits.
   *
   * @throws InvalidRequestException if a number is out of its range
   */
  public StorageTraits {
    if (maxGap < 0 || maxRange < 1 || maxRequests < 1) {
      throw new InvalidRequestException(
          "gaps of %d bytes, ranges of %d bytes, %d requests at a time: the least are 0, 1 and 1"
              .formatted(maxGap, maxRange, maxRequests));
    }
  }

  /** How many requests may wait for a network at a time; 0 where reads are fast. */
  public int waitingRequests() {
    return readsFast ? 0 : maxRequests;
  }

  /** The same of a store that is only read. */
  public StorageTraits asReadOnly() {
    return new StorageTraits(
        readsFast, hasFolders, knowsTakenNames, true, maxGap, maxRange, maxRequests);
  }

  /** The same where reads are fast, or not. */
  public StorageTraits withReadsFast(boolean yes) {
    return new StorageTraits(
        yes, hasFolders, knowsTakenNames, readOnly, maxGap, maxRange, maxRequests);
  }

  /** The same with another number of requests at a time. */
  public StorageTraits withMaxRequests(int requests) {
    return new StorageTraits(
        readsFast, hasFolders, knowsTakenNames, readOnly, maxGap, maxRange, requests);
  }
}
