package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;

/**
 * Differences of differences: the bits of the largest of them (one byte), the number of values
 * (eight bytes), the first two values, then for each further value a sign bit and that many bits of
 * the difference of differences, packed into words of eight bytes from the highest bit down. If
 * that gains nothing, the values as they are follow the number of values.
 */
final class DoubleDeltaCompressor implements Compressor {
  private static final int HEADER = 1 + Long.BYTES;

  private final int size;
  private final boolean unsigned;

  /** Works on values of a type, which is not one of real numbers. */
  DoubleDeltaCompressor(Datatype type) {
    this.size = DeltaCompressor.sizeOf(type);
    // Text and bytes count as unsigned, a CHAR does not.
    this.unsigned = !(type == Datatype.CHAR || (type.isWhole() && !type.isUnsigned()));
  }

  @Override
  public String name() {
    return "DOUBLE_DELTA";
  }

  @Override
  public long bound(long bytes) {
    return bytes + HEADER + 2L * Long.BYTES;
  }

  @Override
  public boolean acceptsEmptyParts() {
    return false;
  }

  @Override
  public int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, Scratch scratch) {
    if (length % size != 0) {
      throw Refusals.partialValues(name(), size, length);
    }
    int count = length / size;
    int bits = bits(source, offset, count);
    target[targetOffset] = (byte) bits;
    Bytes.putLong(target, targetOffset + 1, count);
    int out = targetOffset + HEADER;
    if (isRaw(bits)) {
      System.arraycopy(source, offset, target, out, length);
      return HEADER + length;
    }
    int head = Math.min(2, count) * size;
    System.arraycopy(source, offset, target, out, head);
    out += head;
    if (count > 2) {
      out = pack(source, offset, count, bits, target, out);
    }
    return out - targetOffset;
  }

  private boolean isRaw(int bits) {
    return bits >= size * Byte.SIZE - 1;
  }

  /** The bits of the largest difference of differences; the first difference counts, too. */
  private int bits(byte[] source, int offset, int count) {
    if (count <= 2) {
      return 0;
    }
    long previous = value(source, offset, 1);
    long delta = difference(previous, value(source, offset, 0));
    long most = magnitude(delta);
    for (int i = 2; i < count; i++) {
      long value = value(source, offset, i);
      long next = difference(value, previous);
      long change = next - delta;
      if (((next ^ delta) & (next ^ change)) < 0) {
        throw tooFarApart();
      }
      long magnitude = magnitude(change);
      if (Long.compareUnsigned(magnitude, most) > 0) {
        most = magnitude;
      }
      delta = next;
      previous = value;
    }
    return Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(most));
  }

  private static long magnitude(long value) {
    return value < 0 ? -value : value;
  }

  private long value(byte[] source, int offset, int index) {
    return Bytes.get(source, offset + index * size, size, unsigned);
  }

  private long difference(long a, long b) {
    long difference = a - b;
    boolean overflows =
        unsigned && size == Long.BYTES
            ? (Long.compareUnsigned(a, b) < 0) != (difference < 0)
            : ((a ^ b) & (a ^ difference)) < 0;
    if (overflows) {
      throw tooFarApart();
    }
    return difference;
  }

  private static InvalidRequestException tooFarApart() {
    return new InvalidRequestException(
        "DOUBLE_DELTA cannot store values whose differences, or differences of these, need more than 64 bits: choose another filter");
  }

  private int pack(byte[] source, int offset, int count, int bits, byte[] target, int start) {
    int width = bits + 1;
    int out = start;
    long word = 0;
    int free = Long.SIZE;
    long previous = value(source, offset, 1);
    long delta = previous - value(source, offset, 0);
    for (int i = 2; i < count; i++) {
      long value = value(source, offset, i);
      long next = value - previous;
      long change = next - delta;
      long field = change < 0 ? -change | 1L << bits : change;
      if (width <= free) {
        free -= width;
        word |= field << free;
      } else {
        int below = width - free;
        Bytes.putLong(target, out, word | field >>> below);
        out += Long.BYTES;
        free = Long.SIZE - below;
        word = field << free;
      }
      if (free == 0) {
        Bytes.putLong(target, out, word);
        out += Long.BYTES;
        free = Long.SIZE;
        word = 0;
      }
      previous = value;
      delta = next;
    }
    if (free < Long.SIZE) {
      Bytes.putLong(target, out, word);
      out += Long.BYTES;
    }
    return out;
  }

  @Override
  public void decompress(
      byte[] source,
      int offset,
      int length,
      byte[] target,
      int targetOffset,
      int targetLength,
      Scratch scratch)
      throws MalformedException {
    if (length < HEADER) {
      throw new MalformedException("%d bytes, too few for a header".formatted(length));
    }
    int bits = source[offset] & 0xff;
    long count = Bytes.getLong(source, offset + 1);
    if (targetLength % size != 0 || count != targetLength / size) {
      throw new MalformedException(
          "%s values of %d bytes instead of %d bytes"
              .formatted(Long.toUnsignedString(count), size, targetLength));
    }
    int in = offset + HEADER;
    int head = isRaw(bits) ? targetLength : (int) Math.min(2, count) * size;
    long words =
        isRaw(bits) || count <= 2 ? 0 : ((count - 2) * (bits + 1) + Long.SIZE - 1) / Long.SIZE;
    if (head + words * Long.BYTES > length - HEADER) {
      throw new MalformedException(
          "%d bytes are too few for %d values with %d bits each".formatted(length, count, bits));
    }
    System.arraycopy(source, in, target, targetOffset, head);
    if (words > 0) {
      unpack(source, in + head, target, targetOffset, (int) count, bits);
    }
  }

  private void unpack(byte[] source, int in, byte[] target, int out, int count, int bits) {
    long previous = value(target, out, 1);
    long delta = previous - value(target, out, 0);
    int next = out + 2 * size;
    switch (size) {
      case 8 -> unpackLongs(source, in, target, next, count - 2, bits, previous, delta);
      case 4 -> unpackInts(source, in, target, next, count - 2, bits, previous, delta);
      default -> unpackSmall(source, in, target, next, count - 2, bits, previous, delta);
    }
  }

  private static void unpackLongs(
      byte[] source,
      int in,
      byte[] target,
      int out,
      int count,
      int bits,
      long previous,
      long firstDelta) {
    long value = previous;
    long delta = firstDelta;
    int width = bits + 1;
    long position = 0;
    for (int i = 0; i < count; i++) {
      delta += change(source, in, position, width, bits);
      value += delta;
      Bytes.putLong(target, out + i * Long.BYTES, value);
      position += width;
    }
  }

  private static void unpackInts(
      byte[] source,
      int in,
      byte[] target,
      int out,
      int count,
      int bits,
      long previous,
      long firstDelta) {
    int value = (int) previous;
    int delta = (int) firstDelta;
    int width = bits + 1;
    long position = 0;
    for (int i = 0; i < count; i++) {
      delta += (int) change(source, in, position, width, bits);
      value += delta;
      Bytes.putInt(target, out + i * Integer.BYTES, value);
      position += width;
    }
  }

  private void unpackSmall(
      byte[] source,
      int in,
      byte[] target,
      int out,
      int count,
      int bits,
      long previous,
      long firstDelta) {
    long value = previous;
    long delta = firstDelta;
    int width = bits + 1;
    long position = 0;
    for (int i = 0; i < count; i++) {
      delta += change(source, in, position, width, bits);
      value += delta;
      Bytes.put(target, out + i * size, size, value);
      position += width;
    }
  }

  /** The field at a bit position: a sign bit, then a magnitude; at most 63 bits together. */
  private static long change(byte[] source, int in, long position, int width, int bits) {
    int word = in + (int) (position >>> 6) * Long.BYTES;
    int used = (int) position & Long.SIZE - 1;
    long field = Bytes.getLong(source, word) << used;
    if (used + width > Long.SIZE) {
      field |= Bytes.getLong(source, word + Long.BYTES) >>> Long.SIZE - used;
    }
    long sign = field >> Long.SIZE - 1;
    long magnitude = field << 1 >>> 1 >>> Long.SIZE - 1 - bits;
    return (magnitude ^ sign) - sign;
  }
}
