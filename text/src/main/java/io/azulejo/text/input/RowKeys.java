package io.azulejo.text.input;

import java.util.Arrays;

/**
 * What tells the first rows of a table apart, column by column: a number of 64 bits for each cell,
 * the same for cells of the same value. Different values have the same number so rarely that nobody
 * will see it.
 */
public final class RowKeys {
  /** So many rows at the most, of all columns together eight times as many. */
  private static final int ROWS = 1 << 20;

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;
  private static final int BITS = 23;

  private int room;
  private long[] keys = new long[64];
  private int count;
  private boolean broken;
  private boolean valued; // some keys are not those of texts

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

  /** Takes a value of a type. */
  void add(long value) {
    if (count == room || broken) {
      return;
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, Math.min(room, 2 * count));
    }
    keys[count++] = mix(value);
  }

  /** Takes a text. */
  void add(char[] text, int start, int end) {
    if (count < room && !broken) {
      add(hash(text, start, end));
    }
  }

  /** Takes a date, or a number of so many bits. */
  void addValue(long value) {
    valued = true;
    add(value);
  }

  /** Takes a number; those that are equal have one key, with or without zeros at their ends. */
  void addNumber(char[] text, int start, int end, double value) {
    if (count == room || broken) {
      return;
    }
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
        add(hash(digits, 0, digits.length));
      } else {
        add(Double.doubleToLongBits(value));
      }
      valued = true;
      return;
    }
    add(hash);
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
  }

  /** Forgets all cells, also those to come. */
  void forget() {
    broken = true;
    keys = new long[0];
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

  /** About the same in less time, by the places that the rows take in a set of bits. */
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
