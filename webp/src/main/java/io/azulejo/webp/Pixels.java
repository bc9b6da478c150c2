package io.azulejo.webp;

import io.azulejo.schema.Filter.PixelFormat;

/** Converts between the bytes of a pixel format and pixels, which are 0xAARRGGBB integers. */
final class Pixels {
  private static final int OPAQUE = 0xff000000;

  private Pixels() {}

  /** Returns whether a pixel format has an alpha channel. */
  static boolean hasAlpha(PixelFormat format) {
    return format == PixelFormat.RGBA || format == PixelFormat.BGRA;
  }

  /**
   * Converts bytes to pixels. Pixels are opaque if the format has no alpha channel.
   *
   * @param offset index in {@code bytes} of the first pixel
   * @param count number of pixels
   */
  static int[] fromBytes(byte[] bytes, int offset, PixelFormat format, int count) {
    boolean alpha = hasAlpha(format);
    int depth = alpha ? 4 : 3;
    int red = isRedFirst(format) ? 0 : 2;
    int[] pixels = new int[count];
    for (int i = 0; i < count; i++) {
      int at = offset + i * depth;
      pixels[i] =
          (alpha ? bytes[at + 3] << 24 : OPAQUE)
              | (bytes[at + red] & 0xff) << 16
              | (bytes[at + 1] & 0xff) << 8
              | bytes[at + 2 - red] & 0xff;
    }
    return pixels;
  }

  /**
   * Converts pixels to bytes. Ignores alpha if the format has no alpha channel.
   *
   * @param bytes receives the result
   * @param offset index in {@code bytes} of the first pixel
   */
  static void toBytes(int[] pixels, PixelFormat format, byte[] bytes, int offset) {
    boolean alpha = hasAlpha(format);
    int depth = alpha ? 4 : 3;
    int red = isRedFirst(format) ? 0 : 2;
    for (int i = 0; i < pixels.length; i++) {
      int at = offset + i * depth;
      bytes[at + red] = (byte) (pixels[i] >>> 16);
      bytes[at + 1] = (byte) (pixels[i] >>> 8);
      bytes[at + 2 - red] = (byte) pixels[i];
      if (alpha) {
        bytes[at + 3] = (byte) (pixels[i] >>> 24);
      }
    }
  }

  private static boolean isRedFirst(PixelFormat format) {
    return format == PixelFormat.RGB || format == PixelFormat.RGBA;
  }
}
