package io.azulejo.internal.write.fragment;

import io.azulejo.internal.runtime.Slice;

/**
 * The encoded cells of one field in one tile, ready to be written to files.
 *
 * @param fixed the filtered fixed-size cells, or the filtered offsets
 * @param var the filtered variable-size values; null for fixed-size cells
 * @param varSize size of the variable-size values before filtering, in bytes
 * @param validity the filtered validity; null if cells cannot be null
 * @param summary statistics of the values; null if not known yet
 * @param padded whether the tile has cells that were not written
 * @param first value of the first cell; null except for dimensions
 * @param last value of the last cell; null except for dimensions
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
  /** Returns the total size on disk in bytes. */
  long bytes() {
    return fixed.length()
        + (var == null ? 0 : var.length())
        + (validity == null ? 0 : validity.length());
  }

  /** Returns a copy with the given statistics and first and last values. */
  EncodedField summarized(FieldSummary known, Slice firstValue, Slice lastValue) {
    return new EncodedField(fixed, var, varSize, validity, known, padded, firstValue, lastValue);
  }
}
