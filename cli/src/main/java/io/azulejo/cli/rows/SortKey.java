package io.azulejo.cli.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.ValueText;
import java.util.Arrays;

/** The sort keys of the buffered rows, one per row. */
abstract class SortKey {
  /** Prefix of a value, which sorts before NaN and nulls. */
  private static final byte VALUE = 0;

  private static final byte NO_NUMBER = 1;
  private static final byte NULL = 2;

  /**
   * Returns the key of a field.
   *
   * @param column the index of its column in batches
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

  /** Returns random keys; the same seed gives the same keys. */
  static SortKey random(long seed) {
    return new Random(seed);
  }

  /** Returns the position of each row as key. */
  static SortKey sequence() {
    return new Sequence();
  }

  /** Adds the key of a row of a batch. */
  abstract void add(Column[] columns, int row);

  /** Compares two buffered rows. */
  abstract int compare(int a, int b);

  /** Keeps the keys of some rows in the given order and removes all other keys. */
  abstract void keep(int[] rows, int count);

  /** Returns the size of all keys in bytes. */
  abstract long bytes();

  /** Keys of 64-bit integers. */
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

    /** The rank of each index of an enumeration; null without an enumeration. */
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

  /** Keys of text by unsigned bytes, which is the order of code points in UTF-8. */
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
