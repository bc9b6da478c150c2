package io.azulejo.internal.read.condition;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.schema.Datatype;

/**
 * Known bounds of a field's values in some cells. They apply to the non-null values. Bounds may be
 * too wide but never too narrow.
 *
 * @param lacking whether the cells are in a fragment that lacks the field
 * @param onlyNulls whether all cells are known to be null
 * @param noNulls whether no cell can be null
 * @param lowKey lower bound of numbers as {@link CoordinateKeys}, of a CHAR as a signed byte; null
 *     if not known
 * @param highKey upper bound of numbers (inclusive); null if not known
 * @param lowText lower bound of strings; null if not known
 * @param aboveText upper bound of strings (exclusive); null if not known
 */
public record FieldBounds(
    boolean lacking,
    boolean onlyNulls,
    boolean noNulls,
    Long lowKey,
    Long highKey,
    Slice lowText,
    Slice aboveText) {
  /** The field of cells in a fragment that lacks it. */
  public static final FieldBounds LACKING =
      new FieldBounds(true, false, false, null, null, null, null);

  /** Only nulls. */
  static final FieldBounds ONLY_NULLS = new FieldBounds(false, true, false, null, null, null, null);

  /** Returns the bounds of a field in a tile, as far as its statistics can be trusted. */
  public static FieldBounds of(TileStatistics statistics, int tile, OutputField field) {
    if (statistics.onlyNulls(tile)) {
      return ONLY_NULLS;
    }
    boolean noNulls = statistics.noNulls(tile);
    if (!statistics.hasBounds(tile)) {
      return unknown(noNulls);
    }
    if (FieldLiterals.of(field).areTexts()) {
      return ofTextsBelow(statistics.low(tile), statistics.above(tile).orElse(null), noNulls);
    }
    return ofKeys(
        key(field.type(), statistics.lowBits(tile)),
        key(field.type(), statistics.highBits(tile)),
        noNulls);
  }

  /** Returns the bounds of cells that were never written and have the field's fill value. */
  public static FieldBounds ofFill(OutputField field) {
    if (field.nullable() && !field.fillValid()) {
      return ONLY_NULLS;
    }
    FieldLiterals literals = FieldLiterals.of(field);
    if (!literals.areComparable()) {
      return unknown(true);
    }
    if (literals.areTexts()) {
      Slice fill = Slice.of(field.fill());
      return ofTextsBelow(fill, Intervals.TEXTS.next(fill), true);
    }
    long[] key = new long[1];
    CoordinateKeys.decode(field.type(), field.fill(), 0, 1, key);
    return ofKeys(key[0], key[0], true);
  }

  private static long key(Datatype type, long bits) {
    return switch (type) {
      case FLOAT32 -> CoordinateKeys.ofFloatingPoint(type, Float.intBitsToFloat((int) bits));
      case FLOAT64 -> CoordinateKeys.ofFloatingPoint(type, Double.longBitsToDouble(bits));
      default -> CoordinateKeys.ofInteger(type, bits);
    };
  }

  /** Returns bounds for unknown values. */
  static FieldBounds unknown(boolean noNulls) {
    return new FieldBounds(false, false, noNulls, null, null, null, null);
  }

  /** Returns the bounds of numbers between two keys (inclusive). */
  public static FieldBounds ofKeys(long low, long high, boolean noNulls) {
    return new FieldBounds(false, false, noNulls, low, high, null, null);
  }

  /**
   * Returns the bounds of strings from {@code low} to {@code above} (exclusive; null for no bound).
   */
  static FieldBounds ofTextsBelow(Slice low, Slice above, boolean noNulls) {
    return new FieldBounds(false, false, noNulls, null, null, low, above);
  }
}
