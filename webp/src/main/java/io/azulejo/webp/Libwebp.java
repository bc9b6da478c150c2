package io.azulejo.webp;

import com.luciad.imageio.webp.WebPImageReaderSpi;
import com.luciad.imageio.webp.WebPImageWriterSpi;
import com.luciad.imageio.webp.WebPWrapper;
import com.luciad.imageio.webp.WebPWriteParam;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import javax.imageio.IIOImage;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Calls the native library libwebp, whose Java binding supports only some platforms. */
final class Libwebp {
  /**
   * Whether libwebp can be called. False if it cannot be loaded, or if the system property {@code
   * azulejo.webp} is {@code java}.
   */
  static final boolean AVAILABLE = load();

  private static final int OPAQUE = 0xff000000;

  /** Compression effort for lossless images, from 0 to 1; the default of libwebp. */
  private static final float LOSSLESS_EFFORT = 0.7f;

  private Libwebp() {}

  private static boolean load() {
    if ("java".equals(System.getProperty("azulejo.webp"))) {
      return false;
    }
    try {
      WebPWrapper.loadNativeLibrary();
      return true;
    } catch (LinkageError | RuntimeException e) {
      return false;
    }
  }

  /**
   * Decodes an image.
   *
   * @param image a complete WebP file
   * @param width expected number of pixels per row
   * @param height expected number of rows
   * @return one 0xAARRGGBB integer per pixel, in which alpha is not premultiplied
   * @throws IOException if the image is damaged or has another size
   */
  static int[] decode(byte[] image, int width, int height) throws IOException {
    ImageReader reader = new WebPImageReaderSpi().createReaderInstance(null);
    try {
      reader.setInput(new MemoryCacheImageInputStream(new ByteArrayInputStream(image)));
      if (reader.getWidth(0) != width || reader.getHeight(0) != height) {
        throw new IOException(
            "the image has %d x %d pixels (expected %d x %d)"
                .formatted(reader.getWidth(0), reader.getHeight(0), width, height));
      }
      BufferedImage decoded = reader.read(0);
      int[] pixels = ((DataBufferInt) decoded.getRaster().getDataBuffer()).getData();
      if (pixels.length != width * height) {
        throw new IOException(
            "the image has %d pixels (expected %d x %d)".formatted(pixels.length, width, height));
      }
      if (!decoded.getColorModel().hasAlpha()) {
        for (int i = 0; i < pixels.length; i++) {
          pixels[i] |= OPAQUE;
        }
      }
      return pixels;
    } catch (RuntimeException e) {
      throw new IOException("libwebp cannot decode the image: " + e.getMessage(), e);
    } finally {
      reader.dispose();
    }
  }

  /**
   * Encodes an image.
   *
   * @param pixels one 0xAARRGGBB integer per pixel
   * @param alpha whether to encode the alpha channel
   * @param quality 0 to 100; ignored for lossless images
   * @return a complete WebP file
   */
  static byte[] encode(
      int[] pixels, int width, int height, boolean alpha, boolean lossless, float quality) {
    BufferedImage image =
        new BufferedImage(
            width, height, alpha ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
    image.getRaster().setDataElements(0, 0, width, height, pixels);
    WebPWriteParam options = new WebPWriteParam(Locale.ROOT);
    options.setCompressionMode(WebPWriteParam.MODE_EXPLICIT);
    options.setCompressionType(lossless ? "Lossless" : "Lossy");
    options.setCompressionQuality(lossless ? LOSSLESS_EFFORT : quality / 100);
    options.setExact(lossless);
    ImageWriter writer = new WebPImageWriterSpi().createWriterInstance(null);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(out)) {
      writer.setOutput(stream);
      writer.write(null, new IIOImage(image, null, null), options);
    } catch (IOException e) {
      throw new IllegalStateException(
          "libwebp cannot encode %d x %d pixels".formatted(width, height), e);
    } finally {
      writer.dispose();
    }
    return out.toByteArray();
  }
}
