package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;

/** Creates the exceptions that several filters throw when they cannot encode data. */
final class FilterErrors {
  private FilterErrors() {}

  /**
   * Creates the exception for data that ends within a value. The filter could not restore such
   * data.
   *
   * @param filter the name of the filter
   * @param size the size of a value in bytes
   * @param length the size of the data in bytes
   */
  static InvalidRequestException partialValues(String filter, int size, int length) {
    return new InvalidRequestException(
        ("%s works on whole values of %d bytes, but gets %d bytes from the filter before"
                + " it; make it the first filter")
            .formatted(filter, size, length));
  }
}
