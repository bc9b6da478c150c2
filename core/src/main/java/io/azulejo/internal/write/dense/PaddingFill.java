package io.azulejo.internal.write.dense;

import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.FieldEncoder;
import io.azulejo.schema.Filter;
import java.util.Arrays;

/**
 * Fills padding cells with the value of the previous cell, for filters that reject decreasing or
 * out-of-range values. For other filters, padding stays zero.
 */
final class PaddingFill {
  private PaddingFill() {}

  /** Fills cells that were not written, and nulls, if the filters of the field need it. */
  static void of(FieldEncoder field, FieldCells cells, CellRuns written) {
    TileSpec values = field.storage().varSpec().orElse(field.storage().spec());
    boolean ofValues = isChoosy(values);
    boolean ofValidity = field.storage().validitySpec().map(PaddingFill::isChoosy).orElse(false);
    if (!ofValues && !ofValidity) {
      return;
    }
    byte[] known = new byte[cells.count()];
    for (int start : written.starts()) {
      Arrays.fill(known, start, start + written.length(), (byte) 1);
    }
    if (ofValidity) {
      fill(FieldCells.fixed(cells.count(), cells.validity(), 0, cells.count(), null), known, 1, 1);
    }
    if (ofValues) {
      for (int cell = 0; cell < known.length; cell++) {
        known[cell] &= (byte) (cells.isValid(cell) ? 1 : 0);
      }
      fill(cells, known, field.cellSize(), field.storage().type().size());
    }
  }

  private static boolean isChoosy(TileSpec spec) {
    return spec.pipeline().filters().stream()
        .anyMatch(
            f -> f.type() == Filter.Type.POSITIVE_DELTA || f.type() == Filter.Type.SCALE_FLOAT);
  }

  private static void fill(FieldCells cells, byte[] known, int cellSize, int valueSize) {
    byte[] data = cells.data();
    int value = -1;
    for (int cell = 0; cell < known.length && value < 0; cell++) {
      boolean has = known[cell] != 0 && cells.end(cell, cellSize) > cells.start(cell, cellSize);
      value = has ? cells.start(cell, cellSize) : -1;
    }
    if (value < 0) {
      Arrays.fill(data, cells.start(), cells.start() + cells.length(), (byte) 0);
      return;
    }
    for (int cell = 0; cell < known.length; cell++) {
      int end = cells.end(cell, cellSize);
      if (known[cell] == 0) {
        for (int at = cells.start(cell, cellSize); at < end; at += valueSize) {
          System.arraycopy(data, value, data, at, valueSize);
        }
      } else if (end > cells.start(cell, cellSize)) {
        value = end - valueSize;
      }
    }
  }
}
