package io.azulejo.internal.write.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Checks that the values of an attribute are in the order that the attribute promises. It compares
 * each value with the previous one. Arrays with such attributes have one dimension.
 */
final class AttributeOrderCheck {
  private static final int BLOCK = 1024;

  private final Attribute attribute;
  private final boolean increasing;
  private final WriteBox box;
  private final long[] keys = new long[BLOCK];
  private boolean started;
  private long before;
  private byte[] textBefore;

  /** Creates a check that has not seen any values. */
  AttributeOrderCheck(Attribute attribute, WriteBox box) {
    this.attribute = attribute;
    this.increasing = attribute.order() == DataOrder.INCREASING;
    this.box = box;
  }

  String attribute() {
    return attribute.name();
  }

  /**
   * Checks the next values.
   *
   * @param rows number of values
   * @param first cell number of the first value; for a stored value after the written part, the
   *     number of cells in the part
   * @throws InvalidRequestException if a value is out of order or equal to the previous one
   */
  void check(CellColumn values, int rows, long first) {
    if (attribute.isVar()) {
      checkTexts(values, rows, first);
    } else {
      checkNumbers(values, rows, first);
    }
  }

  /**
   * Checks a stored value next to the written cells.
   *
   * @throws InvalidRequestException if the value is out of order or equal to the previous one
   */
  void check(Column stored, long number) {
    check(
        stored instanceof VarColumn var
            ? new CellColumn(var.array(), 0, var.offsetArray(), null)
            : CellColumn.fixed(stored.array(), null),
        1,
        number);
  }

  private void checkNumbers(CellColumn values, int rows, long first) {
    Datatype type = attribute.type();
    for (int row = 0; row < rows; row += BLOCK) {
      int count = Math.min(BLOCK, rows - row);
      int at = values.start() + row * type.size();
      CoordinateKeys.decode(type, values.data(), at, count, keys);
      for (int i = 0; i < count; i++) {
        if (started && !isBeyond(keys[i])) {
          throw outOfOrder(first + row + i, text(before), text(keys[i]));
        }
        before = keys[i];
        started = true;
      }
    }
  }

  private boolean isBeyond(long key) {
    if (attribute.type().isFloatingPoint()) {
      double previous = CoordinateKeys.toFloatingPoint(attribute.type(), before);
      double value = CoordinateKeys.toFloatingPoint(attribute.type(), key);
      return increasing ? value > previous : value < previous;
    }
    return increasing ? key > before : key < before;
  }

  private String text(long key) {
    return CoordinateText.ofKey(attribute.type(), key);
  }

  private void checkTexts(CellColumn values, int rows, long first) {
    byte[] data = values.data();
    int[] offsets = values.offsets();
    for (int row = 0; row < rows; row++) {
      int start = offsets[row];
      int end = offsets[row + 1];
      int compared = 0;
      if (row > 0) {
        compared = Arrays.compareUnsigned(data, start, end, data, offsets[row - 1], start);
      } else if (started) {
        compared = Arrays.compareUnsigned(data, start, end, textBefore, 0, textBefore.length);
      }
      if ((started || row > 0) && (increasing ? compared <= 0 : compared >= 0)) {
        byte[] previous = row == 0 ? textBefore : Arrays.copyOfRange(data, offsets[row - 1], start);
        throw outOfOrder(
            first + row, quoted(previous), quoted(Arrays.copyOfRange(data, start, end)));
      }
    }
    if (rows > 0) {
      started = true;
      textBefore = Arrays.copyOfRange(data, offsets[rows - 1], offsets[rows]);
    }
  }

  private static String quoted(byte[] text) {
    return '"' + new String(text, StandardCharsets.UTF_8) + '"';
  }

  private InvalidRequestException outOfOrder(long number, String previous, String value) {
    return new InvalidRequestException(
        "\"%s\" is out of order: its values must %s from cell to cell, but %s has %s and %s has %s"
            .formatted(
                attribute.name(),
                increasing ? "increase" : "decrease",
                box.cell(new long[] {number - 1}),
                previous,
                box.cell(new long[] {number}),
                value));
  }
}
