package io.azulejo.table;

import java.util.ArrayList;
import java.util.List;

/**
 * The regions in which a predicate is true and in which it is false. A region that is not exact
 * contains all these rows and maybe more. Negation swaps both regions, so rows in neither (unknown)
 * are not represented.
 */
record Outcome(Region yes, boolean yesExact, Region no, boolean noExact) {
  /** The outcome of a predicate that cannot be evaluated. */
  static final Outcome UNKNOWN = new Outcome(Region.EVERYTHING, false, Region.EVERYTHING, false);

  /** Marks empty regions as exact. */
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
