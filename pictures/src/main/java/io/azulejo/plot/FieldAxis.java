package io.azulejo.plot;

import io.azulejo.plot.picture.Axis;
import io.azulejo.plot.picture.FloatingPointAxis;
import io.azulejo.plot.picture.IntegerAxis;
import io.azulejo.plot.picture.ListAxis;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import io.azulejo.text.value.TextBuffer;
import io.azulejo.text.value.Unicode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The values of a field as places on an axis of a picture.
 *
 * @param strings the strings in their order; null for numbers
 */
record FieldAxis(Axis axis, byte[][] strings) {
  private static final int MAX_OF_LABEL = 20;

  /**
   * Numbers within a range.
   *
   * @param max the greatest number of bins
   */
  static FieldAxis of(String title, Datatype type, Range range, int max) {
    if (range instanceof Range.Longs integer) {
      return new FieldAxis(IntegerAxis.of(title, type, integer.low(), integer.high(), max), null);
    }
    Range.Doubles floatingPoint = (Range.Doubles) range;
    return new FieldAxis(
        FloatingPointAxis.of(title, floatingPoint.low(), floatingPoint.high(), max), null);
  }

  /** An axis of numbers, of one of the kinds that there are for them. */
  static FieldAxis of(Axis numbers) {
    return new FieldAxis(numbers, null);
  }

  /** Categories in their order. */
  static FieldAxis of(String title, Categories categories) {
    return new FieldAxis(new ListAxis(title, categories.names()), null);
  }

  /**
   * Strings in their order.
   *
   * @param strings some of them, of which there is at least one
   */
  static FieldAxis of(String title, Datatype type, List<byte[]> strings) {
    List<String> labels = strings.stream().map(s -> label(type, s)).toList();
    return new FieldAxis(new ListAxis(title, labels), strings.toArray(byte[][]::new));
  }

  static String label(Datatype type, byte[] string) {
    TextBuffer out = new TextBuffer(2 * string.length + 2);
    Unicode.append(out, type.size(), ByteBuffer.wrap(string), 0, string.length, true);
    String text = out.toString();
    return text.length() <= MAX_OF_LABEL ? text : text.substring(0, MAX_OF_LABEL - 1) + "…";
  }

  /** Finds the bins of all values of a column; -1 for those beyond the ends and for NaN. */
  void bins(Column column, int[] bins) {
    int rows = column.rows();
    if (axis instanceof IntegerAxis integer) {
      for (int row = 0; row < rows; row++) {
        bins[row] = integer.bin(column.getLong(row));
      }
    } else if (strings == null) {
      for (int row = 0; row < rows; row++) {
        bins[row] = axis.bin(column.getDouble(row));
      }
    } else {
      for (int row = 0; row < rows; row++) {
        bins[row] = rank(column.getBytes(row));
      }
    }
  }

  /** Where a value of a column is: its middle, where it has some length. */
  double place(Column column, int row) {
    if (axis instanceof IntegerAxis integer) {
      return integer.middle(column.getLong(row));
    }
    return strings == null
        ? axis.position(column.getDouble(row))
        : rank(column.getBytes(row)) + 0.5;
  }

  /** Where a range begins, but not before the axis. */
  double start(Range range) {
    double at =
        range instanceof Range.Longs integer
            ? ((IntegerAxis) axis).start(integer.low())
            : range instanceof Range.Doubles floatingPoint
                ? axis.position(floatingPoint.low())
                : rank(((Range.Strings) range).low());
    return Math.max(0, Math.min(axis.bins(), at));
  }

  /** Where a range ends, but not after the axis. */
  double end(Range range) {
    double at =
        range instanceof Range.Longs integer
            ? ((IntegerAxis) axis).end(integer.high())
            : range instanceof Range.Doubles floatingPoint
                ? axis.position(floatingPoint.high())
                : rank(((Range.Strings) range).high()) + 1;
    return Math.max(0, Math.min(axis.bins(), at));
  }

  private int rank(byte[] string) {
    int at = Arrays.binarySearch(strings, string, Arrays::compareUnsigned);
    return at >= 0 ? at : Math.max(0, -at - 2);
  }
}
