package io.azulejo.schema;

import java.io.IOException;

/**
 * Encodes and decodes the images of the {@link Filter.Type#WEBP} filter. Implementations are found
 * with {@link java.util.ServiceLoader} and must be thread-safe. The module {@code azulejo-webp}
 * provides one.
 *
 * <p>Pixels are stored row by row without gaps. The bytes of a pixel are in the order of the {@link
 * Filter.PixelFormat}.
 */
public interface WebpCodec {
  /**
   * Decodes an image to exactly the pixels that libwebp produces.
   *
   * @param image a complete WebP file
   * @param format the components of the decoded pixels
   * @param width number of pixels per row; must match the image
   * @param height number of rows; must match the image
   * @param target receives the pixels
   * @param targetOffset index in {@code target} of the first byte to write
   * @throws IOException if the bytes are not a WebP image of this size
   * @throws io.azulejo.error.UnsupportedFormatException if the codec does not support this kind of
   *     image
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
   * Encodes an image. Lossless encoding keeps every byte, even of invisible pixels.
   *
   * @param pixels array that contains the pixels
   * @param offset index in {@code pixels} of the first byte to encode
   * @param format the components of the pixels
   * @param width number of pixels per row
   * @param height number of rows
   * @param lossless whether decoding must restore every byte
   * @param quality 0 to 100; ignored for lossless images
   * @return a complete WebP file
   * @throws io.azulejo.error.InvalidRequestException if the codec cannot encode this kind of image
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
