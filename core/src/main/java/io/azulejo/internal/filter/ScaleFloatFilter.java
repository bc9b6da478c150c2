package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * Stores floating-point numbers as integers of 1, 2, 4 or 8 bytes: {@code (number - offset) /
 * scale}, rounded. Filter metadata: {@link PartLengths}.
 */
final class ScaleFloatFilter implements ChunkFilter {
  private static final int BLOCK = 512;

  private final double scale;
  private final double offset;
  private final int width;
  private final int size;

  /**
   * Creates a filter.
   *
   * @param scale the factor by which stored integers are multiplied
   * @param offset the number that is added to the product
   * @param width the size of a stored integer in bytes: 1, 2, 4 or 8
   * @param size the size of a floating-point number in bytes: 4 or 8
   */
  ScaleFloatFilter(double scale, double offset, int width, int size) {
    this.scale = scale;
    this.offset = offset;
    this.width = width;
    this.size = size;
  }

  @Override
  public String name() {
    return "SCALE_FLOAT";
  }

  @Override
  public long bound(long bytes) {
    return bytes / size * width + bytes + PartLengths.MAX;
  }

  @Override
  public void encode(Encoding chunk) {
    int length = chunk.dataLength();
    if (length % size != 0) {
      throw FilterErrors.partialValues(name(), size, length);
    }
    int count = length / size;
    byte[] out = chunk.output((long) count * width);
    double[] block = new double[BLOCK];
    for (int done = 0; done < count; done += BLOCK) {
      int more = Math.min(BLOCK, count - done);
      scale(chunk.data(), chunk.dataStart() + done * size, more, block);
      store(block, more, out, done * width);
    }
    chunk.prepend(PartLengths.of(count * width));
    chunk.outputDone(count * width);
  }

  private void scale(byte[] in, int from, int count, double[] block) {
    ByteBuffer bytes = ByteBuffer.wrap(in).order(ByteOrder.LITTLE_ENDIAN).position(from);
    if (size == Float.BYTES) {
      FloatBuffer values = bytes.asFloatBuffer();
      for (int i = 0; i < count; i++) {
        block[i] = (values.get(i) - (float) offset) / (float) scale;
      }
      return;
    }
    bytes.asDoubleBuffer().get(block, 0, count);
    for (int i = 0; i < count; i++) {
      block[i] = (block[i] - offset) / scale;
    }
  }

  /** Rounds scaled values and stores them as integers. */
  private void store(double[] scaled, int count, byte[] out, int to) {
    int done = 0;
    while (done < count) {
      done = width == Integer.BYTES ? storePlain(scaled, done, count, out, to) : done;
      if (done < count) {
        LittleEndian.put(out, to + done * width, width, round(scaled[done]));
        done++;
      }
    }
  }

  /**
   * Stores scaled values as 4-byte integers. Stops at the first value that needs {@link #round} and
   * returns its index.
   */
  private static int storePlain(double[] scaled, int from, int count, byte[] out, int to) {
    int i = from;
    while (i < count) {
      double whole = Math.rint(scaled[i]);
      int stored = (int) whole;
      if (stored != whole || !(Math.abs(scaled[i] - whole) < 0.5)) {
        return i;
      }
      LittleEndian.putInt(out, to + i * Integer.BYTES, stored);
      i++;
    }
    return i;
  }

  /**
   * Rounds to the nearest integer, and halves away from zero. NaN, which is the fill value of
   * unwritten cells, becomes the lowest integer (0 for a width of 1 or 2 bytes). The reference
   * engine does the same on common machines.
   *
   * @throws InvalidRequestException if the integer does not fit into the width
   */
  private long round(double scaled) {
    long lowest = Long.MIN_VALUE >> Long.SIZE - width * Byte.SIZE;
    if (Double.isNaN(scaled)) {
      return width >= Integer.BYTES ? lowest : 0;
    }
    double whole = Math.rint(scaled);
    if (Math.abs(scaled - whole) == 0.5) {
      whole = scaled + Math.copySign(0.5, scaled);
    }
    // A value that was decoded from the lowest integer may be slightly lower when it is scaled
    // again, because of rounding errors.
    if (whole < lowest && whole >= lowest * (1 + Math.ulp(1f) * 4)) {
      return lowest;
    }
    // A double cannot represent the highest 8-byte integer, but it can represent the integer after
    // it.
    if (!(whole >= lowest && whole < -(double) lowest)) {
      throw new InvalidRequestException(
          ("SCALE_FLOAT cannot store the scaled value %s in an integer of %d bytes; choose"
                  + " another scale, offset or byte width")
              .formatted(scaled, width));
    }
    return (long) whole;
  }

  @Override
  public void decode(Decoding chunk) {
    int[] parts = PartLengths.take(chunk);
    for (int length : parts) {
      if (length % width != 0) {
        throw chunk.corrupt(
            "part_lengths",
            "%d bytes are not whole values of %d bytes each".formatted(length, width));
      }
    }
    int count = chunk.dataLength() / width;
    byte[] out = chunk.output("part_lengths", (long) count * size);
    if (size == Float.BYTES) {
      toFloats(chunk.data(), chunk.dataStart(), out, chunk.outputStart(), count);
    } else {
      toDoubles(chunk.data(), chunk.dataStart(), out, chunk.outputStart(), count);
    }
    chunk.outputDone();
  }

  private void toFloats(byte[] in, int from, byte[] out, int to, int count) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          putFloat(out, to + i * 4, in[from + i]);
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          putFloat(out, to + i * 4, LittleEndian.getShort(in, from + i * 2));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          putFloat(out, to + i * 4, LittleEndian.getInt(in, from + i * 4));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          putFloat(out, to + i * 4, LittleEndian.getLong(in, from + i * 8));
        }
      }
    }
  }

  private void toDoubles(byte[] in, int from, byte[] out, int to, int count) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          putDouble(out, to + i * 8, in[from + i]);
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          putDouble(out, to + i * 8, LittleEndian.getShort(in, from + i * 2));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          putDouble(out, to + i * 8, LittleEndian.getInt(in, from + i * 4));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          putDouble(out, to + i * 8, LittleEndian.getLong(in, from + i * 8));
        }
      }
    }
  }

  private void putFloat(byte[] out, int position, double stored) {
    LittleEndian.putInt(out, position, Float.floatToRawIntBits((float) (scale * stored + offset)));
  }

  private void putDouble(byte[] out, int position, double stored) {
    LittleEndian.putLong(out, position, Double.doubleToRawLongBits(scale * stored + offset));
  }
}
