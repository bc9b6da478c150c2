package io.azulejo.storage;

import io.azulejo.error.InvalidRequestException;

/**
 * Properties of a store from which the engine derives the form of its requests. They affect speed
 * and messages, but not correctness.
 *
 * <p>Immutable. Start with {@link #LOCAL} or {@link #OBJECTS} and change the properties that
 * differ:
 *
 * <pre>{@code
 * StorageTraits traits = StorageTraits.OBJECTS.withMaxRequests(16).asReadOnly();
 * }</pre>
 */
public final class StorageTraits {
  private static final int LOCAL_GAP = 64 << 10;
  private static final int REMOTE_GAP = 1 << 20;
  private static final int USUAL_RANGE = 8 << 20;

  /** Traits of a local file system: up to 8 concurrent reads and gaps of up to 64 KiB. */
  public static final StorageTraits LOCAL =
      new StorageTraits(true, true, true, false, LOCAL_GAP, USUAL_RANGE, 8);

  /**
   * Traits of an object store, which is accessed over a network and has names instead of folders:
   * up to 64 concurrent requests and gaps of up to 1 MiB.
   */
  public static final StorageTraits OBJECTS =
      new StorageTraits(false, false, false, false, REMOTE_GAP, USUAL_RANGE, 64);

  private final boolean readsFast;
  private final boolean hasFolders;
  private final boolean detectsExistingNames;
  private final boolean readOnly;
  private final int maxGap;
  private final int maxRange;
  private final int maxRequests;

  private StorageTraits(
      boolean readsFast,
      boolean hasFolders,
      boolean detectsExistingNames,
      boolean readOnly,
      int maxGap,
      int maxRange,
      int maxRequests) {
    this.readsFast = readsFast;
    this.hasFolders = hasFolders;
    this.detectsExistingNames = detectsExistingNames;
    this.readOnly = readOnly;
    this.maxGap = atLeast(0, maxGap, "gap between ranges, in bytes");
    this.maxRange = atLeast(1, maxRange, "range of one request, in bytes");
    this.maxRequests = atLeast(1, maxRequests, "number of requests at a time");
  }

  private static int atLeast(int min, int value, String what) {
    if (value < min) {
      throw new InvalidRequestException(
          "the maximum %s is %d; it must be at least %d".formatted(what, value, min));
    }
    return value;
  }

  /**
   * Returns whether reads take only microseconds, for example from memory or the cache of a local
   * disk. If true, each thread itself reads the bytes that it needs, piece by piece. If false, the
   * engine reads ahead in large ranges and with many concurrent requests.
   */
  public boolean readsFast() {
    return readsFast;
  }

  /**
   * Returns whether folders exist independently of files. If true, a folder occupies its name, and
   * a file cannot contain files. If false, a folder is merely a common prefix of names.
   */
  public boolean hasFolders() {
    return hasFolders;
  }

  /**
   * Returns whether {@link Storage#create} detects that a name is taken. Otherwise, the commit
   * does.
   */
  public boolean detectsExistingNames() {
    return detectsExistingNames;
  }

  /** Returns whether the store rejects writes and deletions. */
  public boolean readOnly() {
    return readOnly;
  }

  /**
   * Returns the maximum gap in bytes between two ranges that are read in one request. The bytes of
   * the gap are discarded.
   */
  public int maxGap() {
    return maxGap;
  }

  /**
   * Returns the maximum size of one request in bytes. Larger ranges are split and read
   * concurrently.
   */
  public int maxRange() {
    return maxRange;
  }

  /** Returns the maximum number of concurrent requests. */
  public int maxRequests() {
    return maxRequests;
  }

  /**
   * Returns the maximum number of concurrent requests that wait for a network; 0 if reads are fast.
   */
  public int waitingRequests() {
    return readsFast ? 0 : maxRequests;
  }

  /** Returns a copy of these traits for a store that rejects writes and deletions. */
  public StorageTraits asReadOnly() {
    return new StorageTraits(
        readsFast, hasFolders, detectsExistingNames, true, maxGap, maxRange, maxRequests);
  }

  /** Returns a copy of these traits with another value of {@link #readsFast}. */
  public StorageTraits withReadsFast(boolean fast) {
    return new StorageTraits(
        fast, hasFolders, detectsExistingNames, readOnly, maxGap, maxRange, maxRequests);
  }

  /** Returns a copy of these traits with another value of {@link #hasFolders}. */
  public StorageTraits withFolders(boolean folders) {
    return new StorageTraits(
        readsFast, folders, detectsExistingNames, readOnly, maxGap, maxRange, maxRequests);
  }

  /** Returns a copy of these traits with another value of {@link #detectsExistingNames}. */
  public StorageTraits withExistingNameDetection(boolean known) {
    return new StorageTraits(readsFast, hasFolders, known, readOnly, maxGap, maxRange, maxRequests);
  }

  /**
   * Returns a copy of these traits with other size limits.
   *
   * @param gap maximum gap between two ranges of one request, in bytes
   * @param range maximum size of one request, in bytes
   * @throws InvalidRequestException if the gap is negative or the range is not positive
   */
  public StorageTraits withMaxSizes(int gap, int range) {
    return new StorageTraits(
        readsFast, hasFolders, detectsExistingNames, readOnly, gap, range, maxRequests);
  }

  /**
   * Returns a copy of these traits with another maximum number of concurrent requests.
   *
   * @param requests maximum number of concurrent requests, at least 1
   * @throws InvalidRequestException if the number is not positive
   */
  public StorageTraits withMaxRequests(int requests) {
    return new StorageTraits(
        readsFast, hasFolders, detectsExistingNames, readOnly, maxGap, maxRange, requests);
  }
}
