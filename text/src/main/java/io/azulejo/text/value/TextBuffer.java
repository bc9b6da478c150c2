package io.azulejo.text.value;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A growable buffer of UTF-8 text. Writers drain it to a stream and reuse it, so that formatting a
 * value allocates no objects.
 */
public final class TextBuffer {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes;
  private int size;

  /**
   * Creates an empty buffer.
   *
   * @param capacity initial capacity in bytes
   */
  public TextBuffer(int capacity) {
    bytes = new byte[Math.max(32, capacity)];
  }

  /** Returns the number of bytes in the buffer. */
  public int size() {
    return size;
  }

  /** Appends one ASCII character. */
  public TextBuffer append(char ascii) {
    reserve(1);
    bytes[size++] = (byte) ascii;
    return this;
  }

  /** Appends text. */
  public TextBuffer append(String text) {
    int length = text.length();
    reserve(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        return append(encoded, 0, encoded.length);
      }
      bytes[size + i] = (byte) c;
    }
    size += length;
    return this;
  }

  /** Appends bytes that are valid UTF-8. */
  public TextBuffer append(byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
    return this;
  }

  /**
   * Appends UTF-8 bytes from a byte buffer at an absolute offset. The position of the byte buffer
   * is not used.
   */
  public TextBuffer append(ByteBuffer source, int offset, int length) {
    reserve(length);
    source.get(offset, bytes, size, length);
    size += length;
    return this;
  }

  /** Appends one byte of UTF-8 text. */
  public TextBuffer appendByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  /** Appends a signed integer in decimal. */
  public TextBuffer appendDecimal(long value) {
    if (value >= 0) {
      return appendUnsigned(value);
    }
    append('-');
    return appendUnsigned(-value);
  }

  /** Appends 64 bits as an unsigned integer in decimal. */
  public TextBuffer appendUnsigned(long value) {
    reserve(20);
    int digits = digits(value);
    long rest = value;
    int at = size + digits - 1;
    if (rest < 0) {
      long quotient = Long.divideUnsigned(rest, 10);
      bytes[at--] = (byte) ('0' + (rest - quotient * 10));
      rest = quotient;
    }
    for (; at >= size; at--) {
      long quotient = rest / 10;
      bytes[at] = (byte) ('0' + (rest - quotient * 10));
      rest = quotient;
    }
    size += digits;
    return this;
  }

  /**
   * Appends the low digits of a number in lower-case hexadecimal, with leading zeros.
   *
   * @param digits number of hexadecimal digits
   */
  public TextBuffer appendHex(long value, int digits) {
    reserve(digits);
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      bytes[size++] = HEX[(int) (value >>> shift) & 15];
    }
    return this;
  }

  /** Appends a datetime in the format of {@link Datetimes}. */
  public TextBuffer appendDatetime(Datatype type, long value) {
    reserve(Datetimes.MAX_LENGTH);
    size = Datetimes.write(bytes, size, type, value);
    return this;
  }

  /** Returns the byte at a position. */
  public byte byteAt(int position) {
    return bytes[Objects.checkIndex(position, size)];
  }

  /** Removes all bytes starting at a position. */
  public void truncate(int position) {
    size = Objects.checkIndex(position, size + 1);
  }

  /** Appends the content of another buffer. */
  public TextBuffer append(TextBuffer other) {
    return append(other.bytes, 0, other.size);
  }

  /** Writes all bytes to a stream and clears the buffer. */
  public void drainTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
    size = 0;
  }

  /** Returns all bytes and clears the buffer. */
  public byte[] take() {
    byte[] taken = Arrays.copyOf(bytes, size);
    size = 0;
    return taken;
  }

  @Override
  public String toString() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      long wanted = Math.max((long) size + more, bytes.length * 2L);
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }

  private static int digits(long unsigned) {
    if (unsigned < 0) {
      return unsigned >= -8446744073709551616L ? 20 : 19;
    }
    int digits = 1;
    for (long bound = 10; digits < 19 && unsigned >= bound; bound *= 10) {
      digits++;
    }
    return digits;
  }
}
