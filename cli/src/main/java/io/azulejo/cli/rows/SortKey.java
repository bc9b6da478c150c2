package io.azulejo.cli.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.ValueText;
import java.util.Arrays;

/** A sort key for buffered rows. It stores one key value for each row. */
abstract class SortKey {
  /** Rank of an ordinary value, which sorts before NaN and nulls in both directions. */
  private static final byte VALUE = 0;

  /** Rank of NaN, NaT and enumeration indexes without a value. */
  private static final byte NO_NUMBER = 1;

  private static final byte NULL = 2;

  /**
   * Creates a key that sorts by a field.
   *
   * @param field the field, whose enumeration determines the order if it has one
   * @param column the index of the field's column in batches
   * @param descending whether the greatest values come first
   * @throws InvalidRequestException if cells of the field cannot be sorted
   */
  static SortKey of(RowField field, int column, boolean descending) {
    boolean text = ValueText.isText(field.type()) || field.type().isBytes();
    if (text && field.type().size() == 1) {
      return new Bytes(column, descending);
    }
    if (text || field.cellValNum() != 1) {
      throw new InvalidRequestException(
          "--order-by %s: cannot sort cells of %s; use a field of numbers, dates or text"
              .formatted(
                  field.name(),
                  text ? field.type().toString() : "several " + field.type() + " values"));
    }
    int[] places = field.enumeration().map(EnumerationOrder::places).orElse(null);
    return new Number(column, field.type(), descending, places);
  }

  /** Creates a key with random values for sampling. The same seed gives the same values. */
  static SortKey random(long seed) {
    return new Random(seed);
  }

  /** Creates a key that preserves the order in which rows are added. */
  static SortKey sequence() {
    return new Sequence();
  }

  /**
   * Adds the key value of a row in a batch.
   *
   * @param columns the columns of the batch
   * @param row the index of the row in the batch
   */
  abstract void add(Column[] columns, int row);

  /** Compares the key values of two buffered rows by their row numbers. */
  abstract int compare(int a, int b);

  /**
   * Keeps the key values of selected rows and removes all others.
   *
   * @param rows row numbers in their new order
   * @param count how many of the row numbers to keep, from the start of the array
   */
  abstract void keep(int[] rows, int count);

  /** Returns the allocated size of all key values in bytes. */
  abstract long bytes();

  /** A key whose values are signed 64-bit integers. */
  private abstract static class Longs extends SortKey {
    long[] keys = new long[0];
    int rows;

    final void append(long key) {
      keys =
          rows < keys.length ? keys : Arrays.copyOf(keys, BufferedColumn.grownCapacity(rows + 1L));
      keys[rows++] = key;
    }

    @Override
    int compare(int a, int b) {
      return Long.compare(keys[a], keys[b]);
    }

    @Override
    void keep(int[] kept, int count) {
      long[] some = new long[keys.length];
      for (int i = 0; i < count; i++) {
        some[i] = keys[kept[i]];
      }
      keys = some;
      rows = count;
    }

    @Override
    long bytes() {
      return (long) Long.BYTES * keys.length;
    }
  }

  private static final class Random extends Longs {
    private final java.util.SplittableRandom random;

    Random(long seed) {
      random = new java.util.SplittableRandom(seed);
    }

    @Override
    void add(Column[] columns, int row) {
      append(random.nextLong());
    }
  }

  private static final class Sequence extends Longs {
    private long next;

    @Override
    void add(Column[] columns, int row) {
      append(next++);
    }
  }

  private static final class Number extends Longs {
    private final int column;
    private final Datatype type;
    private final boolean descending;

    /** Rank of each index of an enumeration, or null if the field has none. */
    private final int[] places;

    private byte[] ranks = new byte[0];

    Number(int column, Datatype type, boolean descending, int[] places) {
      this.column = column;
      this.type = type;
      this.descending = descending;
      this.places = places;
    }

    @Override
    void add(Column[] columns, int row) {
      Column from = columns[column];
      byte rank = VALUE;
      long key = 0;
      if (from.isNull(row)) {
        rank = NULL;
      } else if (type.isFloatingPoint()) {
        double value = from.getDouble(row);
        rank = Double.isNaN(value) ? NO_NUMBER : VALUE;
        long bits = Double.doubleToRawLongBits(value == 0 ? 0.0 : value);
        key = rank == VALUE ? bits ^ (bits >> 63 & Long.MAX_VALUE) : 0;
      } else {
        long value = from.getLong(row);
        key = type == Datatype.UINT64 ? value ^ Long.MIN_VALUE : value;
        if (places != null) {
          boolean known = value >= 0 && value < places.length;
          rank = known ? VALUE : NO_NUMBER;
          key = known ? places[(int) value] : key;
        } else if (type.isDatetime() && value == Long.MIN_VALUE) {
          rank = NO_NUMBER;
        }
      }
      ranks =
          rows < ranks.length
              ? ranks
              : Arrays.copyOf(ranks, BufferedColumn.grownCapacity(rows + 1L));
      ranks[rows] = rank;
      append(key);
    }

    @Override
    int compare(int a, int b) {
      if (ranks[a] != ranks[b]) {
        return ranks[a] - ranks[b];
      }
      return descending ? Long.compare(keys[b], keys[a]) : Long.compare(keys[a], keys[b]);
    }

    @Override
    void keep(int[] kept, int count) {
      byte[] some = new byte[keys.length];
      for (int i = 0; i < count; i++) {
        some[i] = ranks[kept[i]];
      }
      ranks = some;
      super.keep(kept, count);
    }

    @Override
    long bytes() {
      return super.bytes() + ranks.length;
    }
  }

  /**
   * A key whose values are text or bytes. They sort by unsigned bytes, which for UTF-8 is the order
   * of code points.
   */
  private static final class Bytes extends SortKey {
    private final int place;
    private final boolean descending;
    private BufferedColumn texts;
    private byte[] nulls = new byte[0];
    private int rows;

    Bytes(int column, boolean descending) {
      this.place = column;
      this.descending = descending;
    }

    @Override
    void add(Column[] columns, int row) {
      Column from = columns[place];
      texts = texts == null ? new BufferedColumn(from) : texts;
      texts.add(from, row);
      nulls =
          rows < nulls.length
              ? nulls
              : Arrays.copyOf(nulls, BufferedColumn.grownCapacity(rows + 1L));
      nulls[rows++] = from.isNull(row) ? NULL : VALUE;
    }

    @Override
    int compare(int a, int b) {
      if (nulls[a] != nulls[b] || nulls[a] == NULL) {
        return nulls[a] - nulls[b];
      }
      byte[] data = texts.data();
      int order =
          Arrays.compareUnsigned(
              data, texts.start(a), texts.end(a), data, texts.start(b), texts.end(b));
      return descending ? -order : order;
    }

    @Override
    void keep(int[] kept, int count) {
      byte[] some = new byte[nulls.length];
      for (int i = 0; i < count; i++) {
        some[i] = nulls[kept[i]];
      }
      nulls = some;
      rows = count;
      if (texts != null) {
        Column taken = texts.take(kept, 0, count);
        texts.clear();
        for (int i = 0; i < count; i++) {
          texts.add(taken, i);
        }
      }
    }

    @Override
    long bytes() {
      return nulls.length + (texts == null ? 0 : texts.bytes());
    }
  }
}
