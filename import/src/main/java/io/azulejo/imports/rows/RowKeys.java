package io.azulejo.imports.rows;

import java.util.Arrays;
import java.util.List;

/**
 * The keys of a column's cells in the first rows of a table. A key is a 64-bit hash that is equal
 * for equal values; collisions of different values are negligible. Each cell is also compared to
 * the one before it, which shows whether the rows are sorted by some columns.
 */
public final class RowKeys {
  /**
   * Maximum number of rows with keys. All columns of a table together have at most eight times as
   * many keys.
   */
  private static final int ROWS = 1 << 20;

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;
  private static final int BITS = 23;

  private int room;
  private long[] keys = new long[64];
  private byte[] steps = new byte[64]; // sign of the comparison of each cell to the one before it
  private char[] before = {}; // the last text
  private int length; // length of the last text
  private boolean compared = true; // whether all cells were compared to the one before
  private int count;
  private boolean broken;
  private boolean valued; // whether some keys are not hashes of texts
  private boolean counted; // whether some cells were numbers

  /**
   * Creates empty keys.
   *
   * @param columns number of columns that share the memory for keys
   */
  RowKeys(int columns) {
    this.room = room(columns);
  }

  private static int room(int columns) {
    return Math.max(1, (int) Math.min(ROWS, 8L * ROWS / Math.max(1, columns)));
  }

  /**
   * Increases the capacity as for a table with fewer columns, unless the previous capacity was
   * reached.
   *
   * @param columns number of columns that share the memory for keys
   */
  void widen(int columns) {
    room = count < room ? Math.max(room, room(columns)) : room;
  }

  /** Returns whether the keys have not been discarded. */
  boolean isKnown() {
    return !broken;
  }

  /**
   * Adds a typed value.
   *
   * @param step comparison to the value before: negative if less, 0 if equal, positive if greater
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

  /** Adds a text, and compares it to the text before. */
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

  /**
   * Adds a date or a 64-bit number.
   *
   * @param step comparison to the value before: negative if less, 0 if equal, positive if greater
   */
  void addValue(long value, int step) {
    valued = true;
    add(value, step);
  }

  /**
   * Adds a number. Equal numbers get equal keys, even if their texts differ in padding zeros.
   *
   * @param step comparison to the number before: negative if less, 0 if equal, positive if greater
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
      // The key of an integer is the hash of its digits.
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

  /**
   * Declares that the column contains texts. Keys that are not hashes of texts are then useless and
   * are discarded.
   */
  void onlyTexts() {
    if (valued) {
      discard();
    }
    compared &= !counted;
  }

  /** Declares that the comparisons of texts do not reflect the order of the cells. */
  void ignoreOrder() {
    compared = false;
  }

  /** Discards all keys and ignores further cells. */
  void discard() {
    broken = true;
    keys = new long[0];
    steps = new byte[0];
    count = 0;
  }

  /** Returns the number of leading rows whose keys are known. */
  public int rows() {
    return count;
  }

  /**
   * Returns how many of the first rows repeat an earlier row in all given columns.
   *
   * @param rows number of rows, whose keys must be known for all columns
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
   * Returns whether the first rows are sorted by the first column, then by the next, and so on.
   * Returns false if this is unknown.
   *
   * @param rows number of rows, whose keys must be known for all columns
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

  /**
   * Estimates {@link #repeated} in less time, by counting the bits that the hashes of rows set in a
   * bit set.
   */
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
