package io.azulejo.internal.workshop.advise;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Selects every n-th cell of a list of batches. */
final class Subsample {
  private Subsample() {}

  /**
   * Copies evenly spaced cells into one batch. Does not copy validity.
   *
   * @param columns the number of leading columns to copy
   * @param maxRows the maximum number of cells to copy
   */
  static Batch of(List<Batch> parts, int columns, int maxRows) {
    long all = parts.stream().mapToLong(Batch::rows).sum();
    int step = (int) Math.max(1, (all + maxRows - 1) / maxRows);
    List<Column> taken = new ArrayList<>();
    int count = (int) ((all + step - 1) / step);
    for (int i = 0; i < columns; i++) {
      taken.add(column(parts, i, step, count));
    }
    return Batch.of(count, taken);
  }

  private static Column column(List<Batch> parts, int index, int step, int count) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    int[] offsets = new int[count + 1];
    int taken = 0;
    int next = 0;
    for (Batch part : parts) {
      Column column = part.column(index);
      for (; next < part.rows(); next += step) {
        data.write(column.array(), column.start(next), column.end(next) - column.start(next));
        offsets[++taken] = data.size();
      }
      next -= part.rows();
    }
    Column any = parts.get(0).column(index);
    return any instanceof FixedColumn fixed
        ? new FixedColumn(
            any.name(), any.type(), fixed.valuesPerCell(), count, data.toByteArray(), null)
        : new VarColumn(any.name(), any.type(), count, offsets, data.toByteArray(), null);
  }
}
