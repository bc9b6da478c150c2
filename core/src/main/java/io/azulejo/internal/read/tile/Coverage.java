package io.azulejo.internal.read.tile;

/**
 * The share of cells that is wanted, as far as metadata shows it. It describes a box according to
 * ranges, or a tile according to its statistics. The constants are in ascending order.
 */
public enum Coverage {
  /** No cell is wanted. */
  NONE,

  /** Unknown: the cells must be tested, and none, some or all of them may be wanted. */
  SOME,

  /** All cells are wanted. */
  ALL;

  /** Returns the coverage if cells must meet both criteria. */
  public Coverage and(Coverage other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** Returns the coverage if cells must meet at least one of two criteria. */
  public Coverage or(Coverage other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** Returns the coverage of the negated criterion. */
  public Coverage opposite() {
    return this == SOME ? SOME : this == ALL ? NONE : ALL;
  }
}
