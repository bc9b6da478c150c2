package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;

/** How a part of values is cut into windows. */
final class Windows {
  private final String filter;
  private final int max;
  private final int size;

  /**
   * Cuts windows.
   *
   * @param max the most bytes of a window
   * @param size bytes of a value
   */
  Windows(String filter, int max, int size) {
    this.filter = filter;
    this.max = max;
    this.size = size;
  }

  /** The bytes of all windows but the last of a part, which may have fewer. */
  int of(int length) {
    if (length < size) {
      throw new InvalidRequestException(
          "%s works on values of %d bytes, but gets %d bytes from the filter before it: make it the first filter"
              .formatted(filter, size, length));
    }
    // The option is an unsigned number.
    int window = max < 0 ? length : Math.min(max, length);
    if (window < size) {
      throw new InvalidRequestException(
          "%s has windows of %d bytes, less than a value of %d bytes: set its window to %d or more"
              .formatted(filter, max, size, size));
    }
    return window - window % size;
  }
}
