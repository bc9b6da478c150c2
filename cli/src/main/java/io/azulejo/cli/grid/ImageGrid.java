package io.azulejo.cli.grid;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.awt.AlphaComposite;
import java.awt.Graphics2D;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.awt.image.SampleModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.plugins.tiff.BaselineTIFFTagSet;
import javax.imageio.plugins.tiff.TIFFDirectory;
import javax.imageio.plugins.tiff.TIFFField;
import javax.imageio.stream.ImageInputStream;

/** A picture: an attribute for each of its channels, y from the top. */
final class ImageGrid implements Grid {
  private static final int ROWS = 1 << 16;

  private final Raster raster;
  private final Datatype type;
  private final List<String> names;
  private final long size;
  private int y;

  private ImageGrid(Raster raster, Datatype type, List<String> names, long size) {
    this.raster = raster;
    this.type = type;
    this.names = names;
    this.size = size;
  }

  /**
   * The type of the samples.
   *
   * @param signed whether the file says that they have signs
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

  /** Whether the samples have signs, which TIFF alone can say. */
  private static boolean isSigned(ImageReader reader) throws IOException {
    if (!reader.getFormatName().equalsIgnoreCase("tiff")
        && !reader.getFormatName().equalsIgnoreCase("tif")) {
      return false;
    }
    TIFFField format =
        TIFFDirectory.createFromMetadata(reader.getImageMetadata(0))
            .getTIFFField(BaselineTIFFTagSet.TAG_SAMPLE_FORMAT);
    return format != null && format.getAsInt(0) == BaselineTIFFTagSet.SAMPLE_FORMAT_SIGNED_INTEGER;
  }

  /** Whether a channel has more than 8 bits; colours of a few bits each share a number. */
  private static boolean deep(Raster raster) {
    return raster.getSampleModel().getSampleSize(0) > Byte.SIZE;
  }

  /** Reads a picture, and closes its stream. */
  static ImageGrid read(InputStream in) throws IOException {
    try (in;
        ImageInputStream image = ImageIO.createImageInputStream(in)) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(image);
      if (!readers.hasNext()) {
        throw new InvalidRequestException("it is a picture of a form that Java does not read");
      }
      ImageReader reader = readers.next();
      try {
        // Texts and profiles are not looked at: what they say, and how long they are.
        reader.setInput(image, false, true);
        return read(reader, image);
      } catch (InvalidRequestException e) {
        throw e;
      } catch (IOException | RuntimeException e) {
        // Readers of damaged pictures fail in whatever way.
        throw new InvalidRequestException(
            "the picture is damaged, or of a form that Java does not read: " + e.getMessage());
      } finally {
        reader.dispose();
      }
    }
  }

  private static ImageGrid read(ImageReader reader, ImageInputStream in) throws IOException {
    int count = reader.getNumImages(true);
    if (count > 1) {
      throw new InvalidRequestException(
          "the file has %,d pictures: make a file of each".formatted(count));
    }
    long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
    long most = Math.min(Integer.MAX_VALUE / 8, Runtime.getRuntime().maxMemory() / 64);
    if (pixels > most) {
      throw new InvalidRequestException(
          "the picture has %,d x %,d pixels, more than fit into memory"
              .formatted(reader.getWidth(0), reader.getHeight(0)));
    }
    requireMemory(reader, pixels);
    BufferedImage image = reader.read(0);
    int space = image.getColorModel().getColorSpace().getType();
    if (space != ColorSpace.TYPE_GRAY && space != ColorSpace.TYPE_RGB) {
      throw new InvalidRequestException(
          "the picture has colours of another kind, as printers do; one that is gray or of red, green and blue"
              + " can be read");
    }
    if (image.getColorModel() instanceof IndexColorModel colors) {
      image = plain(image, colors);
    }
    int bands = image.getRaster().getNumBands();
    Datatype type = type(image.getRaster(), isSigned(reader));
    return new ImageGrid(image.getRaster(), type, names(bands), in.getStreamPosition());
  }

  /** Refuses pictures whose samples would take too much memory. */
  private static void requireMemory(ImageReader reader, long pixels) throws IOException {
    ImageTypeSpecifier type = reader.getRawImageType(0);
    if (type == null) {
      return;
    }
    SampleModel samples = type.getSampleModel();
    long bytes =
        pixels
            * samples.getNumDataElements()
            * (DataBuffer.getDataTypeSize(samples.getDataType()) / Byte.SIZE);
    if (bytes > Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 4)) {
      throw new InvalidRequestException(
          "the picture has %,d channels of %,d pixels, more than fit into memory"
              .formatted(samples.getNumBands(), pixels));
    }
  }

  /** A picture without a table of colours. */
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

  private static List<String> names(int bands) {
    return switch (bands) {
      case 1 -> List.of("value");
      case 2 -> List.of("value", "alpha");
      case 3 -> List.of("red", "green", "blue");
      case 4 -> List.of("red", "green", "blue", "alpha");
      default -> IntStream.rangeClosed(1, bands).mapToObj(i -> "band" + i).toList();
    };
  }

  @Override
  public List<Side> sides() {
    return List.of(new Side("y", raster.getHeight()), new Side("x", raster.getWidth()));
  }

  @Override
  public List<Attribute> attributes() {
    return names.stream().map(name -> Attribute.of(name, type)).toList();
  }

  @Override
  public Batch next() {
    if (y == raster.getHeight()) {
      return null;
    }
    int width = raster.getWidth();
    int lines = Math.min(raster.getHeight() - y, Math.max(1, ROWS / width));
    List<Column> columns = new ArrayList<>();
    for (int band = 0; band < names.size(); band++) {
      ByteBuffer values =
          ByteBuffer.allocate(lines * width * type.size()).order(ByteOrder.LITTLE_ENDIAN);
      for (int line = y; line < y + lines; line++) {
        put(values, line, band);
      }
      columns.add(new FixedColumn(names.get(band), type, 1, lines * width, values.array(), null));
    }
    y += lines;
    return Batch.of(lines * width, columns);
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

  @Override
  public long bytes() {
    return y == 0 ? 0 : size;
  }

  @Override
  public void close() {}
}
