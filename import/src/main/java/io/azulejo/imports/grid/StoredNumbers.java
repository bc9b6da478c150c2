package io.azulejo.imports.grid;

import io.azulejo.imports.netcdf.NumberBytes;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The numbers of a variable or a band as a file stores them, and the values that they mean: packed
 * numbers are unpacked, missing numbers are null.
 *
 * @param name the attribute that keeps the values
 * @param stored the type of stored numbers
 * @param missing which stored numbers stand for no value
 * @param nullable whether values can be null
 * @param packing how values follow from stored numbers; empty if they are the same
 */
record StoredNumbers(
    String name,
    Datatype stored,
    MissingNumbers missing,
    boolean nullable,
    Optional<Packing> packing) {

  /**
   * A way to store floating-point numbers as smaller ones.
   *
   * @param scale what stored numbers are multiplied with
   * @param offset what is added then
   * @param type the type of values: FLOAT32 or FLOAT64
   */
  record Packing(double scale, double offset, Datatype type) {
    double unpacked(double number) {
      return number * scale + offset;
    }
  }

  /** The type of values. */
  private Datatype type() {
    return packing.map(Packing::type).orElse(stored);
  }

  /**
   * The attribute that keeps the values. Its fill value is the first missing number of the file, if
   * values are stored numbers.
   */
  Attribute attribute() {
    Attribute.Builder attribute = Attribute.builder(name, type()).nullable(nullable);
    if (nullable && packing.isEmpty()) {
      missing
          .first()
          .ifPresent(
              number -> {
                if (number instanceof Long integer) {
                  attribute.fill(integer);
                } else {
                  attribute.fill(number.doubleValue());
                }
              });
    }
    return attribute.build();
  }

  /**
   * Values as a column.
   *
   * @param bytes stored numbers, little-endian
   * @param from the first of them
   * @param present 0 for each row that has no value, whatever is stored; null if there are none
   */
  FixedColumn column(byte[] bytes, int from, int rows, byte[] present) {
    Datatype type = type();
    byte[] values = new byte[rows * type.size()];
    byte[] validity = nullable ? new byte[rows] : null;
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (packing.isEmpty()) {
      in.get(from * type.size(), values);
    }
    if (validity != null) {
      for (int i = 0; i < rows; i++) {
        boolean none = present != null && present[i] == 0 || isMissing(in, from + i);
        validity[i] = (byte) (none ? 0 : 1);
      }
    }
    if (packing.isPresent()) {
      Packing how = packing.get();
      ByteBuffer out = ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < rows; i++) {
        boolean none = validity != null && validity[i] == 0;
        double value = none ? Double.NaN : how.unpacked(number(in, from + i));
        if (type == Datatype.FLOAT32) {
          out.putFloat((float) value);
        } else {
          out.putDouble(value);
        }
      }
    }
    return new FixedColumn(name, type, 1, rows, values, validity);
  }

  /** The first values as floating-point numbers; NaN where there is none. */
  double[] numbers(byte[] bytes, int rows) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    double[] numbers = new double[rows];
    for (int i = 0; i < rows; i++) {
      double number = number(in, i);
      numbers[i] =
          isMissing(in, i) ? Double.NaN : packing.map(how -> how.unpacked(number)).orElse(number);
    }
    return numbers;
  }

  private boolean isMissing(ByteBuffer in, int index) {
    double number = number(in, index);
    return MissingNumbers.isReal(stored)
        ? missing.has(number)
        : missing.has(integer(in, index), number);
  }

  private double number(ByteBuffer in, int index) {
    return switch (stored) {
      case FLOAT32 -> in.getFloat(index * Float.BYTES);
      case FLOAT64 -> in.getDouble(index * Double.BYTES);
      case UINT64 -> MissingNumbers.unsigned(integer(in, index));
      default -> integer(in, index);
    };
  }

  private long integer(ByteBuffer in, int index) {
    return NumberBytes.integer(in, stored, index * stored.size());
  }
}
