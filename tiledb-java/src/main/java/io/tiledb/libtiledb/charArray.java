package io.tiledb.libtiledb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An off-heap array of 8-bit characters. As a string, it is UTF-8 and ends before the first 0. */
public class charArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of characters, at most 2 GiB
   */
  public charArray(long nelements) {
    super(nelements, 1);
  }

  charArray(ByteBuffer bytes) {
    super(bytes, 1);
  }

  /** Returns the character at an index, from 0 to 255. */
  public char getitem(long index) {
    return (char) Byte.toUnsignedInt(bytes().get(offset(index)));
  }

  /** Sets the character at an index to the low 8 bits of a value. */
  public void setitem(long index, char value) {
    bytes().put(offset(index), (byte) value);
  }

  /** Returns the text before the first 0. */
  public String cast() {
    return text(0);
  }

  /** Returns an array with a text in UTF-8 and a final 0. */
  public static charArray frompointer(String t) {
    byte[] text = t.getBytes(StandardCharsets.UTF_8);
    charArray array = new charArray(text.length + 1L);
    array.bytes().put(0, text);
    return array;
  }

  /** Returns the text from an index to the next 0, or to the end. */
  String text(int from) {
    ByteBuffer bytes = bytes();
    int end = from;
    while (end < bytes.capacity() && bytes.get(end) != 0) {
      end++;
    }
    return new String(copy(from, end - from), StandardCharsets.UTF_8);
  }

  byte[] copy(int from, int length) {
    byte[] copy = new byte[length];
    bytes().get(from, copy);
    return copy;
  }
}
