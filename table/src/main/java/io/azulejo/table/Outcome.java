package io.azulejo.table;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows of which a predicate is true, and those of which it is false. Where a region is not
 * exact, it has all these rows and maybe more. Negation exchanges the two, so nothing is ever said
 * of the rows that are in none: those of which it is unknown.
 */
record Outcome(Region yes, boolean yesExact, Region no, boolean noExact) {
  /** A predicate of which nothing is known. */
  static final Outcome UNKNOWN = new Outcome(Region.EVERYTHING, false, Region.EVERYTHING, false);

  /** A region without rows is exact, however it came about. */
  Outcome {
    yesExact |= yes.equals(Region.NOTHING);
    noExact |= no.equals(Region.NOTHING);
  }

  static <T> Outcome of(BoundField<T> field, Truth<T> truth) {
    return new Outcome(
        field.cells(truth.yes()), truth.yesExact(), field.cells(truth.no()), truth.noExact());
  }

  Outcome not() {
    return new Outcome(no, noExact, yes, yesExact);
  }

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

  static Outcome any(List<Outcome> parts) {
    return all(parts.stream().map(Outcome::not).toList()).not();
  }
}
