package io.azulejo.internal.write.fragment;

import io.azulejo.internal.runtime.Slice;

/**
 * The cells of one field in one tile as they go to disk.
 *
 * @param fixed the filtered cells of fixed size, or offsets
 * @param var the filtered values of variable size; null for cells of fixed size
 * @param varSize the bytes of the values of variable size before filtering
 * @param validity the filtered validity; null where cells can't be null
 * @param summary what is kept of the values; null while it is not known
 * @param padded whether the tile has cells that were not written
 * @param first the value of the first cell; of dimensions alone
 * @param last the value of the last cell; of dimensions alone
 */
public record EncodedField(
    Slice fixed,
    Slice var,
    long varSize,
    Slice validity,
    FieldSummary summary,
    boolean padded,
    Slice first,
    Slice last) {
  /** All bytes on disk. */
  long bytes() {
    return fixed.length()
        + (var == null ? 0 : var.length())
        + (validity == null ? 0 : validity.length());
  }

  /** The same with what is kept of the values. */
  EncodedField summarized(FieldSummary known, Slice firstValue, Slice lastValue) {
    return new EncodedField(fixed, var, varSize, validity, known, padded, firstValue, lastValue);
  }
}
