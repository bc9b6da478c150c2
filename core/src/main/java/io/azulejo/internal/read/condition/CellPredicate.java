package io.azulejo.internal.read.condition;

import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import java.util.List;

/**
 * A test of cells by the values of their fields, as a tree of tests. A leaf is false for cells of
 * fragments that lack one of its fields.
 */
abstract class CellPredicate {
  /** Holds for every cell. */
  static final CellPredicate TRUE = new Constant(true);

  /** Holds for no cell. */
  static final CellPredicate FALSE = new Constant(false);

  CellPredicate() {}

  /**
   * Clears the mask of rows that fail.
   *
   * @param columns values of the placed fields
   * @param from first row
   * @param count number of rows
   * @param mask 0 or 1 for each row
   * @param at index of the first row in the mask
   */
  abstract void narrow(ConditionColumns columns, int from, int count, byte[] mask, int at);

  /**
   * Returns whether all, some or none of a set of cells pass, judging by the bounds of their
   * fields. An entry is null if nothing is known.
   */
  abstract Coverage outcome(FieldBounds[] bounds);

  /**
   * Prepares the test once the whole condition is known. Appends each tested field to the list
   * unless it is already there, and remembers its index. Columns and bounds are later passed in the
   * order of this list.
   */
  abstract void place(List<OutputField> fields);

  /** Returns the estimated relative cost of testing a cell. Cheap tests are done first. */
  abstract int cost();

  /**
   * Returns the tests that this predicate combines with "and" (or with "or", if {@code all} is
   * false). Otherwise, returns only this predicate.
   */
  List<CellPredicate> parts(boolean all) {
    return List.of(this);
  }

  private static final class Constant extends CellPredicate {
    private final boolean value;

    Constant(boolean value) {
      this.value = value;
    }

    @Override
    void narrow(ConditionColumns columns, int from, int count, byte[] mask, int at) {
      if (!value) {
        Masks.clear(mask, at, count);
      }
    }

    @Override
    Coverage outcome(FieldBounds[] bounds) {
      return value ? Coverage.ALL : Coverage.NONE;
    }

    @Override
    void place(List<OutputField> fields) {}

    @Override
    int cost() {
      return 0;
    }
  }
}
