package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import java.util.Arrays;
import java.util.List;

/** Validation rules for current domains. */
final class CurrentDomainRules {
  private CurrentDomainRules() {}

  /**
   * Checks that a current domain has a valid range for every dimension and lies within the domain.
   */
  static void check(List<Dimension> dimensions, NDRange box) {
    require(
        box.size() == dimensions.size(),
        "the current domain has %d ranges, but the array has %d dimensions; pass one"
            + " range for each",
        box.size(),
        dimensions.size());
    for (int i = 0; i < box.size(); i++) {
      check(dimensions.get(i), box.get(i));
    }
  }

  private static void check(Dimension dimension, Range range) {
    String field = "the current domain of dimension \"%s\"".formatted(dimension.name());
    Class<? extends Range> kind =
        dimension.isVar()
            ? Range.Strings.class
            : dimension.type().isFloatingPoint() ? Range.Doubles.class : Range.Longs.class;
    require(
        kind.isInstance(range),
        "%s is %s (expected a range of values of %s)",
        field,
        range,
        dimension.type());
    require(
        contains(dimension.type(), range, range),
        "%s begins after its end: %s; put the lower bound first",
        field,
        range);
    require(
        dimension.domain().isEmpty() || contains(dimension.type(), dimension.domain().get(), range),
        "%s is %s, which is not within the domain %s",
        field,
        range,
        dimension.domain().orElse(range));
  }

  /** Checks that a new current domain contains the previous one. */
  static void checkGrows(List<Dimension> dimensions, NDRange before, NDRange after) {
    for (int i = 0; i < before.size(); i++) {
      require(
          contains(dimensions.get(i).type(), after.get(i), before.get(i)),
          "the current domain of dimension \"%s\" can only grow: %s does not contain the"
              + " present one, %s",
          dimensions.get(i).name(),
          after.get(i),
          before.get(i));
    }
  }

  /**
   * Returns whether {@code part} is not empty and lies within {@code all}. Both have the same kind.
   */
  private static boolean contains(Datatype type, Range all, Range part) {
    if (all instanceof Range.Doubles one && part instanceof Range.Doubles other) {
      return other.low() <= other.high() && one.low() <= other.low() && other.high() <= one.high();
    }
    if (all instanceof Range.Strings one && part instanceof Range.Strings other) {
      return Arrays.compareUnsigned(other.low(), other.high()) <= 0
          && Arrays.compareUnsigned(one.low(), other.low()) <= 0
          && Arrays.compareUnsigned(other.high(), one.high()) <= 0;
    }
    // Flipping the highest bit maps unsigned order to signed order.
    long flip = type.isUnsigned() ? Long.MIN_VALUE : 0;
    Range.Longs one = (Range.Longs) all;
    Range.Longs other = (Range.Longs) part;
    long low = other.low() ^ flip;
    long high = other.high() ^ flip;
    return low <= high && (one.low() ^ flip) <= low && high <= (one.high() ^ flip);
  }
}
