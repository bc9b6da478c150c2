package io.azulejo.internal.filter;

import java.util.Arrays;

/**
 * Strings that refer to a list of strings. Each string of the list is stored once. The list can
 * contain a string twice.
 *
 * @param data the concatenated strings of the list; other bytes may follow
 * @param offsets the start of each string in {@code data}, then the end of the last one
 * @param codes the index of each cell's string in the list; null if the list has one string for
 *     each cell
 */
public record StringCodes(byte[] data, int[] offsets, int[] codes) {
  /** Returns the strings of runs. The list has one string per run. */
  static StringCodes of(StringRuns runs, int cells) {
    int[] codes = new int[cells];
    int from = 0;
    for (int run = 0; run < runs.ends().length; run++) {
      Arrays.fill(codes, from, runs.ends()[run], run);
      from = runs.ends()[run];
    }
    return new StringCodes(runs.data(), runs.offsets(), codes);
  }
}
