package io.azulejo.internal.verify;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.internal.write.fragment.FieldSummary;
import io.azulejo.schema.Datatype;
import java.util.Optional;

/**
 * Compares what is claimed of a tile, or of a fragment, with what its cells are. Only what can be
 * believed is a claim.
 */
final class StatisticsCheck {
  private final TileStatistics claims;
  private final Datatype type;
  private final boolean text;

  /**
   * Compares claims about a field.
   *
   * @param text whether its values are strings, or several characters
   */
  StatisticsCheck(TileStatistics claims, Datatype type, boolean text) {
    this.claims = claims;
    this.type = type;
    this.text = text;
  }

  /** What is claimed and not so, in words; empty if all is right. */
  Optional<String> wrong(int tile, FieldSummary found, long cells) {
    if (claims.exactNullCount(tile) && claims.nullCount(tile) != found.nullCount()) {
      return claimed("null count", claims.nullCount(tile), found.nullCount());
    }
    if (claims.noNulls(tile) && found.nullCount() > 0) {
      return claimed("null count", 0, found.nullCount());
    }
    if (claims.onlyNulls(tile) && found.nullCount() < cells) {
      return claimed("null count", cells, found.nullCount());
    }
    if (found.min() == null) {
      return Optional.empty();
    }
    Optional<String> bounds = text ? wrongTexts(tile, found) : wrongNumbers(tile, found);
    return bounds.isPresent() ? bounds : wrongSum(tile, found, cells);
  }

  private Optional<String> wrongTexts(int tile, FieldSummary found) {
    if (claims.exactMin(tile) && !claims.min(tile).equals(found.min())) {
      return claimed("minimum", shown(claims.min(tile)), shown(found.min()));
    }
    if (claims.exactMax(tile) && !claims.max(tile).equals(found.max())) {
      return claimed("maximum", shown(claims.max(tile)), shown(found.max()));
    }
    if (claims.hasBounds(tile)) {
      if (claims.low(tile).compareTo(found.min()) > 0) {
        return claimed("minimum", shown(claims.low(tile)), shown(found.min()));
      }
      Optional<Slice> above = claims.above(tile);
      if (above.isPresent() && above.get().compareTo(found.max()) <= 0) {
        return claimed("maximum", "less than " + shown(above.get()), shown(found.max()));
      }
    }
    return Optional.empty();
  }

  private static String shown(Slice value) {
    return '"' + io.azulejo.internal.format.Text.decode(value) + '"';
  }

  private Optional<String> wrongNumbers(int tile, FieldSummary found) {
    long min = bits(found.min());
    long max = bits(found.max());
    if (claims.exactMin(tile) && compare(claims.minBits(tile), min) != 0) {
      return claimed("minimum", number(claims.minBits(tile)), number(min));
    }
    if (claims.exactMax(tile) && compare(claims.maxBits(tile), max) != 0) {
      return claimed("maximum", number(claims.maxBits(tile)), number(max));
    }
    if (claims.hasBounds(tile)) {
      if (compare(claims.lowBits(tile), min) > 0) {
        return claimed("minimum", number(claims.lowBits(tile)), number(min));
      }
      if (compare(claims.highBits(tile), max) < 0) {
        return claimed("maximum", number(claims.highBits(tile)), number(max));
      }
    }
    return Optional.empty();
  }

  private Optional<String> wrongSum(int tile, FieldSummary found, long cells) {
    if (!claims.exactSum(tile)) {
      return Optional.empty();
    }
    long claim = claims.sumBits(tile);
    if (!type.isFloatingPoint()) {
      return claim == found.sum()
          ? Optional.empty()
          : claimed(
              "sum",
              type.isUnsigned() ? Long.toUnsignedString(claim) : Long.toString(claim),
              type.isUnsigned() ? Long.toUnsignedString(found.sum()) : Long.toString(found.sum()));
    }
    double expected = Double.longBitsToDouble(claim);
    double actual = Double.longBitsToDouble(found.sum());
    double largest =
        Math.max(
            Math.abs(floatingPoint(bits(found.min()))), Math.abs(floatingPoint(bits(found.max()))));
    // Adding in another order rounds in another way, each time by half a unit at the most.
    double tolerance = Math.ulp(1.0) * cells * cells * largest;
    return Math.abs(expected - actual) <= tolerance
        ? Optional.empty()
        : claimed("sum", expected, actual);
  }

  private static Optional<String> claimed(String what, Object claim, Object actual) {
    return Optional.of("the %s is said to be %s, but is %s".formatted(what, claim, actual));
  }

  /** The value of a cell as statistics have it: with its sign or zeros before it. */
  private long bits(Slice value) {
    return switch (value.length()) {
      case 1 -> type == Datatype.INT8 ? value.getByte(0) : value.getUnsignedByte(0);
      case 2 -> type.isUnsigned() ? value.getShort(0) & 0xffff : value.getShort(0);
      case 4 ->
          type.isUnsigned() || type.isFloatingPoint()
              ? value.getInt(0) & 0xffff_ffffL
              : value.getInt(0);
      default -> value.getLong(0);
    };
  }

  private int compare(long a, long b) {
    if (type.isFloatingPoint()) {
      double first = floatingPoint(a);
      double second = floatingPoint(b);
      return first < second ? -1 : first > second ? 1 : first == second ? 0 : 1;
    }
    return type == Datatype.UINT64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  private double floatingPoint(long bits) {
    return type == Datatype.FLOAT32
        ? Float.intBitsToFloat((int) bits)
        : Double.longBitsToDouble(bits);
  }

  private String number(long bits) {
    return type.isFloatingPoint()
        ? Double.toString(floatingPoint(bits))
        : type == Datatype.UINT64 ? Long.toUnsignedString(bits) : Long.toString(bits);
  }
}
