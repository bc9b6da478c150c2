package io.azulejo.internal.write.fragment;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.util.Arrays;

/**
 * Computes the minimum, maximum, sum and null count of one field, following the rules of the
 * format. Nulls are ignored. NaN is ignored in bounds but makes the sum NaN. Strings and CHAR are
 * ordered by unsigned bytes. Sums saturate at the limits of their type.
 */
public final class FieldSummarizer {
  private static final int BLOCK = 1024;

  private final Datatype type;
  private final int cellSize;
  private final boolean dimension;
  private final boolean bounds;
  private final boolean sums;
  private final boolean text;

  private FieldSummarizer(
      Datatype type, int cellSize, boolean dimension, boolean bounds, boolean sums) {
    this.type = type;
    this.cellSize = cellSize;
    this.dimension = dimension;
    this.bounds = bounds;
    this.sums = sums;
    this.text = type == Datatype.CHAR || type == Datatype.STRING_ASCII;
  }

  /** Creates a summarizer for an attribute or a special field. */
  public static FieldSummarizer ofAttribute(Datatype type, int cellValNum) {
    boolean single = cellValNum == 1;
    boolean orderedText = type == Datatype.CHAR || type == Datatype.STRING_ASCII;
    boolean number = type.isIntegerValued() || type.isFloatingPoint();
    return new FieldSummarizer(
        type,
        cellValNum == Attribute.VAR ? 0 : type.size() * cellValNum,
        false,
        orderedText || (single && number),
        single && (number || type == Datatype.CHAR));
  }

  /**
   * Creates a summarizer for a dimension of a sparse fragment. Its bounds are stored in the R-tree.
   */
  public static FieldSummarizer ofDimension(Datatype type) {
    boolean var = type == Datatype.STRING_ASCII;
    return new FieldSummarizer(type, var ? 0 : type.size(), true, true, !var);
  }

  /**
   * Returns whether the metadata stores minima and maxima of the field. Dimensions have an R-tree
   * instead.
   */
  public boolean hasBounds() {
    return bounds && !dimension;
  }

  /** Returns whether the metadata stores sums of the field. */
  public boolean hasSums() {
    return sums;
  }

  /** Returns whether minima and maxima have a variable size. */
  boolean hasVarBounds() {
    return cellSize == 0;
  }

  /** Returns the size of a fixed-size minimum or maximum in bytes; 0 if the size is variable. */
  int cellSize() {
    return cellSize;
  }

  /** Summarizes the cells in the given runs. */
  public FieldSummary of(FieldCells cells, CellRuns runs) {
    long nulls = cells.validity() == null ? 0 : nulls(cells.validity(), runs);
    if (nulls == runs.cells() || !(bounds || sums)) {
      return new FieldSummary(null, null, 0, nulls);
    }
    if (text) {
      return ofText(cells, runs, nulls);
    }
    return type.isFloatingPoint()
        ? ofFloatingPoint(cells, runs, nulls)
        : ofIntegers(cells, runs, nulls);
  }

  private static long nulls(byte[] validity, CellRuns runs) {
    long nulls = 0;
    for (int start : runs.starts()) {
      for (int i = start; i < start + runs.length(); i++) {
        nulls += validity[i] == 0 ? 1 : 0;
      }
    }
    return nulls;
  }

  private FieldSummary ofText(FieldCells cells, CellRuns runs, long nulls) {
    int min = -1;
    int max = -1;
    for (int start : runs.starts()) {
      for (int i = start; i < start + runs.length(); i++) {
        if (cells.isValid(i)) {
          min = min < 0 || compareText(cells, i, min) < 0 ? i : min;
          max = max < 0 || compareText(cells, i, max) > 0 ? i : max;
        }
      }
    }
    long sum = sums ? sumOfChars(cells, runs) : 0;
    return new FieldSummary(value(cells, min), value(cells, max), sum, nulls);
  }

  private int compareText(FieldCells cells, int a, int b) {
    byte[] data = cells.data();
    return Arrays.compareUnsigned(
        data,
        cells.start(a, cellSize),
        cells.end(a, cellSize),
        data,
        cells.start(b, cellSize),
        cells.end(b, cellSize));
  }

  private static long sumOfChars(FieldCells cells, CellRuns runs) {
    long sum = 0;
    for (int start : runs.starts()) {
      for (int i = start; i < start + runs.length(); i++) {
        sum += cells.isValid(i) ? cells.data()[cells.start() + i] : 0;
      }
    }
    return sum;
  }

  /** Returns a copy of a cell's value. */
  Slice value(FieldCells cells, int cell) {
    return Slice.of(
        Arrays.copyOfRange(cells.data(), cells.start(cell, cellSize), cells.end(cell, cellSize)));
  }

  private FieldSummary ofIntegers(FieldCells cells, CellRuns runs, long nulls) {
    long flip = flip();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    long sum = 0;
    long[] block = new long[BLOCK];
    for (int start : runs.starts()) {
      boolean full = !sums;
      int end = start + runs.length();
      for (int from = start; from < end; from += BLOCK) {
        int count = Math.min(BLOCK, end - from);
        LittleEndian.widen(
            cells.data(),
            cells.start() + from * cellSize,
            cellSize,
            type.isUnsigned(),
            count,
            block);
        count = keepValid(cells.validity(), from, count, block);
        for (int i = 0; i < count; i++) {
          long key = block[i] ^ flip;
          min = Math.min(min, key);
          max = Math.max(max, key);
        }
        for (int i = 0; i < count && !full; i++) {
          long next = addIntegers(sum, block[i]);
          full = next != sum + block[i];
          sum = next;
        }
      }
    }
    return new FieldSummary(bytes(min ^ flip), bytes(max ^ flip), sum, nulls);
  }

  private long flip() {
    return type == Datatype.UINT64 ? Long.MIN_VALUE : 0;
  }

  /** Adds two integers and saturates at the limits of the type. */
  private long addIntegers(long a, long b) {
    long sum = a + b;
    if (type.isUnsigned()) {
      return Long.compareUnsigned(sum, a) < 0 ? -1 : sum;
    }
    boolean beyond = ((a ^ sum) & (b ^ sum)) < 0;
    return beyond ? (a > 0 ? Long.MAX_VALUE : Long.MIN_VALUE) : sum;
  }

  /** Moves the non-null values to the front of the block and returns their number. */
  private static int keepValid(byte[] validity, int from, int count, long[] block) {
    if (validity == null) {
      return count;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      block[kept] = block[i];
      kept += validity[from + i] == 0 ? 0 : 1;
    }
    return kept;
  }

  private FieldSummary ofFloatingPoint(FieldCells cells, CellRuns runs, long nulls) {
    FloatingPointSummary summary = new FloatingPointSummary(sums);
    double[] block = new double[BLOCK];
    for (int start : runs.starts()) {
      summary.beginRun();
      int end = start + runs.length();
      for (int from = start; from < end; from += BLOCK) {
        int count = Math.min(BLOCK, end - from);
        LittleEndian.widen(cells.data(), cells.start() + from * cellSize, cellSize, count, block);
        summary.add(block, nulls == 0 ? count : keepValid(cells.validity(), from, count, block));
      }
    }
    return new FieldSummary(
        bytes(summary.min()), bytes(summary.max()), Double.doubleToLongBits(summary.sum()), nulls);
  }

  /** Moves the non-null values to the front of the block and returns their number. */
  private static int keepValid(byte[] validity, int from, int count, double[] block) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      block[kept] = block[i];
      kept += validity[from + i] == 0 ? 0 : 1;
    }
    return kept;
  }

  private double floatingPoint(byte[] data, int at) {
    return cellSize == Float.BYTES
        ? Float.intBitsToFloat(LittleEndian.getInt(data, at))
        : Double.longBitsToDouble(LittleEndian.getLong(data, at));
  }

  private Slice bytes(double value) {
    byte[] bytes = new byte[cellSize];
    if (cellSize == Float.BYTES) {
      LittleEndian.putInt(bytes, 0, Float.floatToRawIntBits((float) value));
    } else {
      LittleEndian.putLong(bytes, 0, Double.doubleToRawLongBits(value));
    }
    return Slice.of(bytes);
  }

  private Slice bytes(long value) {
    byte[] bytes = new byte[cellSize];
    for (int i = 0; i < cellSize; i++) {
      bytes[i] = (byte) (value >>> Byte.SIZE * i);
    }
    return Slice.of(bytes);
  }

  /** Returns whether the values are text. Fragments do not store a total sum for text. */
  boolean isText() {
    return text;
  }

  /**
   * Returns the stored minimum of a tile with only nulls: zeros. For a padded tile, this is the
   * maximum of the type, as in the reference engine.
   */
  Slice noMin(boolean padded) {
    return padded && !text ? noMinOfAll() : zeros();
  }

  /**
   * Returns the stored maximum of a tile with only nulls: zeros, or the minimum of the type if the
   * tile is padded.
   */
  Slice noMax(boolean padded) {
    return padded && !text ? noMaxOfAll() : zeros();
  }

  private Slice zeros() {
    return Slice.of(new byte[cellSize]);
  }

  /**
   * Returns the stored minimum of a fragment with only nulls: the maximum of the type; empty for
   * text.
   */
  Slice noMinOfAll() {
    if (text) {
      return Slice.EMPTY;
    }
    return type.isFloatingPoint() ? bytes(maxFloatingPoint()) : bytes(maxInteger());
  }

  /**
   * Returns the stored maximum of a fragment with only nulls: the minimum of the type; empty for
   * text.
   */
  Slice noMaxOfAll() {
    if (text) {
      return Slice.EMPTY;
    }
    return type.isFloatingPoint()
        ? bytes(-maxFloatingPoint())
        : bytes(type.isUnsigned() ? 0 : ~maxInteger());
  }

  private double maxFloatingPoint() {
    return type == Datatype.FLOAT32 ? Float.MAX_VALUE : Double.MAX_VALUE;
  }

  private long maxInteger() {
    int bits = Byte.SIZE * type.size();
    return type.isUnsigned() ? -1L >>> Long.SIZE - bits : (1L << bits - 1) - 1;
  }

  /**
   * Merges the bounds and null counts of two summaries. The sum of the result is 0; see {@link
   * #add}.
   */
  public FieldSummary merge(FieldSummary a, FieldSummary b) {
    return new FieldSummary(
        bound(a.min(), b.min(), 1), bound(a.max(), b.max(), -1), 0, a.nullCount() + b.nullCount());
  }

  /**
   * Adds two sums and saturates at the limits of the type. Floating-point sums are passed as the
   * bits of a double.
   */
  public long add(long a, long b) {
    if (!type.isFloatingPoint()) {
      return addIntegers(a, b);
    }
    double first = Double.longBitsToDouble(a);
    double sum = first + Double.longBitsToDouble(b);
    return Double.doubleToLongBits(
        stops(a, b) ? Math.copySign(Double.MAX_VALUE, first < 0 ? -1 : 1) : sum);
  }

  /**
   * Returns whether adding two sums exceeds a limit. After that, nothing more is added to the sum.
   */
  public boolean stops(long a, long b) {
    if (!type.isFloatingPoint()) {
      return addIntegers(a, b) != a + b;
    }
    return FloatingPointSummary.isBeyond(Double.longBitsToDouble(a), Double.longBitsToDouble(b));
  }

  /**
   * Returns the smaller value, or the larger one if the sign is -1. Ignores null; if a value is
   * NaN, returns {@code a}.
   */
  private Slice bound(Slice a, Slice b, int sign) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return sign * compare(a, b) <= 0 ? a : b;
  }

  private int compare(Slice a, Slice b) {
    if (text) {
      return a.compareTo(b);
    }
    if (type.isFloatingPoint()) {
      double first = floatingPoint(a.array(), a.offset());
      double second = floatingPoint(b.array(), b.offset());
      if (Double.isNaN(first) || Double.isNaN(second)) {
        return 0;
      }
      return first < second ? -1 : first > second ? 1 : 0;
    }
    return Long.compare(key(a), key(b));
  }

  /** Returns an integer as a key that compares in signed order. */
  private long key(Slice value) {
    return value.getInteger(0, type.size(), type.isUnsigned()) ^ flip();
  }
}
