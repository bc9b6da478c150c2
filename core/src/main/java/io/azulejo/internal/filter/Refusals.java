package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;

/** Words for what several filters refuse to write. */
final class Refusals {
  private Refusals() {}

  /** A part is cut within a value: its bytes would not come back. */
  static InvalidRequestException partialValues(String filter, int size, int length) {
    return new InvalidRequestException(
        "%s works on whole values of %d bytes, but gets %d bytes from the filter before it: make it the first filter"
            .formatted(filter, size, length));
  }
}
