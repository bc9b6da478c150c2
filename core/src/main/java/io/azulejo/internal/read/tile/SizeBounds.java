package io.azulejo.internal.read.tile;

import io.azulejo.query.SizeBound;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes upper bounds of the sizes of the result's fields. Sums that overflow become {@link
 * Long#MAX_VALUE}.
 */
public final class SizeBounds {
  private final List<OutputField> fields;
  private final long[] values;
  private final long[] largest;

  /** Creates the bounds of an empty result. */
  public SizeBounds(List<OutputField> fields) {
    this.fields = fields;
    this.values = new long[fields.size()];
    this.largest = new long[fields.size()];
  }

  /**
   * Adds cells of a variable-size field.
   *
   * @param field the index of the field
   * @param bytes total size of the cells in bytes, which also bounds each single cell
   * @param times how often each cell may be returned
   */
  public void add(int field, long bytes, long times) {
    values[field] = sum(values[field], product(bytes, times));
    largest[field] = Math.max(largest[field], bytes);
  }

  /**
   * Returns the bounds by field name.
   *
   * @param cells maximum number of cells in the result
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

  /** Returns the sum of two non-negative numbers, or {@link Long#MAX_VALUE} on overflow. */
  public static long sum(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Returns the product of two non-negative numbers, or {@link Long#MAX_VALUE} on overflow. */
  public static long product(long a, long b) {
    long product = a * b;
    return Math.multiplyHigh(a, b) != 0 || product < 0 ? Long.MAX_VALUE : product;
  }
}
