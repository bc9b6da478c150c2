package io.azulejo.internal.write.sparse;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The global order of cells, cell by cell as the format has it. */
public final class NaiveOrder implements Comparator<byte[][]> {
  private final ArraySchema schema;
  private final List<Dimension> dimensions;

  /** The order of an array's cells. */
  public NaiveOrder(ArraySchema schema) {
    this.schema = schema;
    this.dimensions = schema.dimensions();
  }

  @Override
  public int compare(byte[][] a, byte[][] b) {
    boolean hilbert = schema.cellOrder() == Layout.HILBERT;
    int order = hilbert ? place(a).compareTo(place(b)) : 0;
    for (int i = 0; i < dimensions.size() && order == 0 && !hilbert; i++) {
      int d = schema.tileOrder() == Layout.COL_MAJOR ? dimensions.size() - 1 - i : i;
      if (!dimensions.get(d).isVar() && dimensions.get(d).extent().isPresent()) {
        order = tile(dimensions.get(d), a[d]).compareTo(tile(dimensions.get(d), b[d]));
      }
    }
    for (int i = 0; i < dimensions.size() && order == 0; i++) {
      int d = schema.cellOrder() == Layout.COL_MAJOR ? dimensions.size() - 1 - i : i;
      Dimension dimension = dimensions.get(d);
      if (dimension.isVar()) {
        order = Arrays.compareUnsigned(a[d], b[d]);
      } else if (dimension.type().isFloatingPoint()) {
        double first = real(dimension, a[d]);
        double second = real(dimension, b[d]);
        order = first < second ? -1 : first > second ? 1 : 0;
      } else {
        order = whole(dimension, a[d]).compareTo(whole(dimension, b[d]));
      }
    }
    return order;
  }

  private static BigInteger whole(Dimension dimension, byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return dimension.type().isUnsigned() ? new BigInteger(1, reversed) : new BigInteger(reversed);
  }

  private static double real(Dimension dimension, byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return dimension.type() == Datatype.FLOAT32 ? buffer.getFloat() : buffer.getDouble();
  }

  private static BigInteger low(Dimension dimension) {
    long low = ((Range.Longs) dimension.domain().orElseThrow()).low();
    return dimension.type().isUnsigned() ? unsigned(low) : BigInteger.valueOf(low);
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }

  private static BigInteger tile(Dimension dimension, byte[] bytes) {
    if (!dimension.type().isFloatingPoint()) {
      BigInteger extent = unsigned(dimension.tileLength());
      return whole(dimension, bytes).subtract(low(dimension)).divide(extent);
    }
    double low = ((Range.Doubles) dimension.domain().orElseThrow()).low();
    double extent = dimension.extent().orElseThrow().doubleValue();
    double index =
        dimension.type() == Datatype.FLOAT32
            ? Math.floor(((float) real(dimension, bytes) - (float) low) / (float) extent)
            : Math.floor((real(dimension, bytes) - low) / extent);
    return BigInteger.valueOf((long) index);
  }

  private BigInteger place(byte[][] cell) {
    int count = dimensions.size();
    int bits = 63 / count;
    BigInteger[] axes = new BigInteger[count];
    for (int d = 0; d < count; d++) {
      axes[d] = axis(dimensions.get(d), cell[d], bits);
    }
    if (count == 1) {
      return axes[0];
    }
    long[] x = Arrays.stream(axes).mapToLong(BigInteger::longValueExact).toArray();
    for (long q = 1L << bits - 1; q > 1; q >>= 1) {
      for (int i = 0; i < count; i++) {
        if ((x[i] & q) != 0) {
          x[0] ^= q - 1;
        } else {
          long t = (x[0] ^ x[i]) & q - 1;
          x[0] ^= t;
          x[i] ^= t;
        }
      }
    }
    for (int i = 1; i < count; i++) {
      x[i] ^= x[i - 1];
    }
    long t = 0;
    for (long q = 1L << bits - 1; q > 1; q >>= 1) {
      t ^= (x[count - 1] & q) != 0 ? q - 1 : 0;
    }
    BigInteger place = BigInteger.ZERO;
    for (int j = bits - 1; j >= 0; j--) {
      for (int i = 0; i < count; i++) {
        place = place.shiftLeft(1).or(BigInteger.valueOf((x[i] ^ t) >>> j & 1));
      }
    }
    return place;
  }

  private static BigInteger axis(Dimension dimension, byte[] bytes, int bits) {
    if (dimension.isVar()) {
      BigInteger first = new BigInteger(1, Arrays.copyOf(bytes, Long.BYTES));
      return first.shiftRight(Long.SIZE - bits);
    }
    double value;
    double low;
    double high;
    if (dimension.domain().orElseThrow() instanceof Range.Doubles real) {
      value = real(dimension, bytes);
      low = real.low();
      high = real.high();
    } else {
      Range.Longs whole = (Range.Longs) dimension.domain().orElseThrow();
      value = whole(dimension, bytes).doubleValue();
      low = low(dimension).doubleValue();
      high =
          (dimension.type().isUnsigned()
                  ? unsigned(whole.high())
                  : BigInteger.valueOf(whole.high()))
              .doubleValue();
    }
    double scaled = (value - low) / (high - low) * (double) ((1L << bits) - 1);
    return new java.math.BigDecimal(scaled).toBigInteger();
  }
}
