package io.azulejo.imports.rows;

import java.util.Arrays;
import java.util.List;

/**
 * What tells the first rows of a table apart, column by column: a number of 64 bits for each cell,
 * the same for cells of the same value. Different values have the same number so rarely that nobody
 * will see it. Each cell is also compared with the one before it, which shows whether rows come in
 * the order of some columns.
 */
public final class RowKeys {
  /** So many rows at the most, of all columns together eight times as many. */
  private static final int ROWS = 1 << 20;

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;
  private static final int BITS = 23;

  private int room;
  private long[] keys = new long[64];
  private byte[] steps = new byte[64]; // whether a cell is less than the one before, or greater
  private char[] before = {}; // the last text
  private int length; // of the last text
  private boolean compared = true; // all cells with those before them
  private int count;
  private boolean broken;
  private boolean valued; // some keys are not those of texts
  private boolean counted; // some cells were numbers

  /** No cells yet of a table of so many columns. */
  RowKeys(int columns) {
    this.room = room(columns);
  }

  private static int room(int columns) {
    return Math.max(1, (int) Math.min(ROWS, 8L * ROWS / Math.max(1, columns)));
  }

  /** Takes the room of a table of fewer columns, unless some cells had no place already. */
  void widen(int columns) {
    room = count < room ? Math.max(room, room(columns)) : room;
  }

  /** Whether its cells are not forgotten. */
  boolean isKnown() {
    return !broken;
  }

  /**
   * Takes a value of a type.
   *
   * @param step how it compares with the value before: less than 0, 0, or greater
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

  /** Takes a text. */
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

  /** Takes a date, or a number of so many bits, and how it compares with the one before. */
  void addValue(long value, int step) {
    valued = true;
    add(value, step);
  }

  /**
   * Takes a number; those that are equal have one key, with or without zeros at their ends.
   *
   * @param step how it compares with the number before: less than 0, 0, or greater
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
      // What is whole has the key of its digits.
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

  /** The cells to come are texts: keys that are not those of texts are of no use. */
  void onlyTexts() {
    if (valued) {
      forget();
    }
    compared &= !counted;
  }

  /** The order of the cells is not that of their texts. */
  void forgetOrder() {
    compared = false;
  }

  /** Forgets all cells, also those to come. */
  void forget() {
    broken = true;
    keys = new long[0];
    steps = new byte[0];
    count = 0;
  }

  /** Of how many rows it knows the cells. */
  public int rows() {
    return count;
  }

  /**
   * How many of the first rows have the cells of a row before them, in all of some columns.
   *
   * @param rows as many as all of the columns know
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
   * Whether the first rows come in the order of some columns, by the first one, then by the next
   * ones among rows that are alike in those before; false where that is not known.
   *
   * @param rows as many as all of the columns know
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
   * About as many as {@link #repeated}, in less time: by the places that the rows take in a set of
   * bits.
   */
  public static long aboutRepeated(Iterable<RowKeys> columns, int rows) {
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
