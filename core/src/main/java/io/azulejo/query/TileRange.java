package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Objects;

/**
 * Consecutive tiles of one sparse fragment.
 *
 * @param fragment the name of the fragment
 * @param first the first tile, counted from 0
 * @param last the last tile, inclusive
 */
public record TileRange(String fragment, int first, int last) {
  /** Checks that {@code first} is not negative and {@code last} is not less. */
  public TileRange {
    Objects.requireNonNull(fragment, "fragment");
    if (first < 0 || last < first) {
      throw new InvalidRequestException(
          "tiles %d to %d: numbers start at 0, and the last must not be less than the first"
              .formatted(first, last));
    }
  }
}
