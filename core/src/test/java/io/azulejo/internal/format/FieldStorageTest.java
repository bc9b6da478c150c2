package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldStorageTest {
  private static final FilterPipeline COORDS = FilterPipeline.of(Filter.zstd(5));
  private static final FilterPipeline OFFSETS = FilterPipeline.of(Filter.lz4());

  /** The codes of the last four are not those of their characters. */
  private static final String CODES_OF_VERSION_8 =
      """
      ! %21
      " %22
      # %23
      $ %24
      % %25
      & %26
      ' %27
      ( %28
      ) %29
      * %2A
      + %2B
      , %2C
      / %2F
      : %3A
      ; %3B
      = %3D
      ? %3F
      @ %40
      [ %5B
      ] %5D
      < %20
      > %2D
      \\ %30
      | %3C
      """;

  private static Dimension dimension(String name, Datatype type, Filter... filters) {
    return Dimension.asStored(
        name,
        type,
        type == Datatype.STRING_ASCII ? Attribute.VAR : 1,
        FilterPipeline.of(filters),
        Optional.empty(),
        Optional.empty());
  }

  private static ArraySchema.Builder schema(Dimension... dimensions) {
    ArraySchema.Builder schema = ArraySchema.sparse().coordsFilters(COORDS).offsetsFilters(OFFSETS);
    for (Dimension dimension : dimensions) {
      schema.dimension(dimension);
    }
    return schema;
  }

  private static ArraySchema.Builder plain() {
    return schema(dimension("x", Datatype.INT32), dimension("y", Datatype.INT32));
  }

  private static FragmentFooter footer(int version, boolean dense, boolean special) {
    long[] none = FragmentFooter.NONE;
    return new FragmentFooter(
        FormatVersion.of(version),
        Optional.empty(),
        dense,
        Optional.empty(),
        1,
        1,
        special,
        special,
        none,
        none,
        none,
        0,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        0,
        0,
        List.of(),
        Slice.EMPTY);
  }

  private static FieldStorage of(int version, ArraySchema schema, String field) {
    return of(version, version, schema, field);
  }

  private static FieldStorage of(int version, int schemaVersion, ArraySchema schema, String field) {
    StoredSchema stored = new StoredSchema(FormatVersion.of(schemaVersion), schema);
    return FieldStorage.of(footer(version, false, version >= 15), stored, schema, field)
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "4, <a|b>.tdb, <a|b>_var.tdb, __coords.tdb",
    "5, <a|b>.tdb, <a|b>_var.tdb, y.tdb",
    "7, <a|b>.tdb, <a|b>_var.tdb, y.tdb",
    "8, %20a%3Cb%2D.tdb, %20a%3Cb%2D_var.tdb, y.tdb",
    "9, a1.tdb, a1_var.tdb, d1.tdb",
    "23, a1.tdb, a1_var.tdb, d1.tdb",
  })
  void namesFilesByTheVersionOfTheFragment(
      int version, String file, String varFile, String dimensionFile) {
    ArraySchema schema =
        plain()
            .attribute(Attribute.of("first", Datatype.INT8))
            .attribute(Attribute.builder("<a|b>", Datatype.CHAR).cellValNum(Attribute.VAR).build())
            .buildAsStored();
    FieldStorage attribute = of(version, schema, "<a|b>");
    assertThat(attribute.index()).isEqualTo(1);
    assertThat(attribute.file()).isEqualTo(file);
    assertThat(attribute.varFile()).hasValue(varFile);
    assertThat(attribute.validityFile()).isEmpty();
    FieldStorage dimension = of(version, schema, "y");
    assertThat(dimension.file()).isEqualTo(dimensionFile);
    assertThat(dimension.dimension()).hasValue(1);
    assertThat(dimension.index()).isEqualTo(version < 5 ? 2 : 4);
  }

  @Test
  void encodesTwentyFourCharactersInTheNamesOfVersion8() {
    Map<String, String> encoded =
        CODES_OF_VERSION_8
            .lines()
            .collect(Collectors.toMap(line -> line.substring(0, 1), line -> line.substring(2)));
    assertThat(encoded).hasSize(24);

    for (char c = ' '; c < 0x100; c++) {
      String name = String.valueOf(c);
      ArraySchema schema =
          plain().attribute(Attribute.of("<" + name + ">", Datatype.INT8)).buildAsStored();
      assertThat(of(8, schema, "<" + name + ">").file())
          .as("the file of an attribute with %s in its name", name)
          .isEqualTo("%20" + encoded.getOrDefault(name, name) + "%2D.tdb");
    }
  }

  @Test
  void refusesAttributesThatNameFilesOfOtherFolders() {
    ArraySchema schema = plain().attribute(Attribute.of("../../x", Datatype.INT8)).buildAsStored();
    refuses(CorruptDataException.class, () -> of(7, schema, "../../x"));
  }

  @Test
  void unzipsCoordinatesBeforeFilteringExceptInVersion1WithoutCompression() {
    ArraySchema shuffled =
        plain().coordsFilters(FilterPipeline.of(Filter.byteShuffle())).buildAsStored();
    assertThat(of(1, shuffled, "x").interleaved()).isTrue();
    assertThat(of(2, shuffled, "x").interleaved()).isFalse();
    assertThat(of(1, plain().buildAsStored(), "x").interleaved()).isFalse();
    assertThat(of(1, plain().buildAsStored(), "x").kind())
        .isEqualTo(FieldStorage.Kind.ZIPPED_DIMENSION);
    assertThat(of(4, plain().buildAsStored(), "y").spec())
        .isEqualTo(new TileSpec(COORDS, Datatype.INT32, 8, false));
  }

  @Test
  void givesDimensionsWithoutFiltersThoseOfAllCoordinates() {
    ArraySchema schema =
        schema(dimension("x", Datatype.INT32), dimension("y", Datatype.INT32, Filter.none()))
            .buildAsStored();
    assertThat(of(23, schema, "x").spec().pipeline()).isEqualTo(COORDS);
    assertThat(of(23, schema, "y").spec().pipeline().filters()).containsExactly(Filter.none());
    assertThat(of(23, 4, schema, "x").spec().pipeline().isEmpty()).isTrue();
  }

  @Test
  void findsSpecialFieldsAfterTheDimensions() {
    ArraySchema schema = plain().buildAsStored();
    assertThat(of(15, schema, "__timestamps").index()).isEqualTo(3);
    assertThat(of(15, schema, "__delete_timestamps").file()).isEqualTo("dt.tdb");
    FieldStorage condition = of(15, schema, "__delete_condition_index");
    assertThat(condition.index()).isEqualTo(5);
    assertThat(condition.spec()).isEqualTo(new TileSpec(COORDS, Datatype.UINT64, 8, false));
    StoredSchema stored = new StoredSchema(FormatVersion.NEWEST, schema);
    assertThat(FieldStorage.of(footer(23, false, false), stored, schema, "__timestamps")).isEmpty();
  }

  @Test
  void hasNoCoordinatesInDenseFragments() {
    ArraySchema schema = plain().buildAsStored();
    StoredSchema stored = new StoredSchema(FormatVersion.NEWEST, schema);
    assertThat(FieldStorage.of(footer(23, true, false), stored, schema, "x")).isEmpty();
  }

  @Test
  void lacksAttributesThatWereAddedOrChangedLater() {
    ArraySchema old =
        plain()
            .attribute(Attribute.of("type", Datatype.INT32))
            .attribute(Attribute.of("values", Datatype.INT32))
            .attribute(Attribute.of("null", Datatype.INT32))
            .attribute(Attribute.of("same", Datatype.INT32))
            .buildAsStored();
    ArraySchema opened =
        plain()
            .attribute(Attribute.of("same", Datatype.INT32))
            .attribute(Attribute.of("type", Datatype.UINT32))
            .attribute(Attribute.builder("values", Datatype.INT32).cellValNum(2).build())
            .attribute(Attribute.builder("null", Datatype.INT32).nullable(true).build())
            .attribute(Attribute.of("added", Datatype.INT32))
            .buildAsStored();
    StoredSchema stored = new StoredSchema(FormatVersion.NEWEST, old);
    FragmentFooter footer = footer(23, false, false);
    for (String field : List.of("type", "values", "null", "added", "unknown")) {
      assertThat(FieldStorage.of(footer, stored, opened, field)).as(field).isEmpty();
    }
    assertThat(FieldStorage.of(footer, stored, opened, "same").orElseThrow().file())
        .isEqualTo("a3.tdb");
  }

  @Test
  void refusesAnotherTypeOfDimension() {
    StoredSchema stored = new StoredSchema(FormatVersion.NEWEST, plain().buildAsStored());
    ArraySchema opened = schema(dimension("x", Datatype.INT64)).buildAsStored();
    refuses(
        CorruptDataException.class,
        () -> FieldStorage.of(footer(23, false, false), stored, opened, "x"));
  }

  @ParameterizedTest
  @CsvSource({
    "STRING_ASCII, true, 12",
    "STRING_ASCII, false, 13",
    "STRING_UTF8, true, 17",
    "STRING_UTF8, false, 17",
  })
  void keepsOffsetsOfStringsInTheDataByTheVersionOfTheSchema(
      Datatype type, boolean rle, int since) {
    Filter filter = rle ? Filter.rle() : Filter.dictionary();
    ArraySchema schema =
        plain()
            .attribute(
                Attribute.builder("s", type)
                    .cellValNum(Attribute.VAR)
                    .filters(FilterPipeline.of(filter, Filter.zstd(1)))
                    .build())
            .buildAsStored();
    assertThat(keepsOffsets(23, since, schema)).isTrue();
    assertThat(keepsOffsets(23, since - 1, schema)).isFalse();
    assertThat(keepsOffsets(since - 1, since, schema)).isTrue();
    assertThat(of(23, schema, "s").spec())
        .isEqualTo(new TileSpec(OFFSETS, Datatype.UINT64, 8, false));
  }

  private static boolean keepsOffsets(int version, int schemaVersion, ArraySchema schema) {
    return of(version, schemaVersion, schema, "s").varSpec().orElseThrow().offsetsInData();
  }

  @ParameterizedTest
  @ValueSource(strings = {"CHAR", "BLOB", "GEOM_WKT"})
  void neverKeepsOffsetsOfOtherTypesInTheData(Datatype type) {
    ArraySchema schema =
        plain()
            .attribute(
                Attribute.builder("s", type)
                    .cellValNum(Attribute.VAR)
                    .filters(FilterPipeline.of(Filter.rle()))
                    .build())
            .buildAsStored();
    assertThat(keepsOffsets(23, 23, schema)).isFalse();
  }

  @Test
  void dropsWhatDidNothingToDatesBeforeVersion20() {
    Filter reduce = Filter.bitWidthReduction();
    Filter delta = Filter.positiveDelta(256);
    Filter zstd = Filter.zstd(1);
    assertThat(filtersOfDate(19, reduce, delta, zstd)).containsExactly(zstd);
    assertThat(filtersOfDate(20, reduce, delta, zstd)).containsExactly(reduce, delta, zstd);
    assertThat(filtersOfDate(19, Filter.xor(), reduce)).containsExactly(Filter.xor(), reduce);
    Filter asNumber = Filter.delta(Datatype.INT64);
    assertThat(filtersOfDate(19, delta, asNumber, reduce)).containsExactly(asNumber, reduce);
    Filter asDate = Filter.delta();
    assertThat(filtersOfDate(19, asDate, reduce)).containsExactly(asDate);
  }

  private static List<Filter> filtersOfDate(int version, Filter... filters) {
    ArraySchema schema =
        plain()
            .attribute(
                Attribute.builder("t", Datatype.DATETIME_DAY)
                    .filters(FilterPipeline.of(filters))
                    .build())
            .buildAsStored();
    return of(version, schema, "t").spec().pipeline().filters();
  }

  @Test
  void filtersValidityByTheFiltersOfTheSchema() {
    ArraySchema schema =
        plain()
            .attribute(Attribute.builder("a", Datatype.INT32).nullable(true).build())
            .buildAsStored();
    FieldStorage storage = of(7, schema, "a");
    assertThat(storage.validityFile()).hasValue("a_validity.tdb");
    assertThat(storage.validitySpec())
        .hasValue(new TileSpec(FilterPipeline.of(Filter.rle()), Datatype.UINT8, 1, false));
  }
}
