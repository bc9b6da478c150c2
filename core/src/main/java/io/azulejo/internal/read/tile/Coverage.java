package io.azulejo.internal.read.tile;

/**
 * How many of some cells are wanted, as far as it is known without looking at them: of a box by
 * ranges, of a tile by its statistics. The constants are in ascending order.
 */
public enum Coverage {
  /** No cell is wanted. */
  NONE,

  /** Cells have to be looked at: none, some or all of them may be wanted. */
  SOME,

  /** All cells are wanted. */
  ALL;

  /** What is wanted by two criteria at once. */
  public Coverage and(Coverage other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** What is wanted by at least one of two criteria. */
  public Coverage or(Coverage other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** What is wanted where the opposite of a criterion is. */
  public Coverage opposite() {
    return this == SOME ? SOME : this == ALL ? NONE : ALL;
  }
}
