package io.azulejo.arrow;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datetimes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Encodes numbers, booleans and times of a column as Arrow values. Values with the same bytes in
 * Arrow are usually not copied.
 */
final class LeafEncoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * The encoded values of a column.
   *
   * @param bytes an array that starts with the values; may be the array of the column
   * @param length the length of the values (bytes)
   * @param valid one byte per value, 0 for null; null if all values are valid
   */
  record Encoded(byte[] bytes, int length, byte @Nullable [] valid) {}

  private LeafEncoder() {}

  /**
   * Encodes the first {@code count} values of a column.
   *
   * @param name the column name, for errors
   * @param data the values, little-endian
   * @param valid one byte per value, 0 for null; null if all values are valid
   * @throws InvalidRequestException if a value is out of range for the Arrow type
   */
  static Encoded encode(
      String name,
      FieldMapping mapping,
      LeafForm form,
      byte[] data,
      int count,
      byte @Nullable [] valid) {
    return switch (form.kind()) {
      case SAME ->
          form.natIsNull()
              ? datetimes(data, count, valid)
              : new Encoded(data, Math.multiplyExact(count, mapping.column().type().size()), valid);
      case BITS -> new Encoded(Bits.pack(data, count), Bits.bytes(count), valid);
      default -> converted(name, mapping, form, data, count, valid);
    };
  }

  /**
   * Encodes datetimes that have the same numbers in Arrow. NaT becomes null, but its number is kept
   * below the null.
   */
  private static Encoded datetimes(byte[] data, int count, byte @Nullable [] valid) {
    byte[] values = data;
    byte[] after = valid;
    for (int i = 0; i < count; i++) {
      if ((long) LONG.get(data, i * Long.BYTES) != Long.MIN_VALUE) {
        continue;
      }
      if (valid != null && valid[i] == 0) {
        // A null with this number would be read as NaT.
        values = values == data ? Arrays.copyOf(data, count * Long.BYTES) : values;
        LONG.set(values, i * Long.BYTES, 0L);
        continue;
      }
      if (after == null) {
        after = new byte[count];
        Arrays.fill(after, (byte) 1);
      } else if (after == valid) {
        after = Arrays.copyOf(valid, count);
      }
      after[i] = 0;
    }
    return new Encoded(values, count * Long.BYTES, after);
  }

  private static Encoded converted(
      String name,
      FieldMapping mapping,
      LeafForm form,
      byte[] data,
      int count,
      byte @Nullable [] valid) {
    boolean wide = form.kind() == LeafForm.Kind.SCALED;
    byte[] values = new byte[Math.multiplyExact(count, wide ? Long.BYTES : Integer.BYTES)];
    byte[] after = valid;
    for (int i = 0; i < count; i++) {
      if (valid != null && valid[i] == 0) {
        continue;
      }
      long value = (long) LONG.get(data, i * Long.BYTES);
      if (form.natIsNull() && value == Long.MIN_VALUE) {
        if (after == null) {
          after = new byte[count];
          Arrays.fill(after, (byte) 1);
        } else if (after == valid) {
          after = Arrays.copyOf(valid, count);
        }
        after[i] = 0;
        if (wide) {
          LONG.set(values, i * Long.BYTES, Long.MIN_VALUE);
        } else {
          INT.set(values, i * Integer.BYTES, Integer.MIN_VALUE);
        }
        continue;
      }
      long converted = convert(form, value);
      if (converted == Long.MIN_VALUE || (!wide && converted <= Integer.MIN_VALUE)) {
        throw new InvalidRequestException(
            ("field \"%s\": value %d (%s) is out of range for Arrow's %s; write the field as "
                    + "stored, or leave it out")
                .formatted(name, value, mapping.column().type(), mapping.field().type()));
      }
      if (wide) {
        LONG.set(values, i * Long.BYTES, converted);
      } else {
        INT.set(values, i * Integer.BYTES, (int) converted);
      }
    }
    return new Encoded(values, values.length, after);
  }

  /**
   * Converts a value to the unit of the Arrow type. Returns {@link Long#MIN_VALUE} if it is out of
   * range.
   */
  private static long convert(LeafForm form, long value) {
    switch (form.kind()) {
      case SCALED -> {
        boolean fits = Math.abs(value) <= Long.MAX_VALUE / form.factor();
        return fits && value != Long.MIN_VALUE ? value * form.factor() : Long.MIN_VALUE;
      }
      case MONTHS -> {
        return firstDay(value, 1);
      }
      case YEARS -> {
        return firstDay(value, 12);
      }
      default -> {
        return narrow(value);
      }
    }
  }

  /**
   * Returns the first day of a period, or {@link Long#MIN_VALUE} if it is out of range.
   *
   * @param period the number of the period since 1970
   * @param months the length of a period: 1 or 12
   */
  private static long firstDay(long period, long months) {
    boolean possible = period == (int) period;
    return possible ? narrow(Datetimes.firstDay(period * months)) : Long.MIN_VALUE;
  }

  private static long narrow(long value) {
    return value == (int) value ? value : Long.MIN_VALUE;
  }
}
