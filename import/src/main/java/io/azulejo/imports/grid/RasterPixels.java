package io.azulejo.imports.grid;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.source.DecompressedLimit;
import io.azulejo.schema.Datatype;
import java.awt.AlphaComposite;
import java.awt.Graphics2D;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.MultiPixelPackedSampleModel;
import java.awt.image.Raster;
import java.awt.image.SampleModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;

/**
 * The pixels of an image in memory.
 *
 * @param raster the samples
 * @param type type of the samples
 */
record RasterPixels(Raster raster, Datatype type) {
  /**
   * Reads an image and converts its colors to channels: either gray, or red, green and blue.
   *
   * @param index index of the image in the file
   * @param signed whether the file declares its samples as signed, which only TIFF files can do
   * @param length size of the file in bytes
   * @throws InvalidRequestException if the image does not fit into memory, or uses another color
   *     model
   */
  static RasterPixels read(ImageReader reader, int index, boolean signed, long length)
      throws IOException {
    BufferedImage image = image(reader, index, length);
    int space = image.getColorModel().getColorSpace().getType();
    if (space != ColorSpace.TYPE_GRAY && space != ColorSpace.TYPE_RGB) {
      throw new InvalidRequestException(
          "the image has an unsupported color space, such as CMYK; convert it to gray or RGB");
    }
    if (image.getColorModel() instanceof IndexColorModel colors) {
      image = plain(image, colors);
    }
    return new RasterPixels(image.getRaster(), type(image.getRaster(), signed));
  }

  /** Reads a single-channel image that is the mask of another image. */
  static RasterPixels readMask(ImageReader reader, int index, long length) throws IOException {
    return new RasterPixels(image(reader, index, length).getRaster(), Datatype.UINT8);
  }

  private static BufferedImage image(ImageReader reader, int index, long length)
      throws IOException {
    long width = reader.getWidth(index);
    long height = reader.getHeight(index);
    long tileWidth = reader.getTileWidth(index);
    long tileHeight = reader.getTileHeight(index);
    // A strip can declare more rows than the image has.
    long tile = tileWidth * (tileWidth == width ? Math.min(height, tileHeight) : tileHeight);
    long pixels = Math.max(width * height, tile);
    String size =
        tile > width * height
            ? "tiles of %,d x %,d pixels".formatted(tileWidth, tileHeight)
            : "%,d x %,d pixels".formatted(width, height);
    if (pixels > Math.min(Integer.MAX_VALUE / 8, Runtime.getRuntime().maxMemory() / 16)) {
      throw new InvalidRequestException(
          "the image has %s, which do not fit into memory".formatted(size));
    }
    requireMemory(reader, index, pixels, size, length);
    return reader.read(index);
  }

  /** Returns the number of channels. */
  int bands() {
    return raster.getNumBands();
  }

  /**
   * Returns the type of the samples in a raster.
   *
   * @param signed whether the file declares the samples as signed
   */
  private static Datatype type(Raster raster, boolean signed) {
    return switch (raster.getTransferType()) {
      case DataBuffer.TYPE_FLOAT -> Datatype.FLOAT32;
      case DataBuffer.TYPE_DOUBLE -> Datatype.FLOAT64;
      case DataBuffer.TYPE_BYTE -> signed ? Datatype.INT8 : Datatype.UINT8;
      case DataBuffer.TYPE_INT ->
          !deep(raster) ? Datatype.UINT8 : signed ? Datatype.INT32 : Datatype.UINT32;
      default -> !deep(raster) ? Datatype.UINT8 : signed ? Datatype.INT16 : Datatype.UINT16;
    };
  }

  /**
   * Returns whether the samples have more than 8 bits. Narrow samples of one pixel can be packed
   * into a wider number.
   */
  private static boolean deep(Raster raster) {
    return raster.getSampleModel().getSampleSize(0) > Byte.SIZE;
  }

  /** Rejects an image whose samples need too much memory, or are more than the file can contain. */
  private static void requireMemory(
      ImageReader reader, int index, long pixels, String size, long length) throws IOException {
    ImageTypeSpecifier type = reader.getRawImageType(index);
    long bytes = type == null ? pixels : bytes(type.getSampleModel(), pixels);
    int bands = type == null ? 1 : type.getNumBands();
    boolean palette = type != null && type.getColorModel() instanceof IndexColorModel;
    long converted = palette ? pixels * Integer.BYTES : 0;
    String samples = bands == 1 ? size : "%,d channels of %s".formatted(bands, size);
    if (bytes + converted > Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 4)) {
      throw new InvalidRequestException(
          "the image has %s, which do not fit into memory".formatted(samples));
    }
    // Converted to colors, a pixel takes four bytes. In the palette image, it takes at most one.
    if (Math.max(bytes, converted / 5) > DecompressedLimit.of(length)) {
      throw new InvalidRequestException(
          "the image has %s, too many for a file of %,d bytes".formatted(samples, length));
    }
  }

  /** Returns the size of pixels in memory, in bytes. Several narrow pixels can share a byte. */
  private static long bytes(SampleModel samples, long pixels) {
    int bits =
        samples instanceof MultiPixelPackedSampleModel packed
            ? packed.getPixelBitStride()
            : samples.getNumDataElements() * DataBuffer.getDataTypeSize(samples.getDataType());
    return pixels * bits / Byte.SIZE;
  }

  /** Converts a palette image to gray or to colors. */
  private static BufferedImage plain(BufferedImage image, IndexColorModel colors) {
    boolean gray = !colors.hasAlpha();
    for (int i = 0; i < colors.getMapSize(); i++) {
      gray &= colors.getRed(i) == colors.getGreen(i) && colors.getRed(i) == colors.getBlue(i);
    }
    if (!gray) {
      int form = colors.hasAlpha() ? BufferedImage.TYPE_4BYTE_ABGR : BufferedImage.TYPE_3BYTE_BGR;
      BufferedImage plain = new BufferedImage(image.getWidth(), image.getHeight(), form);
      Graphics2D graphics = plain.createGraphics();
      graphics.setComposite(AlphaComposite.Src);
      graphics.drawImage(image, 0, 0, null);
      graphics.dispose();
      return plain;
    }
    BufferedImage plain =
        new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_GRAY);
    int[] row = new int[image.getWidth()];
    for (int y = 0; y < image.getHeight(); y++) {
      image.getRaster().getPixels(0, y, row.length, 1, row);
      for (int x = 0; x < row.length; x++) {
        row[x] = colors.getRed(row[x]);
      }
      plain.getRaster().setPixels(0, y, row.length, 1, row);
    }
    return plain;
  }

  /**
   * Returns samples of a band, row by row, little-endian.
   *
   * @param from index of the first row
   * @param rows number of rows
   */
  byte[] samples(int band, int from, int rows) {
    int width = raster.getWidth();
    ByteBuffer values =
        ByteBuffer.allocate(rows * width * type.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = from; row < from + rows; row++) {
      put(values, row, band);
    }
    return values.array();
  }

  private void put(ByteBuffer values, int line, int band) {
    int width = raster.getWidth();
    if (type == Datatype.FLOAT32) {
      for (float sample : raster.getSamples(0, line, width, 1, band, (float[]) null)) {
        values.putFloat(sample);
      }
      return;
    }
    if (type == Datatype.FLOAT64) {
      for (double sample : raster.getSamples(0, line, width, 1, band, (double[]) null)) {
        values.putDouble(sample);
      }
      return;
    }
    for (int sample : raster.getSamples(0, line, width, 1, band, (int[]) null)) {
      switch (type.size()) {
        case 1 -> values.put((byte) sample);
        case 2 -> values.putShort((short) sample);
        default -> values.putInt(sample);
      }
    }
  }
}
