package io.azulejo.schema;

import java.io.IOException;

/**
 * Decodes and encodes the images of the filter {@link Filter.Type#WEBP}. The engine finds it by
 * {@link java.util.ServiceLoader}; the module {@code azulejo-webp} provides one. Safe for use by
 * many threads.
 *
 * <p>Pixels are bytes in the order that a {@link Filter.PixelFormat} names, rows one after the
 * other, nothing between them.
 */
public interface WebpCodec {
  /**
   * Decodes an image to the very pixels that libwebp gives.
   *
   * @param image a whole WebP file
   * @param width the pixels of a row, which must be those of the image
   * @param height the rows, which must be those of the image
   * @throws IOException if it is no such image
   * @throws io.azulejo.error.UnsupportedFormatException if images of this kind cannot be decoded
   *     here
   */
  void decode(
      byte[] image,
      Filter.PixelFormat format,
      int width,
      int height,
      byte[] target,
      int targetOffset)
      throws IOException;

  /**
   * Encodes an image; a lossless one keeps every byte, those of invisible pixels too.
   *
   * @param quality 0 to 100, of an image that is not lossless
   * @return a whole WebP file
   * @throws io.azulejo.error.InvalidRequestException if images of this kind cannot be encoded here
   */
  byte[] encode(
      byte[] pixels,
      int offset,
      Filter.PixelFormat format,
      int width,
      int height,
      boolean lossless,
      float quality);
}
