package io.azulejo.internal.read.tile;

import io.azulejo.query.SizeBound;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up at most how many bytes the fields of an answer have. Numbers that do not fit are the
 * largest long.
 */
public final class SizeBounds {
  private final List<OutputField> fields;
  private final long[] values;
  private final long[] largest;

  /** Bounds of an empty answer. */
  public SizeBounds(List<OutputField> fields) {
    this.fields = fields;
    this.values = new long[fields.size()];
    this.largest = new long[fields.size()];
  }

  /**
   * Adds values of a field of variable size.
   *
   * @param field the index of the field
   * @param bytes the bytes of some cells together; none of them has more
   * @param times how often each of them may come
   */
  public void add(int field, long bytes, long times) {
    values[field] = sum(values[field], product(bytes, times));
    largest[field] = Math.max(largest[field], bytes);
  }

  /**
   * The bounds by field.
   *
   * @param cells at most how many cells the answer has
   */
  public Map<String, SizeBound> of(long cells) {
    Map<String, SizeBound> bounds = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      OutputField field = fields.get(i);
      bounds.put(
          field.name(),
          new FieldBound(
              field.isVar()
                  ? Math.min(values[i], product(cells, largest[i]))
                  : product(cells, field.cellSize()),
              field.isVar() ? product(cells, Long.BYTES) : 0,
              field.nullable() ? cells : 0));
    }
    return Collections.unmodifiableMap(bounds);
  }

  private record FieldBound(long data, long offsets, long validity) implements SizeBound {}

  /** The sum of two numbers that are not negative. */
  public static long sum(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** The product of two numbers that are not negative. */
  public static long product(long a, long b) {
    long product = a * b;
    return Math.multiplyHigh(a, b) != 0 || product < 0 ? Long.MAX_VALUE : product;
  }
}
