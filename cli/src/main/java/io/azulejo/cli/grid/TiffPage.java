package io.azulejo.cli.grid;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** One picture of a TIFF file as its directory describes it: tags with numbers or texts. */
final class TiffPage {
  static final int KIND = 254;
  static final int OLD_KIND = 255;
  static final int WIDTH = 256;
  static final int HEIGHT = 257;
  static final int BITS = 258;
  static final int COMPRESSION = 259;
  static final int PHOTOMETRIC = 262;
  static final int SAMPLES = 277;
  static final int TILE_WIDTH = 322;
  static final int TILE_HEIGHT = 323;
  static final int EXTRA_SAMPLES = 338;
  static final int SAMPLE_FORMAT = 339;
  static final int PIXEL_SCALE = 33550;
  static final int TIEPOINTS = 33922;
  static final int TRANSFORMATION = 34264;
  static final int GEO_KEYS = 34735;
  static final int GEO_NUMBERS = 34736;
  static final int GEO_TEXTS = 34737;
  static final int METADATA = 42112;
  static final int NO_DATA = 42113;

  /** The bytes of an entry of a directory. */
  static final int ENTRY = 12;

  /** The tags that decoders of pixels need: where strips and tiles lie, and how they are packed. */
  static final Set<Integer> OF_PIXELS =
      Set.of(
          KIND,
          WIDTH,
          HEIGHT,
          BITS,
          COMPRESSION,
          PHOTOMETRIC,
          266,
          273,
          SAMPLES,
          278,
          279,
          284,
          292,
          293,
          317,
          320,
          TILE_WIDTH,
          TILE_HEIGHT,
          324,
          325,
          332,
          334,
          EXTRA_SAMPLES,
          SAMPLE_FORMAT,
          347,
          512,
          513,
          514,
          515,
          517,
          518,
          519,
          520,
          521,
          529,
          530,
          531,
          532);

  private final Map<Integer, double[]> numbers;
  private final Map<Integer, String> texts;
  private final SortedMap<Integer, byte[]> entries;

  /**
   * A picture whose tags have these numbers and texts.
   *
   * @param entries the entries of the directory that decoders of pixels need, as the file has them
   */
  TiffPage(
      Map<Integer, double[]> numbers,
      Map<Integer, String> texts,
      SortedMap<Integer, byte[]> entries) {
    this.numbers = numbers;
    this.texts = texts;
    this.entries = entries;
  }

  /** The entries that decoders of pixels need, in the order of their tags. */
  Collection<byte[]> entries() {
    return entries.values();
  }

  /** The numbers of a tag; none if there is no such tag. */
  double[] numbers(int tag) {
    return numbers.getOrDefault(tag, new double[0]);
  }

  /** The first number of a tag. */
  int number(int tag, int usual) {
    double[] values = numbers(tag);
    return values.length == 0 ? usual : (int) values[0];
  }

  /** The text of a tag. */
  Optional<String> text(int tag) {
    return Optional.ofNullable(texts.get(tag));
  }

  /** Whether it is a smaller copy of another picture, such as those of COGs. */
  boolean isReduced() {
    return (number(KIND, 0) & 1) != 0 || number(OLD_KIND, 0) == 2;
  }

  /** Whether it says which pixels of another picture are there. */
  boolean isMask() {
    return (number(KIND, 0) & 4) != 0;
  }

  /** Whether the samples have a sign. */
  boolean isSigned() {
    return number(SAMPLE_FORMAT, 1) == 2;
  }

  /** Whether another picture has as many pixels, and samples of the same kind. */
  boolean isLike(TiffPage other) {
    return isOfSize(other)
        && number(SAMPLES, 1) == other.number(SAMPLES, 1)
        && number(BITS, 1) == other.number(BITS, 1)
        && number(SAMPLE_FORMAT, 1) == other.number(SAMPLE_FORMAT, 1);
  }

  /** Whether another picture has as many pixels in each direction. */
  boolean isOfSize(TiffPage other) {
    return number(WIDTH, 0) == other.number(WIDTH, 0)
        && number(HEIGHT, 0) == other.number(HEIGHT, 0);
  }

  /** Size and samples in words. */
  String description() {
    int samples = number(SAMPLES, 1);
    return "%,d x %,d pixels of %,d sample%s of %,d bits"
        .formatted(
            number(WIDTH, 0), number(HEIGHT, 0), samples, samples == 1 ? "" : "s", number(BITS, 1));
  }
}
