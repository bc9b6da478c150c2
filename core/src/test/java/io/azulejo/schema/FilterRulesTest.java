package io.azulejo.schema;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.testkit.Golden;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

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

  @Test
  void refusesFiltersWithWhichNothingCouldBeWritten() {
    Golden.check(getClass(), Stream.of(types(), orders(), options()).flatMap(all -> all));
  }

  static Stream<String> types() {
    return Stream.of(
        refused(of(Datatype.FLOAT32), DELTA),
        refused(of(Datatype.FLOAT64), SHUFFLE, DOUBLE_DELTA),
        refused(of(Datatype.INT32), Filter.delta(Datatype.FLOAT32)),
        refused(of(Datatype.FLOAT64), REDUCTION),
        refused(of(Datatype.CHAR), POSITIVE),
        refused(of(Datatype.INT16), SCALE),
        refused(of(Datatype.FLOAT64), SCALE, SCALE),
        refused(of(Datatype.INT32), DICTIONARY),
        refused(of(Datatype.STRING_ASCII).cellValNum(4), DICTIONARY),
        refused(of(Datatype.CHAR).var(), DICTIONARY),
        refused(of(Datatype.INT8), WEBP),
        refused(of(Datatype.UINT8), ZSTD, WEBP),
        refused(of(Datatype.INT8), Filter.aes256Gcm()));
  }

  static Stream<String> orders() {
    return Stream.of(
        refused(of(Datatype.STRING_UTF8).var(), ZSTD, RLE),
        refused(of(Datatype.STRING_ASCII).var(), RLE, DICTIONARY),
        refused(of(Datatype.STRING_ASCII).var(), Filter.none(), RLE),
        refused(of(Datatype.INT32), ZSTD, RLE),
        refused(of(Datatype.INT16), DOUBLE_DELTA, DELTA),
        refused(of(Datatype.INT64), DELTA, ZSTD, XOR),
        refused(of(Datatype.INT64), DELTA, SCALE),
        refused(of(Datatype.INT64), DELTA, POSITIVE),
        refused(of(Datatype.INT64).cellValNum(2), DELTA, RLE),
        refused(of(Datatype.BLOB).cellValNum(5), XOR, RLE),
        refused(of(Datatype.INT64).cellValNum(5), Filter.md5(), RLE));
  }

  static Stream<String> options() {
    return Stream.of(
        refused(of(Datatype.INT32), Filter.gzip(12)),
        refused(of(Datatype.INT32), Filter.bzip2(10)),
        refused(of(Datatype.INT32), Filter.bitWidthReduction(0)),
        refused(of(Datatype.DATETIME_DAY), Filter.positiveDelta(7)),
        refused(of(Datatype.FLOAT32), Filter.scaleFloat(1, 0, 3)),
        refused(of(Datatype.FLOAT32), Filter.scaleFloat(0, 0, 4)),
        refused(of(Datatype.UINT8), Filter.webp(1, Filter.PixelFormat.NONE, true, 0, 0)),
        refused(of(Datatype.UINT8), Filter.webp(101, Filter.PixelFormat.RGB, true, 0, 0)));
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
    refuses(
        () ->
            ArraySchema.sparse()
                .dimension(real)
                .coordsFilters(FilterPipeline.of(DOUBLE_DELTA))
                .build());
    refuses(
        () -> ArraySchema.sparse().dimension(real).coordsFilters(FilterPipeline.of(DELTA)).build());
    refuses(
        () ->
            ArraySchema.sparse()
                .dimension(Dimension.text("s"))
                .coordsFilters(FilterPipeline.of(ZSTD, RLE))
                .build());
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
    refuses(schema::build);
    schema.offsetsFilters(FilterPipeline.EMPTY).validityFilters(FilterPipeline.of(SCALE));
    refuses(schema::build);
    schema.validityFilters(FilterPipeline.of(WEBP));
    refuses(schema::build);
  }

  @Test
  void tilesAreImagesWhereTheirSidesAre() {
    refuses(() -> image(30, 100, 50, Datatype.INT32, 1));
    refuses(() -> image(20_000, 16_384, 30, Datatype.INT32, 1));
    refuses(() -> image(30, 10, 30, Datatype.DATETIME_DAY, 1));
    refuses(() -> image(30, 10, 30, Datatype.INT32, 3));
    refuses(() -> build(of(Datatype.UINT8), WEBP));
    image(100_000, 16_383, 49_149, Datatype.UINT32, 1);
  }

  private static void image(long domain, long rows, long columns, Datatype type, int cellValNum) {
    ArraySchema.dense()
        .dimension(Dimension.of("y", type, Range.of(1, Math.max(domain, rows)), rows))
        .dimension(Dimension.of("x", type, Range.of(1, Math.max(domain, columns)), columns))
        .attribute(of(Datatype.UINT8).cellValNum(cellValNum).filters(WEBP).build())
        .build();
  }

  private static String refused(Attribute.Builder attribute, Filter... filters) {
    return catchThrowableOfType(InvalidRequestException.class, () -> build(attribute, filters))
        .getMessage();
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
