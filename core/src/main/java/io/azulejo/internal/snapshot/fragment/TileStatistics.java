package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/**
 * What can be believed of the values of a field in the tiles of a fragment. It is about all cells
 * of a tile that were written, whether others hide them, they were deleted, or they are newer than
 * what is looked at; and it is asked for two purposes:
 *
 * <ul>
 *   <li>To leave tiles out, or tests: <em>bounds</em>. No value lies outside of them, but they may
 *       be wider than the values are.
 *   <li>To answer without reading: what is <em>exact</em>.
 * </ul>
 *
 * <p>Writers made mistakes, and later ones make others. Which they are, only this class and {@link
 * StatisticsTrust} know; what cannot be believed is not claimed ({@code docs/statistics.md}).
 * Immutable.
 */
public final class TileStatistics {
  /**
   * Sums of doubles stop at the largest one, and what comes after is not looked at, NaN included. A
   * sum can come back from there only by values this large in total; without such, a sum that is
   * finite saw every value.
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

  /** How values are compared and bounds are meant. */
  private enum Kind {
    /** An integer, or a single character. */
    WHOLE,
    /** A floating-point number, whose sum shows whether the bounds can be trusted. */
    FLOATING_POINT,
    /** A real coordinate, which is never NaN. */
    FLOATING_POINT_COORDINATE,
    /** Characters up to the first NUL, where a cell has a fixed number of them. */
    FIXED_TEXT,
    /** Characters up to the first NUL. */
    VAR_TEXT,
    /** Coordinates that are strings, NUL included. */
    TEXT_COORDINATE
  }

  /** The statistics of a field in the tables. */
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

  /** Whether nothing but nulls is known to be in a tile. */
  public boolean onlyNulls(int tile) {
    if (!nullable) {
      return false;
    }
    if (exactNullCount(tile)) {
      return nullCounts[tile] == cells.applyAsLong(tile);
    }
    // Some writers leave what they started with: the largest value as minimum, and so on.
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

  /** Whether no null is known to be in a tile. */
  public boolean noNulls(int tile) {
    return !nullable || (nullCounts != null && nullCounts[tile] == 0);
  }

  /**
   * Whether there are bounds that no value of a tile lies outside of; nulls have no value. The
   * lower one is at most the upper one. NaN is in no tile with bounds.
   */
  public boolean hasBounds(int tile) {
    if (mins == null || onlyNulls(tile)) {
      return false;
    }
    return switch (kind) {
      case WHOLE ->
          compare(mins.bits(tile), maxes.bits(tile)) <= 0
              // As bytes characters have one order, as numbers another: from 0x80 on they differ.
              && (type != Datatype.CHAR || maxes.bits(tile) < 0x80);
      case FLOATING_POINT ->
          floatingPoint(mins, tile) <= floatingPoint(maxes, tile) && hasModerateSum(tile);
      case FLOATING_POINT_COORDINATE -> floatingPoint(mins, tile) <= floatingPoint(maxes, tile);
      case FIXED_TEXT, VAR_TEXT -> mins.upToNul(tile).compareTo(maxes.upToNul(tile)) <= 0;
      case TEXT_COORDINATE -> maxes == null || mins.text(tile).compareTo(maxes.text(tile)) <= 0;
    };
  }

  /**
   * The lower bound of numbers, where there are bounds: whole ones as 64 bits (unsigned ones after
   * zeros), floating-point ones as the bits of their type. Zero is -0.0.
   */
  public long lowBits(int tile) {
    long bits = mins.bits(tile);
    return type.isFloatingPoint() && floatingPoint(mins, tile) == 0 ? negativeZero() : bits;
  }

  /** The upper bound of numbers, where there are bounds, likewise. Zero is 0.0. */
  public long highBits(int tile) {
    long bits = maxes.bits(tile);
    return type.isFloatingPoint() && floatingPoint(maxes, tile) == 0 ? 0 : bits;
  }

  /**
   * The lower bound of strings, where there are bounds: no value is less, in the order of unsigned
   * bytes, prefixes first. It is the stored minimum up to the first NUL, as writers do not see what
   * comes after that: the value that they took for the minimum begins with it, and all others are
   * the same up to there or greater.
   */
  public Slice low(int tile) {
    return kind == Kind.TEXT_COORDINATE ? mins.text(tile) : mins.upToNul(tile);
  }

  /**
   * A string that all values are less than, where there are bounds; empty if there is none known.
   * Of those up to whose first NUL nothing is greater than some string, the string itself is not
   * the last, as a NUL and anything may follow; but with a byte of 1 after it comes right behind
   * them all.
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

  /** Whether the number of nulls of a tile is known. */
  public boolean exactNullCount(int tile) {
    return !nullable
        || (nullCounts != null
            && isExact(tile)
            && nullCounts[tile] >= 0
            && nullCounts[tile] <= cells.applyAsLong(tile));
  }

  /** The number of nulls of a tile, where it is known. */
  public long nullCount(int tile) {
    return nullable ? nullCounts[tile] : 0;
  }

  /** Whether the minimum of a tile is known; false if it has no values. */
  public boolean exactMin(int tile) {
    return hasExactBounds(tile)
        && switch (kind) {
          case FIXED_TEXT -> isZeroFromNulOn(mins.text(tile));
          case VAR_TEXT -> mins.upToNul(tile).length() == mins.text(tile).length();
          default -> true;
        };
  }

  /** Whether the maximum of a tile is known; false if it has no values. */
  public boolean exactMax(int tile) {
    return hasExactBounds(tile)
        && switch (kind) {
          case FIXED_TEXT -> maxes.upToNul(tile).length() == maxes.text(tile).length();
          case VAR_TEXT -> false; // one with a NUL and more behind would not have been seen
          case TEXT_COORDINATE -> maxes != null;
          default -> true;
        };
  }

  /** The minimum of a tile of numbers, where it is known, in the form of {@link #lowBits}. */
  public long minBits(int tile) {
    return mins.bits(tile);
  }

  /** The maximum of a tile of numbers, where it is known, in the form of {@link #highBits}. */
  public long maxBits(int tile) {
    return maxes.bits(tile);
  }

  /** The minimum of a tile of strings, where it is known. */
  public Slice min(int tile) {
    return mins.text(tile);
  }

  /** The maximum of a tile of strings, where it is known. */
  public Slice max(int tile) {
    return maxes.text(tile);
  }

  /**
   * Whether the sum of a tile's values is known; of floating-point ones up to rounding, which
   * depends on the order of adding. 0 where there are only nulls.
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
   * The sum of a tile's values, where it is known: of signed numbers, datetimes and times as such,
   * of unsigned ones and BOOL without a sign, of floating-point ones as the bits of a double.
   */
  public long sumBits(int tile) {
    return sums[tile];
  }

  private boolean hasExactBounds(int tile) {
    return mins != null && isExact(tile) && exactNullCount(tile) && hasBounds(tile);
  }

  /** Whether statistics are those of the cells written, with nothing around them. */
  private boolean isExact(int tile) {
    return exact && (padding == null || !mayCountPadding(tile));
  }

  /**
   * Whether padding may have been counted: consolidated fragments cannot be distinguished from
   * others where all that was consolidated was written at one time. Padding is made of fill values;
   * where these are out of bounds, or there are fewer nulls than there would have to be, it was not
   * counted.
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
          // NaN would have made the sum NaN, of which nothing is believed.
          case FLOATING_POINT ->
              floatingPoint(mins, tile) <= floatingPoint(fill, 0)
                  && floatingPoint(fill, 0) <= floatingPoint(maxes, tile);
          default ->
              mins.upToNul(tile).compareTo(fill.upToNul(0)) <= 0
                  && fill.upToNul(0).compareTo(maxes.upToNul(tile)) <= 0;
        };
  }

  /** Whether a sum of floating-point numbers never was at a limit. */
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
   * Whether a sum of signed numbers never was at a limit: it is at none, and cannot have come back
   * from there, as all have one sign or together are not that large.
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

  private static boolean isZeroFromNulOn(Slice text) {
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
