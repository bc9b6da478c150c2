package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;

/** Determines the windows of whole values into which a filter divides the data of a chunk. */
final class Windows {
  private final String filter;
  private final int max;
  private final int size;

  /**
   * Creates the windows of a filter.
   *
   * @param filter the name of the filter, for error messages
   * @param max the maximum size of a window in bytes, as an unsigned integer
   * @param size the size of a value in bytes
   */
  Windows(String filter, int max, int size) {
    this.filter = filter;
    this.max = max;
    this.size = size;
  }

  /**
   * Returns the size in bytes of all windows but the last, which may be smaller.
   *
   * @param length the size of the data in bytes
   * @throws InvalidRequestException if the data or the maximum window is smaller than a value
   */
  int of(int length) {
    if (length < size) {
      throw new InvalidRequestException(
          ("%s works on values of %d bytes, but gets %d bytes from the filter before it;"
                  + " make it the first filter")
              .formatted(filter, size, length));
    }
    // The option is unsigned, so a negative number is larger than any length.
    int window = max < 0 ? length : Math.min(max, length);
    if (window < size) {
      throw new InvalidRequestException(
          "%s has a window of %d bytes, less than a value of %d bytes; set it to %d or more"
              .formatted(filter, max, size, size));
    }
    return window - window % size;
  }
}
