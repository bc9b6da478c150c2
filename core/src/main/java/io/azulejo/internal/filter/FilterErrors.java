package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;

/** Exceptions common to several filters that refuse to encode. */
final class FilterErrors {
  private FilterErrors() {}

  /** Returns the exception for a part that ends within a value, which could not be restored. */
  static InvalidRequestException partialValues(String filter, int size, int length) {
    return new InvalidRequestException(
        ("%s works on whole values of %d bytes, but gets %d bytes from the filter before"
                + " it; make it the first filter")
            .formatted(filter, size, length));
  }
}
