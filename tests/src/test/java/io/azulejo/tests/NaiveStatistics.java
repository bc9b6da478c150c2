package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.schema.Datatype;
import java.math.BigInteger;
import java.util.Optional;

/** Statistics of cells computed one by one, and how they compare with what is claimed. */
final class NaiveStatistics {
  private final Datatype type;
  private final boolean text;
  private final boolean real;
  private long cells;
  private long nulls;
  private boolean nan;
  private Slice least;
  private Slice greatest;
  private BigInteger wholeSum = BigInteger.ZERO;
  private double realSum;
  private double realSize;

  NaiveStatistics(FieldStorage field) {
    type = field.type();
    text = type.isString() || type.isBytes() || field.cellValNum() != 1;
    real = type.isFloatingPoint() && !text;
  }

  /** Adds a cell, empty for null. */
  void add(Optional<Slice> cell) {
    cells++;
    if (cell.isEmpty()) {
      nulls++;
      return;
    }
    Slice value = cell.get();
    if (real) {
      nan |= Double.isNaN(real(value));
      realSum += real(value);
      realSize += Math.abs(real(value));
    } else if (!text) {
      wholeSum = wholeSum.add(whole(value));
    }
    if (least == null || compare(value, least) < 0) {
      least = value;
    }
    if (greatest == null || compare(value, greatest) > 0) {
      greatest = value;
    }
  }

  /** Adds all cells of another. */
  void add(NaiveStatistics other) {
    cells += other.cells;
    nulls += other.nulls;
    nan |= other.nan;
    realSum += other.realSum;
    realSize += other.realSize;
    wholeSum = wholeSum.add(other.wholeSum);
    if (other.least != null) {
      least = least == null || compare(other.least, least) < 0 ? other.least : least;
      greatest =
          greatest == null || compare(other.greatest, greatest) > 0 ? other.greatest : greatest;
    }
  }

  /** Checks everything that is claimed of a tile. */
  void check(TileStatistics claimed, int tile) {
    if (claimed.onlyNulls(tile)) {
      assertThat(nulls).as("all are nulls").isEqualTo(cells);
    }
    if (claimed.noNulls(tile)) {
      assertThat(nulls).as("no nulls").isZero();
    }
    if (claimed.exactNullCount(tile)) {
      assertThat(claimed.nullCount(tile)).as("null count").isEqualTo(nulls);
    }
    if (claimed.hasBounds(tile) && least != null) {
      assertThat(nan).as("NaN within bounds").isFalse();
      checkBounds(claimed, tile);
    }
    if (claimed.exactMin(tile)) {
      checkEqual("minimum", least, text ? claimed.min(tile) : bits(claimed.minBits(tile)));
    }
    if (claimed.exactMax(tile)) {
      checkEqual("maximum", greatest, text ? claimed.max(tile) : bits(claimed.maxBits(tile)));
    }
    if (claimed.exactSum(tile)) {
      checkSum(claimed.sumBits(tile));
    }
  }

  private void checkBounds(TileStatistics claimed, int tile) {
    if (text) {
      assertThat(claimed.low(tile).compareTo(least))
          .as("%s below %s", show(claimed.low(tile)), show(least))
          .isNotPositive();
      claimed
          .above(tile)
          .ifPresent(
              above ->
                  assertThat(above.compareTo(greatest))
                      .as("%s above %s", show(above), show(greatest))
                      .isPositive());
      return;
    }
    Slice low = bits(claimed.lowBits(tile));
    Slice high = bits(claimed.highBits(tile));
    assertThat(compare(low, least)).as("%s below %s", show(low), show(least)).isNotPositive();
    assertThat(compare(high, greatest))
        .as("%s above %s", show(high), show(greatest))
        .isNotNegative();
  }

  private void checkEqual(String what, Slice expected, Slice claimed) {
    assertThat(expected).as("%s of no values", what).isNotNull();
    if (real) {
      assertThat(real(claimed) == real(expected))
          .as("%s: %s for %s", what, show(claimed), show(expected))
          .isTrue();
    } else {
      assertThat(show(claimed)).as(what).isEqualTo(show(expected));
    }
  }

  private void checkSum(long bits) {
    if (real) {
      assertThat(Double.longBitsToDouble(bits))
          .as("sum")
          .isCloseTo(realSum, within(1e-12 * realSize));
    } else {
      String claimed = type.isUnsigned() ? Long.toUnsignedString(bits) : Long.toString(bits);
      assertThat(claimed).as("sum").isEqualTo(wholeSum.toString());
    }
  }

  private Slice bits(long bits) {
    byte[] value = new byte[type.size()];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (bits >> 8 * i);
    }
    return Slice.of(value);
  }

  private int compare(Slice a, Slice b) {
    if (text) {
      return a.compareTo(b);
    }
    return real ? Double.compare(real(a), real(b)) : whole(a).compareTo(whole(b));
  }

  private double real(Slice value) {
    return type == Datatype.FLOAT32 ? value.getFloat(0) : value.getDouble(0);
  }

  /** As conditions compare it: a character has a sign. */
  private BigInteger whole(Slice value) {
    byte[] bigEndian = new byte[value.length()];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = value.getByte(bigEndian.length - 1 - i);
    }
    return type.isUnsigned() ? new BigInteger(1, bigEndian) : new BigInteger(bigEndian);
  }

  private String show(Slice value) {
    if (text) {
      return java.util.HexFormat.of().formatHex(value.toBytes());
    }
    return real ? Double.toString(real(value)) : whole(value).toString();
  }
}
