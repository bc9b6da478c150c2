package io.azulejo.spark;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableColumn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * Encodes the coordinates of rows as bytes, in dimension order. Each coordinate is encoded as it is
 * stored, and a string is preceded by its length. Not safe for concurrent use.
 */
final class RowKeyBytes {
  private final List<Part> parts = new ArrayList<>();
  private final GrowingBytes value = new GrowingBytes(64);
  private GrowingBytes key = new GrowingBytes(64);
  private GrowingBytes other = new GrowingBytes(64);

  private record Part(Dimension dimension, ValueEncoder encoder, int at) {}

  /**
   * Creates an encoder.
   *
   * @param table the table of the array
   * @param rows the columns of the rows, which include all dimensions
   */
  RowKeyBytes(ArrayTable table, StructType rows) {
    List<String> names = Arrays.asList(rows.fieldNames());
    for (TableColumn column : table.columns()) {
      if (column.role() == TableColumn.Role.DIMENSION) {
        Dimension dimension = table.array().schema().dimension(column.field()).orElseThrow();
        parts.add(
            new Part(
                dimension, ValueEncoder.of(column, ZoneOffset.UTC), names.indexOf(column.name())));
      }
    }
  }

  /**
   * Returns the coordinates of a row.
   *
   * @return bytes that are still valid after the next call of this method, but not after the call
   *     that follows it
   */
  ByteBuffer of(InternalRow row) {
    GrowingBytes next = other;
    other = key;
    key = next;
    key.clear();
    for (Part part : parts) {
      value.clear();
      part.encoder.put(row, part.at, value);
      if (part.dimension.type().isFloatingPoint()) {
        dropSignOfZero();
      }
      if (part.dimension.isVar()) {
        key.putInt(value.size());
      }
      key.put(value.array(), value.size());
    }
    return ByteBuffer.wrap(key.array(), 0, key.size());
  }

  /**
   * Clears the sign of a floating-point zero, because the array treats both zeros as one
   * coordinate.
   */
  private void dropSignOfZero() {
    byte[] bytes = value.array();
    int last = value.size() - 1;
    for (int i = 0; i < last; i++) {
      if (bytes[i] != 0) {
        return;
      }
    }
    if (bytes[last] == Byte.MIN_VALUE) {
      bytes[last] = 0;
    }
  }

  /**
   * Returns the lowest coordinates of the tile that contains a row. All dimensions must be tiled
   * (see {@link #areTiled}).
   *
   * @return bytes that the next call of any method of this encoder may overwrite
   */
  ByteBuffer ofTile(InternalRow row) {
    ByteBuffer coordinates = of(row).order(ByteOrder.LITTLE_ENDIAN);
    GrowingBytes cell = key;
    key = other;
    other = cell;
    key.clear();
    for (Part part : parts) {
      long low = ((Range.Longs) part.dimension.domain().orElseThrow()).low();
      long length = part.dimension.tileLength();
      long index = Long.divideUnsigned(number(coordinates, part.dimension.type()) - low, length);
      key.put(low + index * length, part.dimension.type().size());
    }
    return ByteBuffer.wrap(key.array(), 0, key.size());
  }

  /** Returns whether all dimensions have integer domains divided into tiles. */
  static boolean areTiled(List<Dimension> dimensions) {
    return dimensions.stream()
        .allMatch(
            dimension ->
                dimension.extent().isPresent()
                    && dimension.domain().orElseThrow() instanceof Range.Longs);
  }

  /**
   * Reads the next integer coordinate and advances the buffer.
   *
   * @param coordinates a little-endian buffer
   * @param type the type of the dimension
   */
  static long number(ByteBuffer coordinates, Datatype type) {
    return switch (type.size()) {
      case Byte.BYTES -> {
        byte value = coordinates.get();
        yield type.isUnsigned() ? Byte.toUnsignedLong(value) : value;
      }
      case Short.BYTES -> {
        short value = coordinates.getShort();
        yield type.isUnsigned() ? Short.toUnsignedLong(value) : value;
      }
      case Integer.BYTES -> {
        int value = coordinates.getInt();
        yield type.isUnsigned() ? Integer.toUnsignedLong(value) : value;
      }
      default -> coordinates.getLong();
    };
  }
}
