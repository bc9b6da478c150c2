package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;

/** Cuts parts into windows of whole values. */
final class Windows {
  private final String filter;
  private final int max;
  private final int size;

  /**
   * Creates a cutter.
   *
   * @param max maximum size of a window in bytes
   * @param size size of a value in bytes
   */
  Windows(String filter, int max, int size) {
    this.filter = filter;
    this.max = max;
    this.size = size;
  }

  /** Returns the size in bytes of all windows but the last, which may be smaller. */
  int of(int length) {
    if (length < size) {
      throw new InvalidRequestException(
          ("%s works on values of %d bytes, but gets %d bytes from the filter before it;"
                  + " make it the first filter")
              .formatted(filter, size, length));
    }
    // The option is unsigned.
    int window = max < 0 ? length : Math.min(max, length);
    if (window < size) {
      throw new InvalidRequestException(
          "%s has a window of %d bytes, less than a value of %d bytes; set it to %d or more"
              .formatted(filter, max, size, size));
    }
    return window - window % size;
  }
}
