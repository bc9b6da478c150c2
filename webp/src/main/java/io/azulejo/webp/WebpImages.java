package io.azulejo.webp;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.schema.Filter.PixelFormat;
import io.azulejo.schema.WebpCodec;
import java.io.IOException;

/**
 * The codec for WebP images. It calls the native library libwebp. If libwebp cannot be loaded, or
 * if the system property {@code azulejo.webp} is {@code java}, it uses Java code that supports only
 * lossless images.
 */
public final class WebpImages implements WebpCodec {
  private static final int MAX_EXTENT = 16383;

  @Override
  public void decode(
      byte[] image, PixelFormat format, int width, int height, byte[] target, int targetOffset)
      throws IOException {
    int[] pixels;
    if (Libwebp.AVAILABLE) {
      pixels = Libwebp.decode(image, width, height);
    } else if (LosslessImage.isLossless(image)) {
      pixels = LosslessDecoder.decode(image, width, height);
    } else {
      throw new UnsupportedFormatException(
          "lossy WebP images need libwebp, whose native library cannot be loaded on this platform ("
              + machine()
              + ")");
    }
    Pixels.toBytes(pixels, format, target, targetOffset);
  }

  @Override
  public byte[] encode(
      byte[] pixels,
      int offset,
      PixelFormat format,
      int width,
      int height,
      boolean lossless,
      float quality) {
    if (width > MAX_EXTENT || height > MAX_EXTENT) {
      throw new InvalidRequestException(
          "a WebP image has at most %d x %d pixels, not %d x %d; use smaller tiles"
              .formatted(MAX_EXTENT, MAX_EXTENT, width, height));
    }
    if (!(quality >= 0 && quality <= 100)) {
      throw new InvalidRequestException(
          "WebP quality %s is out of range (0 to 100)".formatted(quality));
    }
    int[] argb = Pixels.fromBytes(pixels, offset, format, width * height);
    boolean alpha = Pixels.hasAlpha(format);
    if (Libwebp.AVAILABLE) {
      return Libwebp.encode(argb, width, height, alpha, lossless, quality);
    }
    if (!lossless) {
      throw new InvalidRequestException(
          "lossy WebP images need libwebp, whose native library cannot be loaded on this platform ("
              + machine()
              + "); use a lossless filter");
    }
    return LosslessEncoder.encode(argb, width, height, alpha);
  }

  private static String machine() {
    return System.getProperty("os.name") + " " + System.getProperty("os.arch");
  }
}
