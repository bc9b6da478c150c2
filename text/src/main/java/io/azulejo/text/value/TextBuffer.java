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
 * A growing buffer of UTF-8 text that is drained to streams and reused, so that rows are written
 * without allocating an object per value.
 */
public final class TextBuffer {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes;
  private int size;

  /** Creates an empty buffer with a capacity in bytes. */
  public TextBuffer(int capacity) {
    bytes = new byte[Math.max(32, capacity)];
  }

  /** Returns the number of bytes. */
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

  /** Appends bytes that are UTF-8 text. */
  public TextBuffer append(byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
    return this;
  }

  /** Appends bytes of a buffer that are UTF-8 text; ignores the buffer's position. */
  public TextBuffer append(ByteBuffer source, int offset, int length) {
    reserve(length);
    source.get(offset, bytes, size, length);
    size += length;
    return this;
  }

  /** Appends one byte of a text. */
  public TextBuffer appendByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  /** Appends a signed number in decimal. */
  public TextBuffer appendDecimal(long value) {
    if (value >= 0) {
      return appendUnsigned(value);
    }
    append('-');
    return appendUnsigned(-value);
  }

  /** Appends 64 bits as an unsigned number in decimal. */
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

  /** Appends the lowest digits of a number in lower-case hexadecimal, with leading zeros. */
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

  /** Removes all bytes from a position on. */
  public void truncate(int position) {
    size = Objects.checkIndex(position, size + 1);
  }

  /** Appends the content of another buffer. */
  public TextBuffer append(TextBuffer other) {
    return append(other.bytes, 0, other.size);
  }

  /** Writes all bytes to a stream and removes them. */
  public void drainTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
    size = 0;
  }

  /** Returns all bytes and removes them. */
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
