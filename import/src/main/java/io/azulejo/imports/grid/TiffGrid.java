package io.azulejo.imports.grid;

import io.azulejo.MetadataValue;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.proposal.CoordinateLabel;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Attribute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageReader;

/**
 * Reads the images of a TIFF file: a single image, or a stack of images of the same size. Each band
 * is an attribute. Reduced copies are skipped. Pixels outside the mask of an image are null.
 * GeoTIFF and GDAL tags define the position of the pixels and the number that marks missing data.
 */
final class TiffGrid implements Grid {
  private static final int ROWS = 1 << 16;
  private static final int RGB = 2;
  private static final int PALETTE = 3;
  private static final int YCBCR = 6;

  /**
   * A full-size image.
   *
   * @param index index of the image in the file
   * @param mask index of its mask in the file, or -1
   */
  private record Layer(int index, int mask) {}

  private final PictureFile file;
  private final ImageReader reader;
  private final TiffPage first;
  private final List<Layer> layers;
  private final List<StoredNumbers> bands = new ArrayList<>();
  private final GeoTags tags;
  private final List<CoordinateLabel> labels;
  private final int height;
  private final int width;
  private RasterPixels pixels; // pixels of the current layer
  private RasterPixels mask; // null if the layer has no mask
  private int layer;
  private int y;
  private long bytes;

  private TiffGrid(PictureFile file, ImageReader reader, List<TiffPage> pages) throws IOException {
    this.file = file;
    this.reader = reader;
    this.layers = layers(pages);
    this.first = pages.get(layers.get(0).index());
    this.pixels = RasterPixels.read(reader, layers.get(0).index(), first.isSigned(), file.length());
    this.mask = mask(layers.get(0));
    this.height = pixels.raster().getHeight();
    this.width = pixels.raster().getWidth();
    List<String> names = names();
    this.tags = new GeoTags(first, names);
    this.labels =
        tags.place().map(p -> p.labels(isStack() ? 1 : 0, height, width)).orElse(List.of());
    MissingNumbers missing =
        new MissingNumbers(
            pixels.type(),
            tags.noData().stream().toList(),
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY);
    boolean nullable = missing.any() || layers.stream().anyMatch(l -> l.mask() >= 0);
    for (int band = 0; band < names.size(); band++) {
      bands.add(
          new StoredNumbers(names.get(band), pixels.type(), missing, nullable, tags.packing(band)));
    }
  }

  /** Opens a file. Closing the grid closes it. */
  static TiffGrid open(PictureFile file) throws IOException {
    try {
      List<TiffPage> pages = TiffDirectories.read(file.in(), file.length());
      ImageReader reader = ImageGrid.reader(new TiffPixelStream(file.in(), file.length(), pages));
      return ImageGrid.guarded(() -> new TiffGrid(file, reader, pages));
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  /** Returns the full-size images. A mask belongs to the image before it. */
  private static List<Layer> layers(List<TiffPage> pages) {
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < pages.size(); i++) {
      TiffPage page = pages.get(i);
      if (page.isReduced()) {
        continue;
      }
      int last = layers.size() - 1;
      if (!page.isMask()) {
        layers.add(new Layer(i, -1));
      } else if (last >= 0 && page.isOfSize(pages.get(layers.get(last).index()))) {
        layers.set(last, new Layer(layers.get(last).index(), i));
      }
    }
    if (layers.isEmpty()) {
      throw new InvalidRequestException("the TIFF file has no full-size image");
    }
    TiffPage first = pages.get(layers.get(0).index());
    for (Layer layer : layers) {
      TiffPage page = pages.get(layer.index());
      if (!page.isLike(first)) {
        throw new InvalidRequestException(
            "the file has %,d different images: image 1 has %s, image %,d has %s; save each to its own file"
                .formatted(
                    layers.size(), first.description(), layer.index() + 1, page.description()));
      }
    }
    return layers;
  }

  private boolean isStack() {
    return layers.size() > 1;
  }

  /** Returns the names of the bands. Color channels are named after their colors. */
  private List<String> names() {
    int count = pixels.bands();
    double[] extra = first.numbers(TiffPage.EXTRA_SAMPLES);
    int colours =
        switch (first.number(TiffPage.PHOTOMETRIC, 0)) {
          case RGB, PALETTE, YCBCR -> Math.min(3, count);
          default -> 1;
        };
    boolean alpha = count == colours + 1 && extra.length == 1 && extra[0] > 0;
    return count == colours || alpha || first.number(TiffPage.PHOTOMETRIC, 0) == PALETTE
        ? ImageGrid.names(count)
        : IntStream.rangeClosed(1, count).mapToObj(i -> "band" + i).toList();
  }

  private RasterPixels mask(Layer of) throws IOException {
    return of.mask() < 0 ? null : RasterPixels.readMask(reader, of.mask(), file.length());
  }

  @Override
  public List<Side> sides() {
    List<Side> sides = new ArrayList<>();
    if (isStack()) {
      sides.add(new Side("page", layers.size()));
    }
    sides.add(new Side("y", height));
    sides.add(new Side("x", width));
    return Grid.sides(sides, labels);
  }

  @Override
  public List<CoordinateLabel> labels() {
    return labels;
  }

  @Override
  public List<Attribute> attributes() {
    return bands.stream().map(StoredNumbers::attribute).toList();
  }

  @Override
  public Map<String, MetadataValue> facts() {
    return tags.facts();
  }

  @Override
  public Batch next() throws IOException {
    if (y == height && !readLayer()) {
      return null;
    }
    int lines = Math.min(height - y, Math.max(1, ROWS / width));
    int rows = lines * width;
    byte[] present = mask == null ? null : mask.samples(0, y, lines);
    List<Column> columns = new ArrayList<>();
    for (int band = 0; band < bands.size(); band++) {
      columns.add(bands.get(band).column(pixels.samples(band, y, lines), 0, rows, present));
    }
    y += lines;
    bytes = Math.max(bytes, file.in().getStreamPosition());
    return Batch.of(rows, columns);
  }

  /** Reads the next layer and returns whether there is one. */
  private boolean readLayer() {
    if (layer + 1 == layers.size()) {
      return false;
    }
    layer++;
    y = 0;
    Layer next = layers.get(layer);
    pixels =
        ImageGrid.guarded(
            () -> {
              mask = mask(next);
              return RasterPixels.read(reader, next.index(), first.isSigned(), file.length());
            });
    if (pixels.raster().getWidth() != width
        || pixels.raster().getHeight() != height
        || pixels.bands() != bands.size()
        || pixels.type() != bands.get(0).stored()) {
      throw new InvalidRequestException(
          "image %,d differs from the first one; save each to its own file"
              .formatted(next.index() + 1));
    }
    return true;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    reader.dispose();
    file.close();
  }
}
