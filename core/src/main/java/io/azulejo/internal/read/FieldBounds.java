package io.azulejo.internal.read;

import io.azulejo.internal.runtime.Slice;

/**
 * What is known of a field in some cells without a look at them: between which values those lie
 * that are not null. Bounds may be too wide, never too narrow.
 *
 * @param lacking whether the cells are in a fragment that lacks the field
 * @param onlyNulls whether all cells are known to be null
 * @param noNulls whether no cell can be null
 * @param lowKey of numbers the least that can be there, as {@link CoordinateKeys}; a CHAR as a
 *     signed byte; null where nothing is known
 * @param highKey the greatest
 * @param lowText of strings the least that can be there; null where nothing is known
 * @param aboveText a string that is greater than any that can be there; null for no bound
 */
record FieldBounds(
    boolean lacking,
    boolean onlyNulls,
    boolean noNulls,
    Long lowKey,
    Long highKey,
    Slice lowText,
    Slice aboveText) {
  /** The field of cells in a fragment that lacks it. */
  static final FieldBounds LACKING = new FieldBounds(true, false, false, null, null, null, null);

  /** Nothing but nulls. */
  static final FieldBounds ONLY_NULLS = new FieldBounds(false, true, false, null, null, null, null);

  /** Nothing is known of the values. */
  static FieldBounds unknown(boolean noNulls) {
    return new FieldBounds(false, false, noNulls, null, null, null, null);
  }

  /** Numbers between two keys, both included. */
  static FieldBounds ofKeys(long low, long high, boolean noNulls) {
    return new FieldBounds(false, false, noNulls, low, high, null, null);
  }

  /** Strings between two, both included; high is null for no bound. */
  static FieldBounds ofTexts(Slice low, Slice high, boolean noNulls) {
    Slice above = high == null ? null : Intervals.TEXTS.next(high);
    return new FieldBounds(false, false, noNulls, null, null, low, above);
  }

  /** Strings below another one, from one on. */
  static FieldBounds ofTextsBelow(Slice low, Slice above, boolean noNulls) {
    return new FieldBounds(false, false, noNulls, null, null, low, above);
  }
}
