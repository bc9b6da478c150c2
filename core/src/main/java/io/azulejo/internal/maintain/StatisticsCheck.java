package io.azulejo.internal.maintain;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.internal.write.fragment.FieldSummary;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.LosslessUtf8;
import java.util.Optional;

/** Compares stored statistics with cells. Checks only the statistics that readers rely on. */
public final class StatisticsCheck {
  private final TileStatistics claims;
  private final Datatype type;

  /** Whether the values are strings or have several characters. */
  private final boolean text;

  /**
   * Creates a check for the statistics of one field.
   *
   * @param claims the stored statistics of the field
   * @param field how the fragment stores the field
   */
  public StatisticsCheck(TileStatistics claims, FieldStorage field) {
    this.claims = claims;
    this.type = field.type();
    this.text =
        field.isVar()
            || field.kind() == FieldStorage.Kind.ATTRIBUTE
                && (field.type().isString() || field.cellValNum() != 1);
  }

  /**
   * Describes the first difference between the statistics and the cells; empty if they agree.
   *
   * @param tile the tile whose statistics are checked
   * @param found the summary computed from the cells
   * @param cells the number of cells, including nulls
   */
  public Optional<String> mismatch(int tile, FieldSummary found, long cells) {
    if (claims.exactNullCount(tile) && claims.nullCount(tile) != found.nullCount()) {
      return differs("null count", claims.nullCount(tile), found.nullCount());
    }
    if (claims.noNulls(tile) && found.nullCount() > 0) {
      return differs("null count", 0, found.nullCount());
    }
    if (claims.onlyNulls(tile) && found.nullCount() < cells) {
      return differs("null count", cells, found.nullCount());
    }
    if (found.min() == null) {
      return Optional.empty();
    }
    Optional<String> bounds = text ? textMismatch(tile, found) : numberMismatch(tile, found);
    return bounds.isPresent() ? bounds : sumMismatch(tile, found, cells);
  }

  private Optional<String> textMismatch(int tile, FieldSummary found) {
    if (claims.exactMin(tile) && !claims.min(tile).equals(found.min())) {
      return differs("minimum", shown(claims.min(tile)), shown(found.min()));
    }
    if (claims.exactMax(tile) && !claims.max(tile).equals(found.max())) {
      return differs("maximum", shown(claims.max(tile)), shown(found.max()));
    }
    if (claims.hasBounds(tile)) {
      if (claims.low(tile).compareTo(found.min()) > 0) {
        return differs("minimum", shown(claims.low(tile)), shown(found.min()));
      }
      Optional<Slice> above = claims.above(tile);
      if (above.isPresent() && above.get().compareTo(found.max()) <= 0) {
        return differs("maximum", "less than " + shown(above.get()), shown(found.max()));
      }
    }
    return Optional.empty();
  }

  private static String shown(Slice value) {
    return '"' + LosslessUtf8.decode(value.toBytes()) + '"';
  }

  private Optional<String> numberMismatch(int tile, FieldSummary found) {
    long min = bits(found.min());
    long max = bits(found.max());
    if (claims.exactMin(tile) && compare(claims.minBits(tile), min) != 0) {
      return differs("minimum", number(claims.minBits(tile)), number(min));
    }
    if (claims.exactMax(tile) && compare(claims.maxBits(tile), max) != 0) {
      return differs("maximum", number(claims.maxBits(tile)), number(max));
    }
    if (claims.hasBounds(tile)) {
      if (compare(claims.lowBits(tile), min) > 0) {
        return differs("minimum", number(claims.lowBits(tile)), number(min));
      }
      if (compare(claims.highBits(tile), max) < 0) {
        return differs("maximum", number(claims.highBits(tile)), number(max));
      }
    }
    return Optional.empty();
  }

  private Optional<String> sumMismatch(int tile, FieldSummary found, long cells) {
    if (!claims.exactSum(tile)) {
      return Optional.empty();
    }
    long claim = claims.sumBits(tile);
    if (!type.isFloatingPoint()) {
      return claim == found.sum()
          ? Optional.empty()
          : differs(
              "sum",
              type.isUnsigned() ? Long.toUnsignedString(claim) : Long.toString(claim),
              type.isUnsigned() ? Long.toUnsignedString(found.sum()) : Long.toString(found.sum()));
    }
    double expected = Double.longBitsToDouble(claim);
    double actual = Double.longBitsToDouble(found.sum());
    double largest =
        Math.max(
            Math.abs(floatingPoint(bits(found.min()))), Math.abs(floatingPoint(bits(found.max()))));
    // The order of additions changes the sum by at most half a unit in the last place per addition.
    double tolerance = Math.ulp(1.0) * cells * cells * largest;
    return Math.abs(expected - actual) <= tolerance
        ? Optional.empty()
        : differs("sum", expected, actual);
  }

  private static Optional<String> differs(String what, Object claim, Object actual) {
    return Optional.of(
        "the %s is %s in the statistics, but %s in the cells".formatted(what, claim, actual));
  }

  /** Returns the bits of a value, sign-extended or zero-extended to 64 bits as in statistics. */
  private long bits(Slice value) {
    boolean signed = type.isInteger() && !type.isUnsigned();
    return value.getInteger(0, value.length(), !signed);
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
