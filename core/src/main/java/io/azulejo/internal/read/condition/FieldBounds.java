package io.azulejo.internal.read.condition;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.schema.Datatype;

/**
 * What is known of a field in some cells without a look at them: between which values those lie
 * that are not null. Bounds may be too wide, never too narrow.
 *
 * @param lacking whether the cells are in a fragment that lacks the field
 * @param onlyNulls whether all cells are known to be null
 * @param noNulls whether no cell can be null
 * @param lowKey of numbers the smallest that can be there, as {@link CoordinateKeys}; a CHAR as a
 *     signed byte; null where nothing is known
 * @param highKey the largest
 * @param lowText of strings the smallest that can be there; null where nothing is known
 * @param aboveText a string that is greater than any that can be there; null for no bound
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

  /** Nothing but nulls. */
  static final FieldBounds ONLY_NULLS = new FieldBounds(false, true, false, null, null, null, null);

  /** What can be believed of a field in a tile. */
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

  /** The field of cells that were never written and have its fill value. */
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

  /** Nothing is known of the values. */
  static FieldBounds unknown(boolean noNulls) {
    return new FieldBounds(false, false, noNulls, null, null, null, null);
  }

  /** Numbers between two keys, both included. */
  public static FieldBounds ofKeys(long low, long high, boolean noNulls) {
    return new FieldBounds(false, false, noNulls, low, high, null, null);
  }

  /** Strings below another one, from one on. */
  static FieldBounds ofTextsBelow(Slice low, Slice above, boolean noNulls) {
    return new FieldBounds(false, false, noNulls, null, null, low, above);
  }
}
