package io.azulejo.imports.source;

/**
 * The maximum decompressed size of a file, computed from its size on disk. Callers reject files
 * that declare more data before they allocate memory, because these files are damaged or hostile.
 */
public final class DecompressedLimit {
  /** Default maximum number of decompressed bytes per byte of a file. */
  private static final long MOST_PACKED = 1 << 12;

  /**
   * Number of decompressed bytes that every file may have, because blank pages and constants
   * compress to a few bytes.
   */
  private static final long MOST_OF_ANY_FILE = 32 << 20;

  private DecompressedLimit() {}

  /**
   * Returns the maximum decompressed size of a file in bytes, for the default compression ratio.
   *
   * @param length size of the file in bytes
   */
  public static long of(long length) {
    return of(length, MOST_PACKED);
  }

  /**
   * Returns the maximum decompressed size of a file in bytes, for a given compression ratio.
   *
   * @param length size of the file in bytes
   * @param ratio maximum number of decompressed bytes per byte of the file
   */
  public static long of(long length, long ratio) {
    return MOST_OF_ANY_FILE + ratio * length;
  }
}
