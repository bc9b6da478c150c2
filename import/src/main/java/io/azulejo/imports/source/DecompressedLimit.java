package io.azulejo.imports.source;

/**
 * Upper bound of a file's decompressed size, based on its length. Files that declare more are
 * damaged or hostile, and are rejected before memory is allocated.
 */
public final class DecompressedLimit {
  /** Maximum decompressed bytes per byte of a file. */
  private static final long MOST_PACKED = 1 << 12;

  /** Decompressed bytes allowed for any file: blank pages and constants compress to a few bytes. */
  private static final long MOST_OF_ANY_FILE = 32 << 20;

  private DecompressedLimit() {}

  /**
   * Returns the maximum number of decompressed bytes of a file.
   *
   * @param length the size of the file in bytes
   */
  public static long of(long length) {
    return of(length, MOST_PACKED);
  }

  /**
   * Returns the maximum number of decompressed bytes of a file with a lower expected ratio.
   *
   * @param length the size of the file in bytes
   * @param ratio the maximum decompressed bytes per byte of the file
   */
  public static long of(long length, long ratio) {
    return MOST_OF_ANY_FILE + ratio * length;
  }
}
