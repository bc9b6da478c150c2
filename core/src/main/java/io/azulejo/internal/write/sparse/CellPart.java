package io.azulejo.internal.write.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cells on their way into a sparse fragment. They were appended together or read back together from
 * a temporary file. All rows are selected.
 */
final class CellPart extends Cells {
  /** Number of keys that are decoded at once. */
  private static final int BLOCK = 1024;

  /** Key of -0.0, for both floating-point types. */
  private static final long NEGATIVE_ZERO = -1;

  /** Key of 0.0, for both floating-point types. */
  private static final long ZERO = 0;

  /**
   * The columns: attributes, dimensions, special fields, as in {@link
   * io.azulejo.internal.write.fragment.FragmentLayout#fields}.
   */
  final CellColumn[] columns;

  /** The smallest key of each numeric dimension. */
  final long[] lows;

  /** The largest key of each numeric dimension. */
  final long[] highs;

  /** Whether a coordinate is -0.0, which is the same position as 0.0 but a different value. */
  final boolean negativeZero;

  /** The numbers of the rows among all appended rows. */
  final RowNumbers numbers;

  private final ArraySchema schema;
  private boolean hasKeys;

  /**
   * The numbers of some rows among all appended rows, counted from 0.
   *
   * @param first lower bound of the numbers (inclusive)
   * @param end upper bound of the numbers (exclusive)
   * @param inOrder whether the rows have all numbers between the bounds, in ascending order
   */
  record RowNumbers(long first, long end, boolean inOrder) {
    /** Describes a row for messages. */
    String text(int row) {
      return inOrder
          ? "row " + (first + row)
          : "one of the rows %d to %d".formatted(first, end - 1);
    }
  }

  /**
   * Creates a part.
   *
   * @param columns all columns
   * @param rows number of cells
   * @param numbers numbers of the rows among all appended rows
   * @param sorted whether the cells are to be checked or sorted, which requires their bounds
   */
  CellPart(ArraySchema schema, CellColumn[] columns, int rows, RowNumbers numbers, boolean sorted) {
    int first = schema.attributes().size();
    int dimensions = schema.dimensions().size();
    this.schema = schema;
    this.columns = columns;
    this.coordinates = Arrays.copyOfRange(columns, first, first + dimensions);
    this.keys = new long[dimensions][];
    this.selected = rows;
    this.numbers = numbers;
    this.lows = new long[dimensions];
    this.highs = new long[dimensions];
    long[] block = new long[Math.min(BLOCK, rows)];
    boolean negative = false;
    for (int d = 0; sorted && d < dimensions; d++) {
      Dimension dimension = schema.dimensions().get(d);
      negative |= !dimension.isVar() && findBounds(d, dimension.type(), block);
    }
    this.negativeZero = negative;
  }

  /** Computes the bounds of a numeric dimension. Returns whether a coordinate is -0.0. */
  private boolean findBounds(int d, Datatype type, long[] block) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    boolean negative = false;
    for (int from = 0; from < selected; from += BLOCK) {
      int count = Math.min(BLOCK, selected - from);
      negative |= decode(d, type, from, count, block);
      for (int i = 0; i < count; i++) {
        low = Math.min(low, block[i]);
        high = Math.max(high, block[i]);
      }
    }
    lows[d] = low;
    highs[d] = high;
    return negative;
  }

  /**
   * Decodes the keys of some coordinates, with 0.0 in place of -0.0, because the two are at the
   * same position. Returns whether there was a -0.0.
   */
  private boolean decode(int d, Datatype type, int from, int count, long[] block) {
    CellColumn column = coordinates[d];
    CoordinateKeys.decode(type, column.data(), column.start() + from * type.size(), count, block);
    boolean negative = false;
    if (type.isFloatingPoint()) {
      for (int i = 0; i < count; i++) {
        if (block[i] == NEGATIVE_ZERO) {
          block[i] = ZERO;
          negative = true;
        }
      }
    }
    return negative;
  }

  /**
   * Allocates the key arrays unless that has already been done.
   *
   * @return whether {@link #decodeKeys} must be called for all rows next
   */
  boolean allocateKeys() {
    if (hasKeys) {
      return false;
    }
    hasKeys = true;
    for (int d = 0; d < keys.length; d++) {
      keys[d] = schema.dimensions().get(d).isVar() ? null : new long[selected];
    }
    return true;
  }

  /**
   * Decodes the keys that determine the order of cells.
   *
   * @param from first row
   * @param count number of rows
   */
  void decodeKeys(int from, int count) {
    long[] block = new long[BLOCK];
    for (int d = 0; d < keys.length; d++) {
      if (keys[d] != null) {
        Datatype type = schema.dimensions().get(d).type();
        for (int at = from; at < from + count; at += BLOCK) {
          int length = Math.min(BLOCK, from + count - at);
          decode(d, type, at, length, block);
          System.arraycopy(block, 0, keys[d], at, length);
        }
      }
    }
  }

  /** Returns the coordinates of a cell as text for messages. Its keys must be decoded. */
  String place(int row) {
    List<String> texts = new ArrayList<>();
    for (int d = 0; d < keys.length; d++) {
      Dimension dimension = schema.dimensions().get(d);
      texts.add(
          dimension.name()
              + " = "
              + (dimension.isVar()
                  ? CoordinateText.ofText(coordinates[d], row)
                  : CoordinateText.ofKey(dimension.type(), keys[d][row])));
    }
    return "(" + String.join(", ", texts) + ")";
  }
}
