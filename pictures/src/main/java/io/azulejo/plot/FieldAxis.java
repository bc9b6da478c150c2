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
 * Maps the values of a field to positions on an axis.
 *
 * @param strings the strings on the axis, sorted by unsigned bytes; null for other axes
 */
record FieldAxis(Axis axis, byte[][] strings) {
  private static final int MAX_OF_LABEL = 20;

  /**
   * Returns an axis that covers a range of numbers.
   *
   * @param max the maximum number of bins
   */
  static FieldAxis of(String title, Datatype type, Range range, int max) {
    if (range instanceof Range.Longs integer) {
      return new FieldAxis(IntegerAxis.of(title, type, integer.low(), integer.high(), max), null);
    }
    Range.Doubles floatingPoint = (Range.Doubles) range;
    return new FieldAxis(
        FloatingPointAxis.of(title, floatingPoint.low(), floatingPoint.high(), max), null);
  }

  /** Returns the mapping to an axis of numbers. */
  static FieldAxis of(Axis numbers) {
    return new FieldAxis(numbers, null);
  }

  /** Returns an axis of categories, with one bin for each. */
  static FieldAxis of(String title, Categories categories) {
    return new FieldAxis(new ListAxis(title, categories.names()), null);
  }

  /**
   * Returns an axis of strings, with one bin for each string of a sample.
   *
   * @param strings the sample, sorted by unsigned bytes; at least one string
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

  /**
   * Finds the bin of each value of a column.
   *
   * @param bins receives the bin of each row, or -1 for NaN and for values beyond the ends of the
   *     axis
   */
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

  /**
   * Returns the position of a value on the axis. A value that covers an interval is placed at its
   * middle.
   */
  double place(Column column, int row) {
    if (axis instanceof IntegerAxis integer) {
      return integer.middle(column.getLong(row));
    }
    return strings == null
        ? axis.position(column.getDouble(row))
        : rank(column.getBytes(row)) + 0.5;
  }

  /** Returns the position where a range starts, clamped to the axis. */
  double start(Range range) {
    double at =
        range instanceof Range.Longs integer
            ? ((IntegerAxis) axis).start(integer.low())
            : range instanceof Range.Doubles floatingPoint
                ? axis.position(floatingPoint.low())
                : rank(((Range.Strings) range).low());
    return Math.max(0, Math.min(axis.bins(), at));
  }

  /** Returns the position where a range ends, clamped to the axis. */
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
