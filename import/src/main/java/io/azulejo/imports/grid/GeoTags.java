package io.azulejo.imports.grid;

import io.azulejo.MetadataValue;
import io.azulejo.schema.Datatype;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Interprets the GeoTIFF and GDAL tags of an image: its position, coordinate system, missing data
 * and band properties.
 */
final class GeoTags {
  /** Keys that the GeoTIFF standard defines. */
  private static final int MODEL = 1024;

  private static final int RASTER_TYPE = 1025;

  private static final int CITATION = 1026;
  private static final int GEOGRAPHIC_SYSTEM = 2048;
  private static final int GEOGRAPHIC_CITATION = 2049;
  private static final int PROJECTED_SYSTEM = 3072;
  private static final int PROJECTED_CITATION = 3073;

  /** Prefix of a citation that contains WKT. */
  private static final String WKT = "^ESRI PE String = ";

  private static final int PROJECTED = 1; // value of MODEL
  private static final int PIXEL_IS_POINT = 2; // value of RASTER_TYPE

  /** Code for a coordinate system that has no EPSG code. */
  private static final int USER_DEFINED = 32767;

  private static final int KEY = 4; // length of a key entry in numbers
  private static final int POINT = 6; // length of a tie point in numbers
  private static final int MATRIX = 16; // length of a transformation in numbers

  private static final Pattern INTEGER = Pattern.compile("[-+]?\\d{1,20}");
  private static final Pattern NAME = Pattern.compile("\\P{Cntrl}{1,255}");
  private static final Pattern ITEM = Pattern.compile("<Item\\s([^>]*)>([^<]*)</Item>");
  private static final Pattern ATTRIBUTE = Pattern.compile("(\\w+)\\s*=\\s*\"([^\"]*)\"");

  private final TiffPage page;
  private final Map<Integer, Integer> codes = new LinkedHashMap<>();
  private final Map<Integer, String> texts = new LinkedHashMap<>();
  private final Map<String, MetadataValue> facts = new LinkedHashMap<>();
  private final Map<Integer, Double> scales = new LinkedHashMap<>();
  private final Map<Integer, Double> offsets = new LinkedHashMap<>();
  private final Optional<GridTransform> place;

  /**
   * Interprets the tags of an image.
   *
   * @param bands names of the bands; scales and offsets refer to them by index
   */
  GeoTags(TiffPage page, List<String> bands) {
    this.page = page;
    readKeys();
    place = placed();
    crs().ifPresent(crs -> facts.put("crs", MetadataValue.ofString(crs)));
    place.ifPresent(found -> facts.put("transform", found.transform()));
    double[] points = page.numbers(TiffPage.TIEPOINTS);
    if (place.isEmpty() && points.length > 0) {
      facts.put("tiepoints", MetadataValue.ofDoubles(points));
    }
    page.text(TiffPage.METADATA).ifPresent(xml -> readItems(xml, bands));
  }

  /** Returns the position of the image, if its tags define an affine transformation. */
  Optional<GridTransform> place() {
    return place;
  }

  /** Returns the remaining information as metadata, by key. */
  Map<String, MetadataValue> facts() {
    return facts;
  }

  /** Returns the number that marks missing data, as a Long or a Double. */
  Optional<Number> noData() {
    return page.text(TiffPage.NO_DATA).flatMap(GeoTags::number);
  }

  /**
   * Returns how the samples of a band are scaled, or empty if they are not.
   *
   * @param band index of the band, 0-based
   */
  Optional<StoredNumbers.Packing> packing(int band) {
    double scale = scales.getOrDefault(band, 1.0);
    double offset = offsets.getOrDefault(band, 0.0);
    return scale == 1 && offset == 0
        ? Optional.empty()
        : Optional.of(new StoredNumbers.Packing(scale, offset, Datatype.FLOAT64));
  }

  private static Optional<Number> number(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    try {
      return Optional.of(
          switch (word) {
            case "nan", "-nan" -> Double.NaN;
            case "inf", "+inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> INTEGER.matcher(word).matches() ? exact(word) : Double.parseDouble(word);
          });
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Number exact(String word) {
    double number = Double.parseDouble(word);
    return Math.abs(number) < 0x1p63 ? (Number) Long.parseLong(word) : (Number) number;
  }

  /**
   * Reads the key directory. Each entry has a key, the tag that contains its value, a count and an
   * offset. If the tag is 0, the entry contains a code instead of an offset.
   */
  private void readKeys() {
    double[] keys = page.numbers(TiffPage.GEO_KEYS);
    String all = page.text(TiffPage.GEO_TEXTS).orElse("");
    for (int at = KEY; at + KEY <= keys.length; at += KEY) {
      int key = (int) keys[at];
      int count = (int) keys[at + 2];
      int value = (int) keys[at + 3];
      if (keys[at + 1] == 0) {
        codes.put(key, value);
      } else if (keys[at + 1] == TiffPage.GEO_TEXTS && value + count <= all.length()) {
        texts.put(key, all.substring(value, value + count).replaceAll("[|\\s]+$", ""));
      }
    }
  }

  /** Returns the EPSG code of the coordinate system, or else its name. */
  private Optional<String> crs() {
    boolean projected =
        codes.containsKey(PROJECTED_SYSTEM) || codes.getOrDefault(MODEL, 0) == PROJECTED;
    return Optional.ofNullable(codes.get(projected ? PROJECTED_SYSTEM : GEOGRAPHIC_SYSTEM))
        .filter(code -> code > 0 && code < USER_DEFINED)
        .map(code -> "EPSG:" + code)
        .or(
            () ->
                Stream.of(PROJECTED_CITATION, CITATION, GEOGRAPHIC_CITATION)
                    .map(key -> texts.getOrDefault(key, "").replaceFirst(WKT, ""))
                    .filter(text -> !text.isEmpty())
                    .findFirst());
  }

  private Optional<GridTransform> placed() {
    double[] matrix = page.numbers(TiffPage.TRANSFORMATION);
    double[] scale = page.numbers(TiffPage.PIXEL_SCALE);
    double[] points = page.numbers(TiffPage.TIEPOINTS);
    // Points are pixel centers, half a pixel from the corner that is the origin.
    double shift = codes.getOrDefault(RASTER_TYPE, 1) == PIXEL_IS_POINT ? -0.5 : 0;
    if (matrix.length == MATRIX) {
      return finite(
          new GridTransform(
              matrix[0],
              matrix[1],
              matrix[3] + shift * (matrix[0] + matrix[1]),
              matrix[4],
              matrix[5],
              matrix[7] + shift * (matrix[4] + matrix[5])));
    }
    if (scale.length < 2 || points.length != POINT) {
      return Optional.empty();
    }
    double width = scale[0];
    double height = -Math.abs(scale[1]);
    return finite(
        new GridTransform(
            width,
            0,
            GridTransform.offset(points[3], width, shift - points[0]),
            0,
            height,
            GridTransform.offset(points[4], height, shift - points[1])));
  }

  private static Optional<GridTransform> finite(GridTransform place) {
    return Optional.of(place)
        .filter(p -> p.a() != 0 || p.b() != 0)
        .filter(p -> DoubleStream.of(p.numbers()).allMatch(Double::isFinite));
  }

  /**
   * Reads GDAL's metadata items: scales and offsets of bands, and other items, which become
   * metadata.
   */
  private void readItems(String xml, List<String> bands) {
    Matcher items = ITEM.matcher(xml);
    while (items.find()) {
      Map<String, String> said = new HashMap<>();
      Matcher attributes = ATTRIBUTE.matcher(items.group(1));
      while (attributes.find()) {
        said.put(attributes.group(1), unescaped(attributes.group(2)));
      }
      readItem(said, unescaped(items.group(2)), bands);
    }
  }

  private void readItem(Map<String, String> said, String text, List<String> bands) {
    String name = said.getOrDefault("name", "");
    String role = said.getOrDefault("role", "");
    int band =
        said.getOrDefault("sample", "").matches("\\d{1,5}")
            ? Integer.parseInt(said.get("sample"))
            : -1;
    Optional<Double> number = number(text).map(Number::doubleValue).filter(Double::isFinite);
    if (band >= 0 && number.isPresent() && role.equals("scale")) {
      scales.put(band, number.get());
    } else if (band >= 0 && number.isPresent() && role.equals("offset")) {
      offsets.put(band, number.get());
    } else if (NAME.matcher(name).matches() && band < bands.size()) {
      facts.put(
          band < 0 ? name : "__tiledb_attr." + bands.get(band) + "." + name,
          MetadataValue.ofString(text));
    }
  }

  private static String unescaped(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
  }
}
