package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays that are created in each format version, and what versions cannot store. */
class FormatVersionsTest {
  private static final Location PLACE = Location.of("mem:///array");
  private static final Location OTHER = Location.of("mem:///other");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  static IntStream versions() {
    return IntStream.rangeClosed(7, 23);
  }

  private static ArraySchema.Builder grid(Attribute.Builder attribute) {
    return ArraySchema.dense()
        .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 6), 4))
        .attribute(attribute.build());
  }

  private static ArraySchema.Builder cells(Attribute.Builder attribute) {
    return ArraySchema.sparse()
        .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 6), 4))
        .attribute(attribute.build());
  }

  private static Attribute.Builder number() {
    return Attribute.builder("a", Datatype.INT32);
  }

  private void writeSparse(Location place) {
    azulejo
        .array(place)
        .append(
            Batch.of(
                Column.of("x", Datatype.INT32, 1L, 2L, 3L, 4L, 5L, 6L),
                Column.of("a", Datatype.INT32, 3L, 1L, 4L, 1L, 5L, 9L)));
  }

  private List<Long> values(Location place) {
    return TestArrays.rows(
        azulejo.open(place).read(ReadRequest.ALL.select("a")),
        (batch, row) -> batch.column(0).getLong(row));
  }

  private List<String> names(Location folder) {
    return storage.list(folder).stream().map(Storage.Entry::name).toList();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void arraysOfEveryVersionAreCreatedWrittenAndRead(int version) {
    azulejo.create(PLACE, cells(number()).build(), CreateOptions.DEFAULT.formatVersion(version));
    writeSparse(PLACE);
    azulejo
        .array(PLACE)
        .metadata()
        .change(MetadataChange.builder().put("key", MetadataValue.ofString("value")).build());

    Array array = azulejo.open(PLACE);
    assertThat(array.formatVersion()).isEqualTo(version);
    assertThat(array.fragments()).extracting(FragmentInfo::formatVersion).containsOnly(version);
    assertThat(values(PLACE)).containsExactly(3L, 1L, 4L, 1L, 5L, 9L);
    assertThat(names(PLACE).contains("__array_schema.tdb")).isEqualTo(version < 10);
    assertThat(names(PLACE).contains("__schema")).isEqualTo(version >= 10);
    assertThat(storage.find(PLACE.resolve("__lock.tdb")).map(Storage.Entry::size))
        .isEqualTo(version <= 10 ? Optional.of(0L) : Optional.empty());
    assertThat(names(PLACE).contains("__fragments")).isEqualTo(version >= 12);
    assertThat(versionOfTile(PLACE.resolve("__meta"))).isEqualTo(version);
    assertThat(azulejo.maintenance(PLACE).verify(VerifyRequest.DEFAULT.deep()).problems())
        .isEmpty();
  }

  /** The version in the header of the first file of a folder. */
  private int versionOfTile(Location folder) {
    Location file = folder.resolve(names(folder).get(0));
    byte[] header = new byte[Integer.BYTES];
    storage.open(file).read(0, header, 0, header.length);
    return ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  @Test
  void newArraysAreOfTheVersionThatReleasesRead() {
    azulejo.create(PLACE, cells(number()).build());

    assertThat(azulejo.open(PLACE).formatVersion()).isEqualTo(22);
    assertThat(azulejo.open(PLACE).oldestReader()).contains("2.25");
    assertThat(versionOfTile(PLACE.resolve("__schema"))).isEqualTo(22);
  }

  @Test
  void labelArraysHaveTheVersionOfTheirArray() {
    azulejo.create(
        PLACE,
        grid(number())
            .label(DimensionLabel.of(0, "l", DataOrder.INCREASING, Datatype.INT64))
            .build(),
        CreateOptions.DEFAULT.formatVersion(19));

    assertThat(azulejo.open(PLACE.resolve("__labels/l0")).formatVersion()).isEqualTo(19);
  }

  static Stream<Arguments> needs() {
    Attribute.Builder text = Attribute.builder("a", Datatype.STRING_UTF8).var();
    return Stream.of(
        Arguments.of("type TIME_MS", 9, cells(Attribute.builder("a", Datatype.TIME_MS))),
        Arguments.of("type BLOB", 11, cells(Attribute.builder("a", Datatype.BLOB))),
        Arguments.of("type BOOL", 14, cells(Attribute.builder("a", Datatype.BOOL))),
        Arguments.of("type GEOM_WKB", 21, cells(Attribute.builder("a", Datatype.GEOM_WKB).var())),
        Arguments.of(
            "DICTIONARY on attribute \"a\"",
            13,
            cells(
                Attribute.builder("a", Datatype.STRING_ASCII)
                    .var()
                    .filters(Filter.dictionary().withLevel(1)))),
        Arguments.of(
            "DICTIONARY on attribute \"a\"",
            17,
            cells(text.filters(Filter.dictionary().withLevel(1)))),
        Arguments.of(
            "SCALE_FLOAT on attribute \"a\"",
            15,
            cells(Attribute.builder("a", Datatype.FLOAT64).filters(Filter.scaleFloat(0.1, 0, 4)))),
        Arguments.of("XOR on attribute \"a\"", 16, cells(number().filters(Filter.xor()))),
        Arguments.of("DELTA on attribute \"a\"", 19, cells(number().filters(Filter.delta()))),
        Arguments.of(
            "the data order of attribute \"a\"", 17, grid(number().order(DataOrder.INCREASING))),
        Arguments.of(
            "dimension label \"l\"",
            18,
            grid(number()).label(DimensionLabel.of(0, "l", DataOrder.INCREASING, Datatype.INT64))),
        Arguments.of(
            "enumeration \"e\"",
            20,
            cells(number().enumeration("e"))
                .enumeration(Enumeration.ofStrings("e", false, List.of("red")))),
        Arguments.of(
            "a current domain", 22, cells(number()).currentDomain(NDRange.of(Range.of(1, 2)))),
        Arguments.of(
            "\"a_var\" together with \"a\"",
            9,
            cells(Attribute.builder("a", Datatype.STRING_ASCII).var())
                .attribute(Attribute.of("a_var", Datatype.INT32))),
        Arguments.of("the name \"a/b\"", 8, cells(Attribute.builder("a/b", Datatype.INT32))));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("needs")
  void namesTheRequiredVersionOfANewerFeature(String part, int min, ArraySchema.Builder schema) {
    CreateOptions tooOld = CreateOptions.DEFAULT.formatVersion(min - 1);

    assertThatThrownBy(() -> azulejo.create(PLACE, schema.build(), tooOld))
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining("cannot be stored in format version " + (min - 1))
        .hasMessageContaining(part + " needs version " + min)
        .hasMessageEndingWith("; choose version %d or later".formatted(min));
    assertThat(names(PLACE)).isEmpty();
    azulejo.create(PLACE, schema.build(), CreateOptions.DEFAULT.formatVersion(min));
    assertThat(azulejo.open(PLACE).formatVersion()).isEqualTo(min);
  }

  @Test
  void namesTheVersionThatSupportsAllFeaturesOfASchema() {
    ArraySchema schema =
        cells(number().enumeration("e"))
            .enumeration(Enumeration.ofStrings("e", false, List.of("red")))
            .currentDomain(NDRange.of(Range.of(1, 2)))
            .build();

    refuses(() -> azulejo.create(PLACE, schema, CreateOptions.DEFAULT.formatVersion(12)));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 6, 24})
  void versionsThatAreNotWrittenAreRefused(int version) {
    refuses(InvalidRequestException.class, () -> CreateOptions.DEFAULT.formatVersion(version));
    azulejo.create(PLACE, cells(Attribute.builder("a", Datatype.INT32)).build());
    Array array = azulejo.open(PLACE);
    assertThatThrownBy(() -> array.repack(OTHER, RepackRequest.DEFAULT.formatVersion(version)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(version < 1 ? "minimum: 1" : "(valid: 7 to 23;");
    assertThat(azulejo.catalog().type(OTHER)).isEqualTo(ObjectType.NONE);
  }

  @Test
  void theOldestReaderKnowsTypesThatCameBetweenVersions() {
    azulejo.create(
        PLACE,
        cells(Attribute.builder("a", Datatype.GEOM_WKT).var()).build(),
        CreateOptions.DEFAULT.formatVersion(21));
    azulejo.create(OTHER, cells(number()).build(), CreateOptions.DEFAULT.formatVersion(23));

    assertThat(azulejo.open(PLACE).oldestReader()).contains("2.21");
    assertThat(azulejo.open(OTHER).oldestReader()).isEmpty();
  }

  @Test
  void arraysAreUpgradedToTheDefaultOrToWhatIsAskedFor() {
    azulejo.create(PLACE, cells(number()).build(), CreateOptions.DEFAULT.at(1).formatVersion(12));
    writeSparse(PLACE);

    assertThat(azulejo.array(PLACE).upgrade(16, ChangeOptions.DEFAULT.at(2))).isTrue();
    assertThat(azulejo.array(PLACE).upgrade(16, ChangeOptions.DEFAULT.at(3))).isFalse();
    assertThat(azulejo.open(PLACE).formatVersion()).isEqualTo(16);
    refuses(
        InvalidRequestException.class,
        () -> azulejo.array(PLACE).upgrade(12, ChangeOptions.DEFAULT.at(4)));
    assertThat(azulejo.array(PLACE).upgrade(ChangeOptions.DEFAULT.at(5))).isTrue();
    assertThat(azulejo.array(PLACE).upgrade(ChangeOptions.DEFAULT.at(6))).isFalse();
    assertThat(azulejo.open(PLACE).formatVersion()).isEqualTo(22);
    assertThat(azulejo.array(PLACE).upgrade(23, ChangeOptions.DEFAULT.at(7))).isTrue();
    assertThat(azulejo.array(PLACE).upgrade(ChangeOptions.DEFAULT.at(8))).isFalse();
    assertThat(azulejo.open(PLACE).formatVersion()).isEqualTo(23);
    assertThat(values(PLACE)).containsExactly(3L, 1L, 4L, 1L, 5L, 9L);
  }

  @Test
  void arraysWithOneSchemaAreNotUpgradedToAnotherVersionWithOne() {
    azulejo.create(PLACE, cells(number()).build(), CreateOptions.DEFAULT.formatVersion(7));

    refuses(
        InvalidRequestException.class,
        () -> azulejo.array(PLACE).upgrade(9, ChangeOptions.DEFAULT));
    assertThat(azulejo.array(PLACE).upgrade(10, ChangeOptions.DEFAULT)).isTrue();
    assertThat(azulejo.open(PLACE).formatVersion()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 22, 23})
  void evolvedSchemasAreOfTheDefaultVersionOrOfTheirOwnNewerOne(int version) {
    azulejo.create(
        PLACE, cells(number()).build(), CreateOptions.DEFAULT.at(1).formatVersion(version));
    azulejo
        .array(PLACE)
        .evolve(
            SchemaEvolution.builder().addAttribute(Attribute.of("b", Datatype.INT8)).build(),
            ChangeOptions.DEFAULT.at(2));

    assertThat(azulejo.open(PLACE).formatVersion()).isEqualTo(Math.max(22, version));
  }

  @Test
  void repackedArraysAreOfTheDefaultVersionOrOfWhatIsAskedFor() {
    azulejo.create(PLACE, cells(number()).build(), CreateOptions.DEFAULT.formatVersion(23));
    writeSparse(PLACE);

    azulejo.open(PLACE).repack(OTHER, RepackRequest.DEFAULT);
    assertThat(azulejo.open(OTHER).formatVersion()).isEqualTo(22);
    azulejo.catalog().remove(OTHER);
    azulejo.open(PLACE).repack(OTHER, RepackRequest.DEFAULT.formatVersion(8));

    assertThat(azulejo.open(OTHER).formatVersion()).isEqualTo(8);
    assertThat(names(OTHER)).contains("__lock.tdb", "__array_schema.tdb");
    assertThat(values(OTHER)).containsExactly(3L, 1L, 4L, 1L, 5L, 9L);
  }

  @Test
  void cellsAreDeletedFromVersion16On() {
    azulejo.create(PLACE, cells(number()).build(), CreateOptions.DEFAULT.formatVersion(16));
    writeSparse(PLACE);
    azulejo.array(PLACE).delete(Condition.parse("a = 1"));
    assertThat(values(PLACE)).containsExactly(3L, 4L, 5L, 9L);

    azulejo.create(OTHER, cells(number()).build(), CreateOptions.DEFAULT.formatVersion(15));
    refuses(
        UnsupportedFormatException.class,
        () -> azulejo.array(OTHER).delete(Condition.parse("a = 1")));
  }
}
