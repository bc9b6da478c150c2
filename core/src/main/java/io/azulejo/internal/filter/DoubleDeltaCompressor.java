package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.schema.Datatype;

/**
 * Stores the second differences of values, that is, the changes of the differences between
 * consecutive values.
 *
 * <p>The encoded part begins with the bit width of the largest magnitude (1 byte) and the number of
 * values (8 bytes). The first two values follow unchanged. Each further value is a sign bit and a
 * magnitude of that width. These fields are packed into 8-byte words, from the highest bit down. If
 * this saves no space, all values follow unchanged instead.
 */
final class DoubleDeltaCompressor implements Compressor {
  private static final int HEADER = 1 + Long.BYTES;

  private final int size;
  private final boolean unsigned;

  /**
   * Creates a compressor.
   *
   * @param type any type but a floating-point type
   */
  DoubleDeltaCompressor(Datatype type) {
    this.size = type.size();
    // Uninterpreted bytes are unsigned; CHAR is signed.
    this.unsigned = !(type == Datatype.CHAR || (type.isIntegerValued() && !type.isUnsigned()));
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
      throw FilterErrors.partialValues(name(), size, length);
    }
    int count = length / size;
    int bits = bits(source, offset, count, scratch.values());
    target[targetOffset] = (byte) bits;
    LittleEndian.putLong(target, targetOffset + 1, count);
    int out = targetOffset + HEADER;
    if (isRaw(bits)) {
      System.arraycopy(source, offset, target, out, length);
      return HEADER + length;
    }
    int head = Math.min(2, count) * size;
    System.arraycopy(source, offset, target, out, head);
    out += head;
    if (count > 2) {
      out = pack(source, offset, count, bits, target, out, scratch.values());
    }
    return out - targetOffset;
  }

  private boolean isRaw(int bits) {
    return bits >= size * Byte.SIZE - 1;
  }

  /**
   * Returns the bit width of the largest magnitude among the first difference and all second
   * differences.
   *
   * @throws InvalidRequestException if a difference overflows 64 bits
   */
  private int bits(byte[] source, int offset, int count, long[] block) {
    if (count <= 2) {
      return 0;
    }
    long first = value(source, offset, 0);
    long previous = value(source, offset, 1);
    long delta = previous - first;
    long overflows = overflow(previous, first, delta);
    // The bitwise union of all magnitudes has the bit width of the largest magnitude.
    long all = magnitude(delta);
    for (int start = 2; start < count; start += block.length) {
      int size = Math.min(block.length, count - start);
      load(source, offset, start, size, block);
      for (int i = 0; i < size; i++) {
        long value = block[i];
        long next = value - previous;
        long change = next - delta;
        overflows |= overflow(value, previous, next) | (next ^ delta) & (next ^ change);
        all |= magnitude(change);
        delta = next;
        previous = value;
      }
    }
    if (overflows < 0) {
      throw new InvalidRequestException(
          "DOUBLE_DELTA cannot store values whose first or second differences need more"
              + " than 64 bits; choose another filter");
    }
    return Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(all));
  }

  /**
   * Returns a negative number if and only if the difference of two values overflows 64 bits.
   *
   * @param difference the difference {@code a - b} with wrap-around
   */
  private long overflow(long a, long b, long difference) {
    if (!unsigned) {
      return (a ^ b) & (a ^ difference);
    }
    long borrow = ~a & b | (~a | b) & difference;
    return size == Long.BYTES ? borrow ^ difference : 0;
  }

  private static long magnitude(long value) {
    long sign = value >> Long.SIZE - 1;
    return (value ^ sign) - sign;
  }

  private long value(byte[] source, int offset, int index) {
    return LittleEndian.get(source, offset + index * size, size, unsigned);
  }

  private void load(byte[] source, int offset, int start, int count, long[] block) {
    LongBlocks.load(source, offset + start * size, count, size, unsigned, block);
  }

  private int pack(
      byte[] source, int offset, int count, int bits, byte[] target, int start, long[] block) {
    int width = bits + 1;
    int out = start;
    long word = 0;
    int free = Long.SIZE;
    long previous = value(source, offset, 1);
    long delta = previous - value(source, offset, 0);
    for (int first = 2; first < count; first += block.length) {
      int values = Math.min(block.length, count - first);
      load(source, offset, first, values, block);
      for (int i = 0; i < values; i++) {
        long next = block[i] - previous;
        long change = next - delta;
        long field = magnitude(change) | change >>> Long.SIZE - 1 << bits;
        free -= width;
        if (free > 0) {
          word |= field << free;
        } else {
          LittleEndian.putLong(target, out, word | field >>> -free);
          out += Long.BYTES;
          // Java treats a shift by 64 as a shift by 0.
          word = free == 0 ? 0 : field << Long.SIZE + free;
          free += Long.SIZE;
        }
        previous = block[i];
        delta = next;
      }
    }
    if (free < Long.SIZE) {
      LittleEndian.putLong(target, out, word);
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
    long count = LittleEndian.getLong(source, offset + 1);
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
      unpack(source, in + head, target, targetOffset, (int) count, bits, scratch.values());
    }
  }

  private void unpack(
      byte[] source, int in, byte[] target, int out, int count, int bits, long[] block) {
    long value = value(target, out, 1);
    long delta = value - value(target, out, 0);
    int width = bits + 1;
    int at = in;
    long word = 0; // The next bits to read are the highest bits.
    int left = 0; // The number of unread bits in the word; the other bits are 0.
    for (int start = 2; start < count; start += block.length) {
      int values = Math.min(block.length, count - start);
      for (int i = 0; i < values; i++) {
        long field = word;
        if (left < width) {
          long next = LittleEndian.getLong(source, at);
          at += Long.BYTES;
          field |= next >>> left;
          word = next << width - left;
          left += Long.SIZE - width;
        } else {
          word <<= width;
          left -= width;
        }
        delta += change(field, bits);
        value += delta;
        block[i] = value;
      }
      LongBlocks.store(block, values, size, target, out + start * size);
    }
  }

  /**
   * Returns the second difference in the highest bits of a field: a sign bit, then the magnitude.
   */
  private static long change(long field, int bits) {
    long sign = field >> Long.SIZE - 1;
    long magnitude = field << 1 >>> 1 >>> Long.SIZE - 1 - bits;
    return (magnitude ^ sign) - sign;
  }
}
