package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/**
 * Reliable statistics of one field in the tiles of a fragment. They cover all written cells of a
 * tile, including cells that are deleted, hidden by later cells or newer than the time of the read.
 * There are two kinds:
 *
 * <ul>
 *   <li><em>Bounds</em> are used to skip tiles or tests. No value lies outside of them, but they
 *       may be wider than the values.
 *   <li><em>Exact</em> statistics answer a query without reading tiles.
 * </ul>
 *
 * <p>Some writers compute statistics wrongly. Only this class and {@link StatisticsTrust} know
 * these errors. They never return unreliable statistics (see {@code docs/statistics.md}).
 * Immutable.
 */
public final class TileStatistics {
  /**
   * Limit for sums of doubles that certainly include every value. A sum that reaches the largest
   * double stops there and ignores later values, including NaN. Only values with a total of this
   * size can bring it back. If the total is smaller, a finite sum includes every value.
   */
  private static final double HALF_ULP_OF_MAX = 0x1p970;

  private final Kind kind;
  private final Datatype type;
  private final boolean nullable;
  private final boolean exact;
  private final TileValues mins;
  private final TileValues maxes;
  private final long[] sums;
  private final long[] nullCounts;
  private final IntToLongFunction cells;
  private final TilePadding padding;

  /** The way that values compare and that bounds are interpreted. */
  private enum Kind {
    /** An integer, or a single character. */
    WHOLE,
    /** A floating-point number. Its sum shows whether the bounds can be trusted. */
    FLOATING_POINT,
    /** A floating-point coordinate, which is never NaN. */
    FLOATING_POINT_COORDINATE,
    /** Characters up to the first NUL, in cells with a fixed number of characters. */
    FIXED_TEXT,
    /** Characters up to the first NUL, in cells of variable size. */
    VAR_TEXT,
    /** A string coordinate, which may contain NUL. */
    TEXT_COORDINATE
  }

  /** Creates the statistics of a field from its tables. */
  TileStatistics(FieldStorage field, TrustedTables tables) {
    this.kind = kind(field);
    this.type = field.type();
    this.nullable = field.nullable();
    this.exact = tables.exact();
    this.mins = tables.mins();
    this.maxes = tables.maxes();
    this.sums = tables.sums();
    this.nullCounts = tables.nullCounts();
    this.cells = tables.cells();
    this.padding = tables.padding();
  }

  private static Kind kind(FieldStorage field) {
    boolean coordinate = field.dimension().isPresent();
    if (field.type().isFloatingPoint()) {
      return coordinate ? Kind.FLOATING_POINT_COORDINATE : Kind.FLOATING_POINT;
    }
    if (field.isVar()) {
      return coordinate ? Kind.TEXT_COORDINATE : Kind.VAR_TEXT;
    }
    return field.type().isString() || field.cellValNum() != 1 ? Kind.FIXED_TEXT : Kind.WHOLE;
  }

  /** Returns whether a tile is known to contain only nulls. */
  public boolean onlyNulls(int tile) {
    if (!nullable) {
      return false;
    }
    if (exactNullCount(tile)) {
      return nullCounts[tile] == cells.applyAsLong(tile);
    }
    // Some writers leave initial values, for example the largest possible value as the minimum.
    return mins != null
        && !(nullCounts != null && isExact(tile))
        && switch (kind) {
          case WHOLE -> compare(mins.bits(tile), maxes.bits(tile)) > 0;
          case FLOATING_POINT ->
              sums != null
                  && sums[tile] == 0
                  && floatingPoint(mins, tile) > floatingPoint(maxes, tile);
          default -> false;
        };
  }

  /** Returns whether a tile is known not to contain nulls. */
  public boolean noNulls(int tile) {
    return !nullable || (nullCounts != null && nullCounts[tile] == 0);
  }

  /**
   * Returns whether a tile has bounds. No value lies outside of them. Nulls are not values. The
   * lower bound is at most the upper bound. A tile with bounds never contains NaN.
   */
  public boolean hasBounds(int tile) {
    if (mins == null || onlyNulls(tile)) {
      return false;
    }
    return switch (kind) {
      case WHOLE ->
          compare(mins.bits(tile), maxes.bits(tile)) <= 0
              // Characters from 0x80 on sort differently as bytes and as numbers.
              && (type != Datatype.CHAR || maxes.bits(tile) < 0x80);
      case FLOATING_POINT ->
          floatingPoint(mins, tile) <= floatingPoint(maxes, tile) && hasModerateSum(tile);
      case FLOATING_POINT_COORDINATE -> floatingPoint(mins, tile) <= floatingPoint(maxes, tile);
      case FIXED_TEXT, VAR_TEXT -> mins.upToNul(tile).compareTo(maxes.upToNul(tile)) <= 0;
      case TEXT_COORDINATE -> maxes == null || mins.text(tile).compareTo(maxes.text(tile)) <= 0;
    };
  }

  /**
   * Returns the lower bound of a tile of numbers, which must have bounds. Integers have 64 bits,
   * and unsigned integers are zero-extended. Floating-point numbers are the bits of their type. A
   * bound of zero is returned as -0.0.
   */
  public long lowBits(int tile) {
    long bits = mins.bits(tile);
    return type.isFloatingPoint() && floatingPoint(mins, tile) == 0 ? negativeZero() : bits;
  }

  /**
   * Returns the upper bound of a tile of numbers, which must have bounds, in the form of {@link
   * #lowBits}. A bound of zero is returned as 0.0.
   */
  public long highBits(int tile) {
    long bits = maxes.bits(tile);
    return type.isFloatingPoint() && floatingPoint(maxes, tile) == 0 ? 0 : bits;
  }

  /**
   * Returns the lower bound of a tile of strings, which must have bounds. No value is less, where
   * strings compare by unsigned bytes and a prefix comes first. The bound is the stored minimum up
   * to the first NUL, because writers ignore later bytes. The value that they chose as the minimum
   * begins with it. All other values are equal up to there or greater.
   */
  public Slice low(int tile) {
    return kind == Kind.TEXT_COORDINATE ? mins.text(tile) : mins.upToNul(tile);
  }

  /**
   * Returns a string that is greater than all values of a tile, which must have bounds. Returns
   * empty if no such string is known. Writers compare strings only up to the first NUL, so a value
   * can be greater than the stored maximum: a NUL and more bytes can follow it. The maximum with a
   * byte of 1 appended sorts directly after all such values.
   */
  public Optional<Slice> above(int tile) {
    if (maxes == null) {
      return Optional.empty();
    }
    boolean coordinate = kind == Kind.TEXT_COORDINATE;
    Slice high = coordinate ? maxes.text(tile) : maxes.upToNul(tile);
    byte[] above = new byte[high.length() + 1];
    high.copyTo(above, 0);
    above[high.length()] = (byte) (coordinate ? 0 : 1);
    return Optional.of(Slice.of(above));
  }

  /** Returns whether the number of nulls in a tile is known. */
  public boolean exactNullCount(int tile) {
    return !nullable
        || (nullCounts != null
            && isExact(tile)
            && nullCounts[tile] >= 0
            && nullCounts[tile] <= cells.applyAsLong(tile));
  }

  /** Returns the number of nulls in a tile. It must be known (see {@link #exactNullCount}). */
  public long nullCount(int tile) {
    return nullable ? nullCounts[tile] : 0;
  }

  /**
   * Returns whether the minimum of a tile is known. Returns false if the tile does not have values.
   */
  public boolean exactMin(int tile) {
    return hasExactBounds(tile)
        && switch (kind) {
          case FIXED_TEXT -> isZeroAfterNul(mins.text(tile));
          case VAR_TEXT -> mins.upToNul(tile).length() == mins.text(tile).length();
          default -> true;
        };
  }

  /**
   * Returns whether the maximum of a tile is known. Returns false if the tile does not have values.
   */
  public boolean exactMax(int tile) {
    return hasExactBounds(tile)
        && switch (kind) {
          case FIXED_TEXT -> maxes.upToNul(tile).length() == maxes.text(tile).length();
          case VAR_TEXT -> false; // writers ignore the bytes after a NUL
          case TEXT_COORDINATE -> maxes != null;
          default -> true;
        };
  }

  /**
   * Returns the minimum of a tile of numbers, encoded like {@link #lowBits}. Call this method only
   * if {@link #exactMin} says that the minimum is known.
   */
  public long minBits(int tile) {
    return mins.bits(tile);
  }

  /**
   * Returns the maximum of a tile of numbers, as in {@link #highBits}. It must be known (see {@link
   * #exactMax}).
   */
  public long maxBits(int tile) {
    return maxes.bits(tile);
  }

  /** Returns the minimum of a tile of strings. It must be known (see {@link #exactMin}). */
  public Slice min(int tile) {
    return mins.text(tile);
  }

  /** Returns the maximum of a tile of strings. It must be known (see {@link #exactMax}). */
  public Slice max(int tile) {
    return maxes.text(tile);
  }

  /**
   * Returns whether the sum of a tile's values is known. The sum of floating-point numbers is exact
   * up to rounding, which depends on the order of addition. The sum of only nulls is 0.
   */
  public boolean exactSum(int tile) {
    if (sums == null || !isExact(tile)) {
      return false;
    }
    long sum = sums[tile];
    if (onlyNulls(tile)) {
      return sum == 0;
    }
    return hasBounds(tile)
        && switch (kind) {
          case WHOLE -> type.isUnsigned() ? sum != -1 : hasNoOverflow(tile);
          case FLOATING_POINT_COORDINATE -> hasModerateSum(tile);
          default -> true;
        };
  }

  /**
   * Returns the sum of a tile's values. It must be known (see {@link #exactSum}). The sum is signed
   * for signed numbers, datetimes and times, and unsigned for unsigned numbers and BOOL. For
   * floating-point numbers, it is the bits of a double.
   */
  public long sumBits(int tile) {
    return sums[tile];
  }

  private boolean hasExactBounds(int tile) {
    return mins != null && isExact(tile) && exactNullCount(tile) && hasBounds(tile);
  }

  /**
   * Returns whether the statistics of a tile describe exactly the written cells, without padding.
   */
  private boolean isExact(int tile) {
    return exact && (padding == null || !mayCountPadding(tile));
  }

  /**
   * Returns whether the statistics of a tile may include padding. A consolidated fragment is not
   * recognizable if all of its inputs were written at the same time. Padding cells contain fill
   * values. They are certainly not included if a fill value is out of bounds, or if there are fewer
   * nulls than padding cells.
   */
  private boolean mayCountPadding(int tile) {
    long cellsAround = padding.tileCells() - cells.applyAsLong(tile);
    if (cellsAround == 0) {
      return false;
    }
    TileValues fill = padding.fill();
    if (fill == null) {
      return nullCounts == null || nullCounts[tile] < 0 || nullCounts[tile] >= cellsAround;
    }
    return mins == null
        || switch (kind) {
          case WHOLE ->
              compare(mins.bits(tile), fill.bits(0)) <= 0
                  && compare(fill.bits(0), maxes.bits(tile)) <= 0;
          // A fill value of NaN would have made the sum NaN, and then the statistics are not used.
          case FLOATING_POINT ->
              floatingPoint(mins, tile) <= floatingPoint(fill, 0)
                  && floatingPoint(fill, 0) <= floatingPoint(maxes, tile);
          default ->
              mins.upToNul(tile).compareTo(fill.upToNul(0)) <= 0
                  && fill.upToNul(0).compareTo(maxes.upToNul(tile)) <= 0;
        };
  }

  /** Returns whether the sum of floating-point numbers certainly never reached a limit. */
  private boolean hasModerateSum(int tile) {
    if (sums == null) {
      return false;
    }
    double largest =
        Math.max(Math.abs(floatingPoint(mins, tile)), Math.abs(floatingPoint(maxes, tile)));
    return Math.abs(Double.longBitsToDouble(sums[tile])) < HALF_ULP_OF_MAX
        && largest * cells.applyAsLong(tile) < HALF_ULP_OF_MAX;
  }

  /**
   * Returns whether the sum of signed numbers certainly never reached a limit. It must not be at a
   * limit now. It cannot have come back from a limit if all values have the same sign, or if their
   * total is too small.
   */
  private boolean hasNoOverflow(int tile) {
    long sum = sums[tile];
    if (sum == Long.MIN_VALUE || sum == Long.MAX_VALUE) {
      return false;
    }
    long low = mins.bits(tile);
    long high = maxes.bits(tile);
    long largest = Math.max(Math.abs(low), Math.abs(high));
    long together = largest * cells.applyAsLong(tile);
    return low >= 0
        || high <= 0
        || (low != Long.MIN_VALUE
            && Math.multiplyHigh(largest, cells.applyAsLong(tile)) == 0
            && together >= 0);
  }

  private int compare(long a, long b) {
    return type == Datatype.UINT64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  private double floatingPoint(TileValues values, int tile) {
    long bits = values.bits(tile);
    return type == Datatype.FLOAT32
        ? Float.intBitsToFloat((int) bits)
        : Double.longBitsToDouble(bits);
  }

  private long negativeZero() {
    return type == Datatype.FLOAT32 ? Integer.MIN_VALUE & 0xffffffffL : Long.MIN_VALUE;
  }

  private static boolean isZeroAfterNul(Slice text) {
    boolean nul = false;
    for (int i = 0; i < text.length(); i++) {
      boolean zero = text.getByte(i) == 0;
      if (nul && !zero) {
        return false;
      }
      nul |= zero;
    }
    return true;
  }
}
