package io.azulejo.imports.grid;

import io.azulejo.imports.netcdf.NumberBytes;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Describes how the stored numbers of a variable or band are converted to values. Packed numbers
 * are unpacked, and missing numbers become null.
 *
 * @param name name of the attribute that contains the values
 * @param stored type of the stored numbers
 * @param missing decides which stored numbers are missing
 * @param nullable whether values can be null
 * @param packing conversion of stored numbers to values; empty if they are equal
 */
record StoredNumbers(
    String name,
    Datatype stored,
    MissingNumbers missing,
    boolean nullable,
    Optional<Packing> packing) {

  /**
   * A linear encoding of floating-point values as stored numbers: {@code value = number * scale +
   * offset}.
   *
   * @param scale factor
   * @param offset offset
   * @param type type of the values: FLOAT32 or FLOAT64
   */
  record Packing(double scale, double offset, Datatype type) {
    double unpacked(double number) {
      return number * scale + offset;
    }
  }

  /** Returns the type of the values. */
  private Datatype type() {
    return packing.map(Packing::type).orElse(stored);
  }

  /**
   * Returns the attribute for the values. If values are equal to the stored numbers, its fill value
   * is the first missing number that the file declares.
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
   * Converts stored numbers to a column of values.
   *
   * @param bytes stored numbers, little-endian
   * @param from index of the first number to convert
   * @param rows number of numbers to convert
   * @param present 0 for each row that is null whatever number is stored; null if every row has a
   *     number
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

  /**
   * Converts the first numbers to floating-point values. Missing numbers become NaN.
   *
   * @param rows number of numbers to convert
   */
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
