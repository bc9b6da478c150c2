package io.azulejo.schema;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FilterRulesTest {
  private static final Filter ZSTD = Filter.zstd(3);
  private static final Filter RLE = Filter.rle();
  private static final Filter DICTIONARY = Filter.dictionary();
  private static final Filter DELTA = Filter.delta();
  private static final Filter DOUBLE_DELTA = Filter.doubleDelta();
  private static final Filter XOR = Filter.xor();
  private static final Filter SHUFFLE = Filter.byteShuffle();
  private static final Filter SCALE = Filter.scaleFloat(0.5, 0, 2);
  private static final Filter REDUCTION = Filter.bitWidthReduction();
  private static final Filter POSITIVE = Filter.positiveDelta();
  private static final Filter WEBP = Filter.webp(90, Filter.PixelFormat.RGB, false, 0, 0);

  @ParameterizedTest(name = "{2}")
  @MethodSource({"types", "orders", "options"})
  void refusesFiltersWithWhichNothingCouldBeWritten(
      Attribute.Builder attribute, Filter[] filters, String message) {
    assertThatThrownBy(() -> build(attribute, filters))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("attribute \"a\": " + message);
  }

  static Stream<Arguments> types() {
    return Stream.of(
        refused(
            of(Datatype.FLOAT32),
            "DELTA is for integers, not for FLOAT32: set its reinterpret type to INT32",
            DELTA),
        refused(
            of(Datatype.FLOAT64),
            "DOUBLE_DELTA is for integers, not for FLOAT64: set its reinterpret type to INT64",
            SHUFFLE,
            DOUBLE_DELTA),
        refused(
            of(Datatype.INT32),
            "DELTA is for integers, not for FLOAT32: set its reinterpret type to INT32",
            Filter.delta(Datatype.FLOAT32)),
        refused(
            of(Datatype.FLOAT64),
            "BIT_WIDTH_REDUCTION is for integers, datetimes, times and blobs, not for FLOAT64: leave"
                + " it out",
            REDUCTION),
        refused(
            of(Datatype.CHAR),
            "POSITIVE_DELTA is for integers, datetimes, times and blobs, not for CHAR: leave it out",
            POSITIVE),
        refused(
            of(Datatype.INT16),
            "SCALE_FLOAT is for values of 4 or 8 bytes, not for INT16: leave it out",
            SCALE),
        refused(
            of(Datatype.FLOAT64),
            "SCALE_FLOAT is for values of 4 or 8 bytes, not for INT16: leave it out",
            SCALE,
            SCALE),
        refused(
            of(Datatype.INT32),
            "DICTIONARY is for STRING_ASCII and STRING_UTF8 of variable size, not for INT32: take"
                + " RLE, or an enumeration",
            DICTIONARY),
        refused(
            of(Datatype.STRING_ASCII).cellValNum(4),
            "DICTIONARY is for STRING_ASCII and STRING_UTF8 of variable size, not for STRING_ASCII"
                + " of fixed size: take RLE, or an enumeration",
            DICTIONARY),
        refused(
            of(Datatype.CHAR).var(),
            "DICTIONARY is for STRING_ASCII and STRING_UTF8 of variable size, not for CHAR: take"
                + " RLE, or an enumeration",
            DICTIONARY),
        refused(
            of(Datatype.INT8),
            "WEBP is for pixels of UINT8 as they are, not for INT8: make it the first filter of an"
                + " attribute of UINT8",
            WEBP),
        refused(
            of(Datatype.UINT8),
            "WEBP is for pixels of UINT8 as they are, not for compressed data: make it the first"
                + " filter of an attribute of UINT8",
            ZSTD,
            WEBP),
        refused(
            of(Datatype.INT8),
            "AES_256_GCM is not a filter of a schema: create the array with a key instead",
            Filter.aes256Gcm()));
  }

  static Stream<Arguments> orders() {
    return Stream.of(
        refused(
            of(Datatype.STRING_UTF8).var(),
            "RLE of strings has to be the first filter, but is number 2: move it to the front",
            ZSTD,
            RLE),
        refused(
            of(Datatype.STRING_ASCII).var(),
            "DICTIONARY of strings has to be the first filter, but is number 2: move it to the"
                + " front",
            RLE,
            DICTIONARY),
        refused(
            of(Datatype.STRING_ASCII).var(),
            "RLE of strings has to be the first filter, but is number 2: move it to the front",
            Filter.none(),
            RLE),
        refused(
            of(Datatype.INT32),
            "RLE works on whole values of 4 bytes, which compressed data are not: move it before the"
                + " compression",
            ZSTD,
            RLE),
        refused(
            of(Datatype.INT16),
            "DELTA works on whole values of 2 bytes, which compressed data are not: move it before"
                + " the compression",
            DOUBLE_DELTA,
            DELTA),
        refused(
            of(Datatype.INT64),
            "XOR works on whole values of 8 bytes, which compressed data are not: move it before the"
                + " compression",
            DELTA,
            ZSTD,
            XOR),
        refused(
            of(Datatype.INT64),
            "SCALE_FLOAT rounds, and compressed data would not come back: make it the first filter",
            DELTA,
            SCALE),
        refused(
            of(Datatype.INT64),
            "POSITIVE_DELTA is for values that never fall, which compressed data are not: move it"
                + " before the compression",
            DELTA,
            POSITIVE),
        refused(
            of(Datatype.INT64).cellValNum(2),
            "RLE works on whole cells of 16 bytes, but the filter before it adds 8 bytes: make it the"
                + " first filter",
            DELTA,
            RLE),
        refused(
            of(Datatype.BLOB).cellValNum(5),
            "RLE works on whole cells of 5 bytes, but the filter before it adds 8 bytes: make it the"
                + " first filter",
            XOR,
            RLE),
        refused(
            of(Datatype.INT64).cellValNum(5),
            "RLE works on whole cells of 40 bytes, but the filter before it adds 32 bytes: make it"
                + " the first filter",
            Filter.md5(),
            RLE));
  }

  static Stream<Arguments> options() {
    return Stream.of(
        refused(
            of(Datatype.INT32),
            "GZIP has no level 12: take 0 to 9, or -1 for the usual one",
            Filter.gzip(12)),
        refused(of(Datatype.INT32), "BZIP2 has no level 10: take 1 to 9", Filter.bzip2(10)),
        refused(
            of(Datatype.INT32),
            "BIT_WIDTH_REDUCTION has windows of 0 bytes, less than a value of INT32: set its window"
                + " to 4 or more",
            Filter.bitWidthReduction(0)),
        refused(
            of(Datatype.DATETIME_DAY),
            "POSITIVE_DELTA has windows of 7 bytes, less than a value of DATETIME_DAY: set its window"
                + " to 8 or more",
            Filter.positiveDelta(7)),
        refused(
            of(Datatype.FLOAT32),
            "SCALE_FLOAT makes integers of 1, 2, 4 or 8 bytes, not of 3",
            Filter.scaleFloat(1, 0, 3)),
        refused(
            of(Datatype.FLOAT32),
            "SCALE_FLOAT with scale 0.0 and offset 0.0: both have to be finite, the scale not 0",
            Filter.scaleFloat(0, 0, 4)),
        refused(
            of(Datatype.UINT8),
            "WEBP has to know how the bytes are pixels: set RGB, BGR, RGBA or BGRA",
            Filter.webp(1, Filter.PixelFormat.NONE, true, 0, 0)),
        refused(
            of(Datatype.UINT8),
            "WEBP has no quality 101.0: take 0 to 100",
            Filter.webp(101, Filter.PixelFormat.RGB, true, 0, 0)));
  }

  @Test
  void acceptsFiltersThatFitTheValuesTheyMeet() {
    accept(of(Datatype.FLOAT64), SCALE, DELTA, REDUCTION, ZSTD);
    accept(of(Datatype.FLOAT32), Filter.delta(Datatype.INT32));
    accept(of(Datatype.FLOAT32), XOR, DOUBLE_DELTA);
    accept(of(Datatype.INT64), DELTA, DELTA, XOR);
    accept(of(Datatype.INT64), XOR, RLE);
    accept(of(Datatype.INT8), ZSTD, RLE);
    accept(of(Datatype.STRING_UTF8).var(), RLE, ZSTD, XOR);
    accept(of(Datatype.STRING_UTF8).cellValNum(4), DELTA, RLE);
    accept(of(Datatype.CHAR).var(), ZSTD, RLE);
    accept(of(Datatype.STRING_UTF16).var(), ZSTD, DELTA);
    accept(of(Datatype.BLOB).var(), POSITIVE, REDUCTION, Filter.bitShuffle());
    accept(of(Datatype.INT32), Filter.bitWidthReduction(-1), Filter.zstd(22));
  }

  @Test
  void coordinatesTakeTheFiltersOfAllWithTheirOwnType() {
    Dimension real = Dimension.of("f", Datatype.FLOAT64, Range.of(0, 1), 1);
    assertThatThrownBy(
            () ->
                ArraySchema.sparse()
                    .dimension(real)
                    .coordsFilters(FilterPipeline.of(DOUBLE_DELTA))
                    .build())
        .hasMessage(
            "dimension \"f\" of FLOAT64 takes the filters of all coordinates, but DOUBLE_DELTA is for"
                + " integers: give it filters of its own");
    assertThatThrownBy(
            () ->
                ArraySchema.sparse()
                    .dimension(real)
                    .coordsFilters(FilterPipeline.of(DELTA))
                    .build())
        .hasMessage(
            "dimension \"f\", with the filters of all coordinates: DELTA is for integers, not"
                + " for FLOAT64: set its reinterpret type to INT64");
    assertThatThrownBy(
            () ->
                ArraySchema.sparse()
                    .dimension(Dimension.text("s"))
                    .coordsFilters(FilterPipeline.of(ZSTD, RLE))
                    .build())
        .hasMessage(
            "dimension \"s\", with the filters of all coordinates: RLE of strings has to be the"
                + " first filter, but is number 2: move it to the front");
    ArraySchema.sparse()
        .dimension(
            Dimension.builder("f", Datatype.FLOAT64).domain(Range.of(0, 1)).filters(ZSTD).build())
        .coordsFilters(FilterPipeline.of(DOUBLE_DELTA))
        .build();
  }

  @Test
  void offsetsAndValidityHaveTypesOfTheirOwn() {
    ArraySchema.Builder schema = ArraySchema.sparse().dimension(Dimension.text("s"));
    schema.offsetsFilters(FilterPipeline.of(Filter.positiveDelta(4)));
    assertThatThrownBy(schema::build)
        .hasMessage(
            "filters of offsets: POSITIVE_DELTA has windows of 4 bytes, less than a value of UINT64:"
                + " set its window to 8 or more");
    schema.offsetsFilters(FilterPipeline.EMPTY).validityFilters(FilterPipeline.of(SCALE));
    assertThatThrownBy(schema::build)
        .hasMessage(
            "filters of validity: SCALE_FLOAT is for values of 4 or 8 bytes, not for UINT8: leave it"
                + " out");
    schema.validityFilters(FilterPipeline.of(WEBP));
    assertThatThrownBy(schema::build)
        .hasMessage(
            "filters of validity: WEBP is for attributes of UINT8 in dense arrays alone: leave it"
                + " out");
  }

  @Test
  void tilesAreImagesWhereTheirSidesAre() {
    assertThatThrownBy(() -> image(30, 100, 50, Datatype.INT32, 1))
        .hasMessage(
            "attribute \"a\": tiles have rows of 50 bytes, but a pixel of RGB has 3: make the extent"
                + " of the second dimension a multiple of that");
    assertThatThrownBy(() -> image(20_000, 16_384, 30, Datatype.INT32, 1))
        .hasMessage(
            "attribute \"a\": WEBP has images of at most 16383 x 16383 pixels: make the extents at"
                + " most 16383 and 49149");
    assertThatThrownBy(() -> image(30, 10, 30, Datatype.DATETIME_DAY, 1))
        .hasMessage(
            "attribute \"a\": WEBP is for dense arrays of two dimensions of integers, not for a dense"
                + " one of [DATETIME_DAY, DATETIME_DAY]");
    assertThatThrownBy(() -> image(30, 10, 30, Datatype.INT32, 3))
        .hasMessage(
            "attribute \"a\": WEBP is for cells of one UINT8: give each component of a pixel a"
                + " column of its own");
    assertThatThrownBy(() -> build(of(Datatype.UINT8), WEBP))
        .hasMessage(
            "attribute \"a\": WEBP is for dense arrays of two dimensions of integers, not for a"
                + " sparse one of [STRING_ASCII]");
    image(100_000, 16_383, 49_149, Datatype.UINT32, 1);
  }

  private static void image(long domain, long rows, long columns, Datatype type, int cellValNum) {
    ArraySchema.dense()
        .dimension(Dimension.of("y", type, Range.of(1, Math.max(domain, rows)), rows))
        .dimension(Dimension.of("x", type, Range.of(1, Math.max(domain, columns)), columns))
        .attribute(of(Datatype.UINT8).cellValNum(cellValNum).filters(WEBP).build())
        .build();
  }

  private static Arguments refused(Attribute.Builder attribute, String message, Filter... filters) {
    return Arguments.of(attribute, filters, message);
  }

  private static Attribute.Builder of(Datatype type) {
    return Attribute.builder("a", type);
  }

  private static void accept(Attribute.Builder attribute, Filter... filters) {
    assertThatCode(() -> build(attribute, filters)).doesNotThrowAnyException();
  }

  private static ArraySchema build(Attribute.Builder attribute, Filter... filters) {
    return ArraySchema.sparse()
        .dimension(Dimension.text("s"))
        .attribute(attribute.filters(filters).build())
        .build();
  }
}
