package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.read.tile.CellTarget;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Splits a Java array of values into batches, so that only a small part of the array is copied at a
 * time.
 */
final class ValuePieces {
  /** Maximum size of a piece in bytes, unless a single cell is larger. */
  private static final int PIECE = 16 << 20;

  private ValuePieces() {}

  /**
   * Returns the values as a stream of batches. Each batch is created when the stream requests it.
   *
   * @param name the name of the attribute
   * @param values a {@code double[]}, {@code float[]}, {@code long[]} or {@code int[]}
   * @throws InvalidRequestException if the attribute does not exist, is nullable, has variable-size
   *     cells or another type, or if the last cell is incomplete
   */
  static Stream<Batch> of(ArraySchema schema, String name, Object values) {
    Attribute attribute =
        schema
            .attribute(name)
            .orElseThrow(
                () ->
                    new InvalidRequestException(
                        "unknown attribute \"%s\"; %s"
                            .formatted(
                                name,
                                Suggestion.valid(
                                    schema.attributes().stream().map(Attribute::name).toList()))));
    String given = values.getClass().getSimpleName();
    String right = CellTarget.arrayType(attribute.type());
    if (attribute.isVar() || attribute.nullable() || !given.equals(right)) {
      throw new InvalidRequestException(
          attribute.isVar() || attribute.nullable()
              ? "\"%s\" is nullable or of variable size; append a batch instead".formatted(name)
              : "\"%s\" has type %s; append a %s, not a %s"
                  .formatted(name, attribute.type(), right, given));
    }
    int length = Array.getLength(values);
    int valuesPerCell = attribute.cellValNum();
    if (length % valuesPerCell != 0) {
      throw new InvalidRequestException(
          "%d values are not whole cells of \"%s\" (%d values per cell)"
              .formatted(length, name, valuesPerCell));
    }
    int cells = length / valuesPerCell;
    int piece = Math.max(1, PIECE / attribute.cellSize());
    return IntStream.range(0, cells / piece + (cells % piece == 0 ? 0 : 1))
        .mapToObj(
            i -> {
              int rows = Math.min(piece, cells - i * piece);
              byte[] bytes =
                  bytes(
                      values, i * piece * valuesPerCell, rows, attribute.cellSize(), valuesPerCell);
              return Batch.of(
                  new FixedColumn(name, attribute.type(), valuesPerCell, rows, bytes, null));
            });
  }

  private static byte[] bytes(Object values, int from, int rows, int cellSize, int valuesPerCell) {
    ByteBuffer bytes = ByteBuffer.allocate(rows * cellSize).order(ByteOrder.LITTLE_ENDIAN);
    int count = rows * valuesPerCell;
    if (values instanceof double[] doubles) {
      bytes.asDoubleBuffer().put(doubles, from, count);
    } else if (values instanceof float[] floats) {
      bytes.asFloatBuffer().put(floats, from, count);
    } else if (values instanceof long[] longs) {
      bytes.asLongBuffer().put(longs, from, count);
    } else {
      bytes.asIntBuffer().put((int[]) values, from, count);
    }
    return bytes.array();
  }
}
