package io.azulejo.table;

import java.util.ArrayList;
import java.util.List;

/**
 * The regions of rows for which a predicate is true and false. It is unknown for rows in neither
 * region. Negation swaps the regions.
 *
 * @param yes the rows for which the predicate is true; may contain more rows if not exact
 * @param yesExact whether {@code yes} contains only these rows
 * @param no the rows for which the predicate is false; may contain more rows if not exact
 * @param noExact whether {@code no} contains only these rows
 */
record Outcome(Region yes, boolean yesExact, Region no, boolean noExact) {
  /** The outcome of a predicate that cannot be evaluated. */
  static final Outcome UNKNOWN = new Outcome(Region.EVERYTHING, false, Region.EVERYTHING, false);

  /** Creates an outcome. Empty regions are exact, because they cannot contain too many rows. */
  Outcome {
    yesExact |= yes.equals(Region.NOTHING);
    noExact |= no.equals(Region.NOTHING);
  }

  /** Converts the result of a test of one column. */
  static <T> Outcome of(BoundField<T> field, Truth<T> truth) {
    return new Outcome(
        field.cells(truth.yes()), truth.yesExact(), field.cells(truth.no()), truth.noExact());
  }

  /** Returns the outcome of the negated predicate. */
  Outcome not() {
    return new Outcome(no, noExact, yes, yesExact);
  }

  /** Returns the outcome of a conjunction. */
  static Outcome all(List<Outcome> parts) {
    List<Region> yes = new ArrayList<>();
    List<Region> no = new ArrayList<>();
    boolean yesExact = true;
    boolean noExact = true;
    for (Outcome part : parts) {
      yes.add(part.yes);
      no.add(part.no);
      yesExact &= part.yesExact;
      noExact &= part.noExact;
    }
    return new Outcome(Region.all(yes), yesExact, Region.any(no), noExact);
  }

  /** Returns the outcome of a disjunction. */
  static Outcome any(List<Outcome> parts) {
    return all(parts.stream().map(Outcome::not).toList()).not();
  }
}
