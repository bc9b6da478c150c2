package io.azulejo.imports.source;

/**
 * Upper bound of the bytes that a file can hold when it is unpacked, by its length. Files that
 * state more are damaged or hostile, and are refused before memory is allocated.
 */
public final class UnpackedLimit {
  /** Maximum unpacked bytes per byte of a file. */
  private static final long MOST_PACKED = 1 << 12;

  /** Unpacked bytes allowed in any file: those of white pages or of one value take few bytes. */
  private static final long MOST_OF_ANY_FILE = 32 << 20;

  private UnpackedLimit() {}

  /**
   * Returns the maximum number of unpacked bytes of a file.
   *
   * @param length the bytes of the file
   */
  public static long of(long length) {
    return of(length, MOST_PACKED);
  }

  /**
   * Returns the maximum number of unpacked bytes of a file of which less is expected.
   *
   * @param length the bytes of the file
   * @param ratio the maximum unpacked bytes per byte of the file
   */
  public static long of(long length, long ratio) {
    return MOST_OF_ANY_FILE + ratio * length;
  }
}
