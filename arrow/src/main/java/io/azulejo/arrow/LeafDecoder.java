package io.azulejo.arrow;

import io.azulejo.error.CorruptDataException;
import io.azulejo.schema.Datetimes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decodes Arrow numbers, booleans and times to values of a column. */
final class LeafDecoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private LeafDecoder() {}

  /**
   * Decodes consecutive values and returns them in little-endian order. Sets {@code valid} to 1 for
   * Arrow nulls that the column stores as NaT.
   *
   * @param body an array that contains all values
   * @param start the position of the first value in the array
   * @param count the number of values
   * @param valid one byte per value, 0 for null; null if all values are valid
   * @param nullable whether the decoded values can be null
   * @throws CorruptDataException if a value cannot be converted to the column type
   */
  static byte[] decode(
      FieldMapping mapping,
      byte[] body,
      int start,
      int count,
      byte @Nullable [] valid,
      boolean nullable) {
    LeafForm form = mapping.form();
    int size = mapping.column().type().size();
    switch (form.kind()) {
      case SAME -> {
        byte[] data = Arrays.copyOfRange(body, start, start + count * size);
        if (form.natIsNull() && valid != null) {
          restoreDatetimes(mapping, data, count, valid, nullable);
        }
        return data;
      }
      case BITS -> {
        return Bits.unpack(body, start, count);
      }
      default -> {
        return converted(mapping, form, body, start, count, valid, nullable);
      }
    }
  }

  /**
   * Turns Arrow nulls back into NaT if values cannot be null, or if the field metadata marks a
   * datetime and NaT is stored below the null.
   */
  private static void restoreDatetimes(
      FieldMapping mapping, byte[] data, int count, byte[] valid, boolean nullable) {
    for (int i = 0; i < count; i++) {
      if (valid[i] != 0) {
        continue;
      }
      boolean none = mapping.restored() && (long) LONG.get(data, i * Long.BYTES) == Long.MIN_VALUE;
      if (none || !nullable) {
        LONG.set(data, i * Long.BYTES, Long.MIN_VALUE);
        valid[i] = 1;
      }
    }
  }

  private static byte[] converted(
      FieldMapping mapping,
      LeafForm form,
      byte[] body,
      int start,
      int count,
      byte @Nullable [] valid,
      boolean nullable) {
    byte[] data = new byte[count * Long.BYTES];
    boolean wide = form.kind() == LeafForm.Kind.SCALED;
    long sentinel = wide ? Long.MIN_VALUE : Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long value =
          wide
              ? (long) LONG.get(body, start + i * Long.BYTES)
              : (int) INT.get(body, start + i * Integer.BYTES);
      if (valid != null && valid[i] == 0) {
        boolean none = form.natIsNull() && mapping.restored() && value == sentinel;
        if (none || !nullable && form.natIsNull()) {
          LONG.set(data, i * Long.BYTES, Long.MIN_VALUE);
          valid[i] = 1;
        }
        continue;
      }
      long restored =
          switch (form.kind()) {
            case SCALED -> value % form.factor() == 0 ? value / form.factor() : Long.MIN_VALUE;
            case MONTHS -> periodStartingOn(value, 1);
            case YEARS -> periodStartingOn(value, 12);
            default -> value;
          };
      if (restored == Long.MIN_VALUE) {
        throw CorruptDataException.of(
            "Arrow record batch",
            mapping.field().name(),
            -1,
            ("value %d is %d, which cannot be converted to %s, the type in the field metadata; "
                    + "remove key %s to use Arrow's type")
                .formatted(i, value, mapping.column().type(), SchemaMetadata.TYPE));
      }
      LONG.set(data, i * Long.BYTES, restored);
    }
    return data;
  }

  /**
   * Returns the number of the period that starts on a day, or {@link Long#MIN_VALUE} if the day is
   * not the first of a period.
   *
   * @param day the day since 1970-01-01
   * @param months the length of a period: 1 or 12
   */
  private static long periodStartingOn(long day, long months) {
    long month = Datetimes.month(day);
    boolean begins = Datetimes.firstDay(month) == day && Math.floorMod(month, months) == 0;
    return begins ? Math.floorDiv(month, months) : Long.MIN_VALUE;
  }
}
