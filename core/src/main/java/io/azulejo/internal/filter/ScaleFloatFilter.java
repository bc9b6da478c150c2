package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;

/** Real numbers as scaled integers of 1, 2, 4 or 8 bytes. Metadata as of the shuffles. */
final class ScaleFloatFilter implements ChunkFilter {
  private final double scale;
  private final double offset;
  private final int width;
  private final int size;

  /**
   * Scales real numbers.
   *
   * @param width bytes of an integer
   * @param size bytes of a real number: 4 or 8
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
    return bytes / size * width + bytes + PartLengths.MOST;
  }

  @Override
  public void encode(Encoding chunk) {
    int length = chunk.dataLength();
    if (length % size != 0) {
      throw Refusals.partialValues(name(), size, length);
    }
    int count = length / size;
    byte[] in = chunk.data();
    int from = chunk.dataStart();
    byte[] out = chunk.output((long) count * width);
    for (int i = 0; i < count; i++) {
      double scaled;
      if (size == Float.BYTES) {
        float value = Float.intBitsToFloat(Bytes.getInt(in, from + i * size));
        scaled = (value - (float) offset) / (float) scale;
      } else {
        double value = Double.longBitsToDouble(Bytes.getLong(in, from + i * size));
        scaled = (value - offset) / scale;
      }
      Bytes.put(out, i * width, width, round(scaled));
    }
    chunk.prepend(PartLengths.of(count * width));
    chunk.outputDone(count * width);
  }

  /**
   * The nearest integer, halves away from zero. What is no number becomes the lowest integer, as it
   * does in the reference engine on usual machines: it is what unwritten cells are filled with.
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
    // A value that was the lowest one may come back a little lower after its way to a real number.
    if (whole < lowest && whole >= lowest * (1 + Math.ulp(1f) * 4)) {
      return lowest;
    }
    // The highest integer is no double if it has eight bytes; its successor is one.
    if (!(whole >= lowest && whole < -(double) lowest)) {
      throw new InvalidRequestException(
          "SCALE_FLOAT cannot store %s, scaled, in an integer of %d bytes: choose another scale, offset or byte width"
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
            "part_lengths", "%d bytes are no values of %d bytes each".formatted(length, width));
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
          putFloat(out, to + i * 4, Bytes.getShort(in, from + i * 2));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          putFloat(out, to + i * 4, Bytes.getInt(in, from + i * 4));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          putFloat(out, to + i * 4, Bytes.getLong(in, from + i * 8));
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
          putDouble(out, to + i * 8, Bytes.getShort(in, from + i * 2));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          putDouble(out, to + i * 8, Bytes.getInt(in, from + i * 4));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          putDouble(out, to + i * 8, Bytes.getLong(in, from + i * 8));
        }
      }
    }
  }

  private void putFloat(byte[] out, int position, double stored) {
    Bytes.putInt(out, position, Float.floatToRawIntBits((float) (scale * stored + offset)));
  }

  private void putDouble(byte[] out, int position, double stored) {
    Bytes.putLong(out, position, Double.doubleToRawLongBits(scale * stored + offset));
  }
}
