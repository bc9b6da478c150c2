package io.azulejo.imports.grid;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.source.FileReading;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/**
 * Reads an image that is not a TIFF file. Each channel is an attribute, and y increases from top to
 * bottom.
 */
final class ImageGrid implements Grid {
  private static final int ROWS = 1 << 16;

  private final RasterPixels pixels;
  private final List<String> names;
  private final long size;
  private int y;

  private ImageGrid(RasterPixels pixels, long size) {
    this.pixels = pixels;
    this.names = names(pixels.bands());
    this.size = size;
  }

  /** Reads an image into memory and closes its file. */
  static ImageGrid read(PictureFile file) throws IOException {
    try (file) {
      ImageReader reader = reader(file.in());
      try {
        return guarded(() -> read(reader, file.length()));
      } finally {
        reader.dispose();
      }
    }
  }

  /** Returns a reader for the image at the current position. The caller disposes of it. */
  static ImageReader reader(ImageInputStream image) {
    Iterator<ImageReader> readers = ImageIO.getImageReaders(image);
    if (!readers.hasNext()) {
      throw new InvalidRequestException("Java cannot read this image format");
    }
    ImageReader reader = readers.next();
    // Skips metadata and color profiles, because the reader does not check their lengths and
    // contents.
    reader.setInput(image, false, true);
    return reader;
  }

  /** Reads part of an image. All failures of the JDK's readers are converted to one exception. */
  static <T> T guarded(FileReading<T> reading) {
    // An exception with a cause is an internal failure of the reader. Its message would not help.
    return FileReading.byLibrary(
        "the image is damaged, or Java cannot read its format",
        e -> e instanceof IOException && e.getCause() == null,
        reading);
  }

  private static ImageGrid read(ImageReader reader, long length) throws IOException {
    int count = reader.getNumImages(true);
    if (count > 1) {
      throw new InvalidRequestException(
          "the file has %,d images; save each to its own file".formatted(count));
    }
    return new ImageGrid(RasterPixels.read(reader, 0, false, length), length);
  }

  /** Returns the names of color channels, by their number. */
  static List<String> names(int bands) {
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
    return List.of(
        new Side("y", pixels.raster().getHeight()), new Side("x", pixels.raster().getWidth()));
  }

  @Override
  public List<Attribute> attributes() {
    return names.stream().map(name -> Attribute.of(name, pixels.type())).toList();
  }

  @Override
  public Batch next() {
    int height = pixels.raster().getHeight();
    if (y == height) {
      return null;
    }
    int width = pixels.raster().getWidth();
    int lines = Math.min(height - y, Math.max(1, ROWS / width));
    List<Column> columns = new ArrayList<>();
    for (int band = 0; band < names.size(); band++) {
      byte[] samples = pixels.samples(band, y, lines);
      columns.add(new FixedColumn(names.get(band), pixels.type(), 1, lines * width, samples, null));
    }
    y += lines;
    return Batch.of(lines * width, columns);
  }

  @Override
  public long bytes() {
    return y == 0 ? 0 : size;
  }

  @Override
  public void close() {}
}
