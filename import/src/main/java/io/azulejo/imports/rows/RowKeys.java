package io.azulejo.imports.rows;

import java.util.Arrays;
import java.util.List;

/**
 * Keys that distinguish the first rows of a table, column by column: a 64-bit hash for each cell,
 * equal for equal values. Collisions of different values are negligible. Each cell is also compared
 * with the cell before it, which shows whether rows are sorted by some columns.
 */
public final class RowKeys {
  /** Maximum number of rows; eight times as many cells for all columns together. */
  private static final int ROWS = 1 << 20;

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;
  private static final int BITS = 23;

  private int room;
  private long[] keys = new long[64];
  private byte[] steps = new byte[64]; // whether a cell is less or greater than the one before
  private char[] before = {}; // the last text
  private int length; // of the last text
  private boolean compared = true; // whether all cells were compared with their predecessors
  private int count;
  private boolean broken;
  private boolean valued; // some keys are not keys of texts
  private boolean counted; // some cells were numbers

  /** Creates empty keys for a table with this number of columns. */
  RowKeys(int columns) {
    this.room = room(columns);
  }

  private static int room(int columns) {
    return Math.max(1, (int) Math.min(ROWS, 8L * ROWS / Math.max(1, columns)));
  }

  /** Extends the capacity as for a table of this many columns, unless it was already reached. */
  void widen(int columns) {
    room = count < room ? Math.max(room, room(columns)) : room;
  }

  /** Returns whether the keys are still known. */
  boolean isKnown() {
    return !broken;
  }

  /**
   * Adds a typed value.
   *
   * @param step the comparison with the value before: negative, 0, or positive
   */
  void add(long value, int step) {
    if (count == room || broken) {
      return;
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, Math.min(room, 2 * count));
      steps = Arrays.copyOf(steps, keys.length);
    }
    steps[count] = (byte) Integer.signum(step);
    keys[count++] = mix(value);
  }

  /** Adds a text. */
  void add(char[] text, int start, int end) {
    if (count == room || broken) {
      return;
    }
    int step = Arrays.compare(before, 0, length, text, start, end);
    length = end - start;
    if (step != 0 || count == 0) {
      before = length > before.length ? new char[2 * length] : before;
      System.arraycopy(text, start, before, 0, length);
    }
    add(hash(text, start, end), -step);
  }

  /** Adds a date or a 64-bit number, with its comparison to the value before. */
  void addValue(long value, int step) {
    valued = true;
    add(value, step);
  }

  /**
   * Adds a number. Equal numbers have equal keys, with or without padding zeros.
   *
   * @param step the comparison with the number before: negative, 0, or positive
   */
  void addNumber(char[] text, int start, int end, double value, int step) {
    if (count == room || broken) {
      return;
    }
    counted = true;
    int at = start;
    boolean point = false;
    long hash = end - start;
    for (; at < end; at++) {
      char c = text[at];
      hash = (hash ^ c) * MULTIPLIER;
      point |= c == '.';
      if ((c < '0' || c > '9') && c != '.' && (c != '-' || at > start)) {
        break;
      }
    }
    if (at < end || point) {
      // Integers have the key of their digits.
      if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
        char[] digits = Long.toString((long) value).toCharArray();
        add(hash(digits, 0, digits.length), step);
      } else {
        add(Double.doubleToLongBits(value), step);
      }
      valued = true;
      return;
    }
    add(hash, step);
  }

  private static long hash(char[] text, int start, int end) {
    long hash = end - start;
    for (int i = start; i < end; i++) {
      hash = (hash ^ text[i]) * MULTIPLIER;
    }
    return hash;
  }

  /** Declares that further cells are texts: keys of other types become useless. */
  void onlyTexts() {
    if (valued) {
      discard();
    }
    compared &= !counted;
  }

  /** Declares that the order of the cells is not the order of their texts. */
  void ignoreOrder() {
    compared = false;
  }

  /** Drops all keys and ignores further cells. */
  void discard() {
    broken = true;
    keys = new long[0];
    steps = new byte[0];
    count = 0;
  }

  /** Returns the number of rows with known keys. */
  public int rows() {
    return count;
  }

  /**
   * Returns the number of rows, among the first ones, that repeat an earlier row in all columns.
   *
   * @param rows the number of rows, known to all columns
   */
  public static long repeated(Iterable<RowKeys> columns, int rows) {
    long[] all = new long[rows];
    for (RowKeys column : columns) {
      for (int row = 0; row < rows; row++) {
        all[row] = mix(all[row] * MULTIPLIER ^ column.keys[row]);
      }
    }
    Arrays.parallelSort(all);
    long repeated = 0;
    for (int row = 1; row < rows; row++) {
      repeated += all[row] == all[row - 1] ? 1 : 0;
    }
    return repeated;
  }

  /**
   * Returns whether the first rows are sorted by the first column, then by the next; false if
   * unknown.
   *
   * @param rows the number of rows, known to all columns
   */
  public static boolean areSorted(List<RowKeys> columns, int rows) {
    if (!columns.stream().allMatch(c -> c.compared)) {
      return false;
    }
    for (int row = 1; row < rows; row++) {
      int step = 0;
      for (int i = 0; i < columns.size() && step == 0; i++) {
        step = columns.get(i).steps[row];
      }
      if (step < 0) {
        return false;
      }
    }
    return true;
  }

  /** Estimates {@link #repeated} in less time, by the positions of rows in a bit set. */
  public static long estimateRepeated(Iterable<RowKeys> columns, int rows) {
    if (rows < 1 << 12) {
      return repeated(columns, rows);
    }
    long[] taken = new long[1 << BITS - 6];
    long[] all = new long[rows];
    for (RowKeys column : columns) {
      for (int row = 0; row < rows; row++) {
        all[row] = mix(all[row] * MULTIPLIER ^ column.keys[row]);
      }
    }
    for (long key : all) {
      int place = (int) (key >>> Long.SIZE - BITS);
      taken[place >>> 6] |= 1L << place;
    }
    long places = 0;
    for (long word : taken) {
      places += Long.bitCount(word);
    }
    double size = 1 << BITS;
    double distinct = -size * Math.log1p(-places / size);
    return Math.max(0, rows - Math.round(distinct));
  }

  private static long mix(long value) {
    long mixed = (value ^ value >>> 32) * 0xd6e8feb86659fd93L;
    mixed = (mixed ^ mixed >>> 32) * 0xd6e8feb86659fd93L;
    return mixed ^ mixed >>> 32;
  }
}
