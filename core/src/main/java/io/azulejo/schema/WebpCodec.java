package io.azulejo.schema;

import java.io.IOException;

/**
 * Decodes and encodes images for the filter {@link Filter.Type#WEBP}. Found by {@link
 * java.util.ServiceLoader}; the module {@code azulejo-webp} provides an implementation.
 * Implementations must be thread-safe.
 *
 * <p>Pixels are bytes in the order of their {@link Filter.PixelFormat}, row by row without gaps.
 */
public interface WebpCodec {
  /**
   * Decodes an image to exactly the pixels that libwebp produces.
   *
   * @param image a complete WebP file
   * @param width pixels per row; must match the image
   * @param height number of rows; must match the image
   * @param target receives the pixels, from {@code targetOffset} on
   * @throws IOException if the bytes are not such an image
   * @throws io.azulejo.error.UnsupportedFormatException if this kind of image cannot be decoded
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
   * Encodes an image. Lossless images keep every byte, even of invisible pixels.
   *
   * @param quality 0 to 100; ignored for lossless images
   * @return a complete WebP file
   * @throws io.azulejo.error.InvalidRequestException if this kind of image cannot be encoded here
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
