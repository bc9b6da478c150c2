package io.azulejo.cli.command;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A small TIFF file: gray pictures of one strip, little-endian and not compressed. */
final class TiffBytes {
  private static final int SHORT = 3;
  private static final int LONG = 4;

  /** A value of a tag: its type, how many numbers it has, and its bytes. */
  private record Value(int type, int count, byte[] bytes) {}

  private final List<Map<Integer, Value>> pages = new ArrayList<>();
  private final List<byte[]> strips = new ArrayList<>();

  /** Adds a picture; what else it says follows by {@link #with}. */
  TiffBytes page(int width, int height, int bits, byte... strip) {
    pages.add(new TreeMap<>());
    strips.add(strip);
    with(256, LONG, width);
    with(257, LONG, height);
    with(258, SHORT, bits);
    with(259, SHORT, 1);
    with(262, SHORT, 1);
    with(277, SHORT, 1);
    with(278, LONG, height);
    return with(279, LONG, strip.length);
  }

  private TiffBytes put(int tag, Value value) {
    pages.get(pages.size() - 1).put(tag, value);
    return this;
  }

  private TiffBytes with(int tag, int type, int value) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return put(tag, new Value(type, 1, bytes.putInt(value).array()));
  }

  /** Says a number of 32 bits of the last picture, such as a place in the file. */
  TiffBytes withLong(int tag, int value) {
    return with(tag, LONG, value);
  }

  /** Says a number of 16 bits of the last picture, or several. */
  TiffBytes with(int tag, int... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Short.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putShort((short) value);
    }
    return put(tag, new Value(SHORT, values.length, bytes.array()));
  }

  /** Says floating-point numbers. */
  TiffBytes with(int tag, double... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Double.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putDouble(value);
    }
    return put(tag, new Value(12, values.length, bytes.array()));
  }

  /** Says a text. */
  TiffBytes with(int tag, String text) {
    byte[] bytes = (text + "\0").getBytes(StandardCharsets.US_ASCII);
    return put(tag, new Value(2, bytes.length, bytes));
  }

  /** The file. */
  byte[] bytes() {
    return bytes(0);
  }

  /**
   * The file with another end of its chain of pictures.
   *
   * @param last where the last directory says that the next one is
   */
  byte[] bytes(int last) {
    ByteBuffer out = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    out.put(new byte[] {'I', 'I', 42, 0}).putInt(8);
    for (int i = 0; i < pages.size(); i++) {
      byte[] strip = strips.get(i);
      Map<Integer, Value> tags = pages.get(i);
      int data = out.position() + 2 + 12 * (tags.size() + 1) + 4;
      ByteBuffer far = ByteBuffer.allocate(1 << 14);
      far.put(strip);
      ByteBuffer place = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      tags.put(273, new Value(LONG, 1, place.putInt(data).array()));
      out.putShort((short) tags.size());
      tags.forEach(
          (tag, value) -> {
            out.putShort((short) (int) tag).putShort((short) value.type()).putInt(value.count());
            if (value.bytes().length > Integer.BYTES) {
              out.putInt(data + far.position());
              far.put(value.bytes());
            } else {
              out.put(value.bytes()).position(out.position() + 4 - value.bytes().length);
            }
          });
      boolean ends = i == pages.size() - 1;
      out.putInt(ends ? last : data + far.position());
      out.put(far.array(), 0, far.position());
    }
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }
}
