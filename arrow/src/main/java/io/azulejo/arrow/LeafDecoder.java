package io.azulejo.arrow;

import io.azulejo.error.CorruptDataException;
import io.azulejo.schema.Datetimes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decodes single Arrow values to values of a column. */
final class LeafDecoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private LeafDecoder() {}

  /**
   * Returns the values, little-endian. Changes {@code valid} for Arrow nulls that the column stores
   * as a value.
   *
   * @param body an array that contains all values
   * @param valid one byte per value, 0 for null; null if all values are valid
   * @param nullable whether cells can be null
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

  /** Returns the period that starts on a day, or {@link Long#MIN_VALUE} if none does. */
  private static long periodStartingOn(long day, long months) {
    long month = Datetimes.month(day);
    boolean begins = Datetimes.firstDay(month) == day && Math.floorMod(month, months) == 0;
    return begins ? Math.floorDiv(month, months) : Long.MIN_VALUE;
  }
}
