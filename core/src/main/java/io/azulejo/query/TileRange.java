package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Objects;

/**
 * Tiles of one sparse fragment, one after another.
 *
 * @param fragment the name of the fragment
 * @param first the first tile, from 0
 * @param last the last tile, included
 */
public record TileRange(String fragment, int first, int last) {
  /** Checks the numbers. */
  public TileRange {
    Objects.requireNonNull(fragment, "fragment");
    if (first < 0 || last < first) {
      throw new InvalidRequestException(
          "tiles %d to %d: they are counted from 0, the last one is not before the first"
              .formatted(first, last));
    }
  }
}
