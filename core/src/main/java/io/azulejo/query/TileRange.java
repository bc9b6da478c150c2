package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Objects;

/**
 * A range of consecutive tiles in one sparse fragment.
 *
 * @param fragment the name of the fragment
 * @param first the index of the first tile, starting at 0
 * @param last the index of the last tile, inclusive
 */
public record TileRange(String fragment, int first, int last) {
  /**
   * Checks that {@code first} is not negative and that {@code last} is not less than {@code first}.
   */
  public TileRange {
    Objects.requireNonNull(fragment, "fragment");
    if (first < 0 || last < first) {
      throw new InvalidRequestException(
          "tiles %d to %d: numbers start at 0, and the last must not be less than the first"
              .formatted(first, last));
    }
  }
}
