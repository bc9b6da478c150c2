package io.azulejo.plot.picture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Encodes PNG files (RFC 2083) with 8 bits per channel. */
final class PngFile {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int RGB = 2;
  private static final int RGBA = 6;
  private static final byte UP = 2;
  private static final double METERS_PER_INCH = 0.0254;

  private PngFile() {}

  /**
   * Encodes an image of opaque pixels.
   *
   * @param dpi the resolution in pixels per inch
   * @param pixels the pixels row by row, as {@code 0xRRGGBB}
   */
  static byte[] opaque(int width, int height, int dpi, int[] pixels) {
    return of(width, height, dpi, pixels, 3);
  }

  /**
   * Encodes an image that may be transparent, at the standard resolution.
   *
   * @param pixels the pixels row by row, as {@code 0xAARRGGBB}
   */
  static byte[] withAlpha(int width, int height, int[] pixels) {
    return of(width, height, Paper.DPI, pixels, 4);
  }

  private static byte[] of(int width, int height, int dpi, int[] pixels, int channels) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(SIGNATURE);
    ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height);
    header.put((byte) 8).put((byte) (channels == 3 ? RGB : RGBA));
    chunk(file, "IHDR", header.array(), header.capacity());
    int perMeter = (int) Math.round(dpi / METERS_PER_INCH);
    ByteBuffer density = ByteBuffer.allocate(9).putInt(perMeter).putInt(perMeter).put((byte) 1);
    chunk(file, "pHYs", density.array(), density.capacity());
    // Filter UP: each row is stored as the difference from the row above.
    int stride = 1 + width * channels;
    byte[] rows = new byte[Math.multiplyExact(stride, height)];
    for (int y = 0; y < height; y++) {
      rows[y * stride] = UP;
      for (int x = 0; x < width; x++) {
        int above = y == 0 ? 0 : pixels[(y - 1) * width + x];
        int pixel = pixels[y * width + x];
        int at = y * stride + 1 + x * channels;
        for (int channel = 0; channel < channels; channel++) {
          int shift = channel == 3 ? 24 : 16 - 8 * channel;
          rows[at + channel] = (byte) ((pixel >> shift) - (above >> shift));
        }
      }
    }
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(rows);
      deflater.finish();
      byte[] buffer = new byte[1 << 16];
      while (!deflater.finished()) {
        chunk(file, "IDAT", buffer, deflater.deflate(buffer));
      }
    } finally {
      deflater.end();
    }
    chunk(file, "IEND", new byte[0], 0);
    return file.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream file, String name, byte[] data, int length) {
    byte[] type = name.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(type);
    crc.update(data, 0, length);
    file.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
    file.writeBytes(type);
    file.write(data, 0, length);
    file.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array());
  }
}
