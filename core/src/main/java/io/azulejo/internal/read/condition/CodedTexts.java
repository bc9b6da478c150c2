package io.azulejo.internal.read.condition;

import io.azulejo.internal.order.CellColumn;
import java.util.Arrays;

/**
 * Tests the cells of coded columns. The cells of a block usually have few different strings, so
 * each of them is tested once per block, and its result is looked up for each cell.
 */
final class CodedTexts {
  private static final byte UNKNOWN = 2;

  /** Maximum number of results to remember per cell. A larger table costs more than it saves. */
  private static final int MAX_TABLE = 4;

  private CodedTexts() {}

  /** A test of one string. */
  interface Test {
    /** Returns 1 if the string from {@code start} to {@code end} (exclusive) passes, else 0. */
    int test(byte[] data, int start, int end);
  }

  /**
   * Clears the mask of cells that fail a test. Cells whose mask is 0 are skipped.
   *
   * @param column a coded column
   * @param from first row
   * @param count number of rows
   * @param mask 0 or 1 for each row
   * @param at index of the first row in the mask
   */
  static void narrow(CellColumn column, int from, int count, byte[] mask, int at, Test test) {
    byte[] data = column.data();
    int[] offsets = column.offsets();
    int[] codes = column.codes();
    if (offsets.length > MAX_TABLE * count) {
      for (int i = 0; i < count; i++) {
        if (mask[at + i] != 0) {
          int code = codes[from + i];
          mask[at + i] = (byte) test.test(data, offsets[code], offsets[code + 1]);
        }
      }
      return;
    }
    byte[] results = new byte[offsets.length - 1];
    Arrays.fill(results, UNKNOWN);
    for (int i = 0; i < count; i++) {
      if (mask[at + i] != 0) {
        int code = codes[from + i];
        if (results[code] == UNKNOWN) {
          results[code] = (byte) test.test(data, offsets[code], offsets[code + 1]);
        }
        mask[at + i] = results[code];
      }
    }
  }
}
