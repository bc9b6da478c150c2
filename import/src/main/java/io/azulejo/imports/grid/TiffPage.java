package io.azulejo.imports.grid;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** One image of a TIFF file, as described by the tags in its directory. */
final class TiffPage {
  static final int KIND = 254;
  static final int OLD_KIND = 255;
  static final int WIDTH = 256;
  static final int HEIGHT = 257;
  static final int BITS = 258;
  static final int COMPRESSION = 259;
  static final int PHOTOMETRIC = 262;
  static final int FILL_ORDER = 266;
  static final int STRIP_OFFSETS = 273;
  static final int SAMPLES = 277;
  static final int ROWS_PER_STRIP = 278;
  static final int STRIP_BYTE_COUNTS = 279;
  static final int PLANAR_CONFIGURATION = 284;
  static final int T4_OPTIONS = 292;
  static final int T6_OPTIONS = 293;
  static final int PREDICTOR = 317;
  static final int COLOR_MAP = 320;
  static final int TILE_WIDTH = 322;
  static final int TILE_HEIGHT = 323;
  static final int TILE_OFFSETS = 324;
  static final int TILE_BYTE_COUNTS = 325;
  static final int INK_SET = 332;
  static final int NUMBER_OF_INKS = 334;
  static final int EXTRA_SAMPLES = 338;
  static final int SAMPLE_FORMAT = 339;
  static final int JPEG_TABLES = 347;
  static final int JPEG_PROCESS = 512;
  static final int JPEG_INTERCHANGE_FORMAT = 513;
  static final int JPEG_INTERCHANGE_FORMAT_LENGTH = 514;
  static final int JPEG_RESTART_INTERVAL = 515;
  static final int JPEG_LOSSLESS_PREDICTORS = 517;
  static final int JPEG_POINT_TRANSFORMS = 518;
  static final int JPEG_Q_TABLES = 519;
  static final int JPEG_DC_TABLES = 520;
  static final int JPEG_AC_TABLES = 521;
  static final int YCBCR_COEFFICIENTS = 529;
  static final int YCBCR_SUBSAMPLING = 530;
  static final int YCBCR_POSITIONING = 531;
  static final int REFERENCE_BLACK_WHITE = 532;
  static final int PIXEL_SCALE = 33550;
  static final int TIEPOINTS = 33922;
  static final int TRANSFORMATION = 34264;
  static final int GEO_KEYS = 34735;
  static final int GEO_NUMBERS = 34736;
  static final int GEO_TEXTS = 34737;
  static final int METADATA = 42112;
  static final int NO_DATA = 42113;

  /** Type number of 32-bit integers. */
  static final int LONG = 4;

  /** Size of a directory entry in bytes. */
  static final int ENTRY = 12;

  /** Tags that a pixel decoder needs, such as offsets of strips and tiles, and the compression. */
  static final Set<Integer> OF_PIXELS =
      Set.of(
          KIND,
          WIDTH,
          HEIGHT,
          BITS,
          COMPRESSION,
          PHOTOMETRIC,
          FILL_ORDER,
          STRIP_OFFSETS,
          SAMPLES,
          ROWS_PER_STRIP,
          STRIP_BYTE_COUNTS,
          PLANAR_CONFIGURATION,
          T4_OPTIONS,
          T6_OPTIONS,
          PREDICTOR,
          COLOR_MAP,
          TILE_WIDTH,
          TILE_HEIGHT,
          TILE_OFFSETS,
          TILE_BYTE_COUNTS,
          INK_SET,
          NUMBER_OF_INKS,
          EXTRA_SAMPLES,
          SAMPLE_FORMAT,
          JPEG_TABLES,
          JPEG_PROCESS,
          JPEG_INTERCHANGE_FORMAT,
          JPEG_INTERCHANGE_FORMAT_LENGTH,
          JPEG_RESTART_INTERVAL,
          JPEG_LOSSLESS_PREDICTORS,
          JPEG_POINT_TRANSFORMS,
          JPEG_Q_TABLES,
          JPEG_DC_TABLES,
          JPEG_AC_TABLES,
          YCBCR_COEFFICIENTS,
          YCBCR_SUBSAMPLING,
          YCBCR_POSITIONING,
          REFERENCE_BLACK_WHITE);

  private final Map<Integer, double[]> numbers;
  private final Map<Integer, String> texts;
  private final SortedMap<Integer, byte[]> entries;
  private final Map<Integer, byte[]> values;

  /**
   * Creates an image from its tags.
   *
   * @param numbers numbers by tag
   * @param texts texts by tag
   * @param entries directory entries that a pixel decoder needs, by tag, as stored in the file
   * @param values corrected values that replace the stored ones of some entries, by tag
   */
  TiffPage(
      Map<Integer, double[]> numbers,
      Map<Integer, String> texts,
      SortedMap<Integer, byte[]> entries,
      Map<Integer, byte[]> values) {
    this.numbers = numbers;
    this.texts = texts;
    this.entries = entries;
    this.values = values;
  }

  /** Returns the directory entries that a pixel decoder needs, sorted by tag. */
  SortedMap<Integer, byte[]> entries() {
    return entries;
  }

  /** Returns the values that replace stored ones, by tag. */
  Map<Integer, byte[]> values() {
    return values;
  }

  /** Returns the numbers of a tag, or an empty array if the tag is absent. */
  double[] numbers(int tag) {
    return numbers.getOrDefault(tag, new double[0]);
  }

  /** Returns the first number of a tag, or the given default if the tag is absent. */
  int number(int tag, int usual) {
    double[] values = numbers(tag);
    return values.length == 0 ? usual : (int) values[0];
  }

  /** Returns the text of a tag, or empty if the tag is absent. */
  Optional<String> text(int tag) {
    return Optional.ofNullable(texts.get(tag));
  }

  /** Returns whether this is a reduced copy of another image, as in cloud-optimized GeoTIFFs. */
  boolean isReduced() {
    return (number(KIND, 0) & 1) != 0 || number(OLD_KIND, 0) == 2;
  }

  /** Returns whether this is the mask of another image. */
  boolean isMask() {
    return (number(KIND, 0) & 4) != 0;
  }

  /** Returns whether the samples are signed. */
  boolean isSigned() {
    return number(SAMPLE_FORMAT, 1) == 2;
  }

  /** Returns whether another image has the same size, number of samples and sample format. */
  boolean isLike(TiffPage other) {
    return isOfSize(other)
        && number(SAMPLES, 1) == other.number(SAMPLES, 1)
        && number(BITS, 1) == other.number(BITS, 1)
        && number(SAMPLE_FORMAT, 1) == other.number(SAMPLE_FORMAT, 1);
  }

  /** Returns whether another image has the same width and height. */
  boolean isOfSize(TiffPage other) {
    return number(WIDTH, 0) == other.number(WIDTH, 0)
        && number(HEIGHT, 0) == other.number(HEIGHT, 0);
  }

  /** Returns the size and the samples as text, for messages. */
  String description() {
    int samples = number(SAMPLES, 1);
    return "%,d x %,d pixels of %,d sample%s of %,d bits"
        .formatted(
            number(WIDTH, 0), number(HEIGHT, 0), samples, samples == 1 ? "" : "s", number(BITS, 1));
  }
}
