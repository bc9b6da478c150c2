package io.azulejo.tests;

import static io.azulejo.testkit.TestArrays.engine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.azulejo.Azulejo;
import io.azulejo.CreateOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.AdviceRequest;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Row;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Range;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With checksums on request, bytes that change in a store are never read as other values. */
class ChecksumTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");
  private static final Location OTHER = Location.of("mem://arrays/other");
  private static final Filter SHA256 = Filter.sha256();
  private static final Filter MD5 = Filter.md5();
  private static final int ROWS = 12;

  private final Storage storage = Storage.inMemory();

  @AutoClose private final Azulejo azulejo = engine(storage);

  /** Fields with all that decides on where a checksum goes. */
  private static ArraySchema.Builder sparse() {
    return fields(
        ArraySchema.sparse()
            .capacity(5)
            .dimension(
                Dimension.builder("x", Datatype.INT32)
                    .domain(Range.of(1, 100))
                    .extent(10)
                    .filters(Filter.byteShuffle())
                    .build())
            .dimension(Dimension.builder("d", Datatype.STRING_ASCII).build()));
  }

  private static ArraySchema.Builder dense() {
    return fields(
            ArraySchema.dense()
                .dimension(Dimension.of("y", Datatype.INT32, Range.of(1, 2), 2))
                .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 6), 3)))
        .attribute(
            Attribute.builder("image", Datatype.UINT8)
                .filters(Filter.webp(100, Filter.PixelFormat.RGB, true, 0, 0))
                .build());
  }

  private static ArraySchema.Builder fields(ArraySchema.Builder schema) {
    return schema
        .attribute(Attribute.of("plain", Datatype.INT32))
        .attribute(Attribute.builder("maybe", Datatype.FLOAT64).nullable().build())
        .attribute(
            Attribute.builder("words", Datatype.STRING_UTF8)
                .var()
                .nullable()
                .filters(Filter.dictionary(), Filter.zstd(-1))
                .build())
        .attribute(
            Attribute.builder("runs", Datatype.STRING_ASCII).var().filters(Filter.rle()).build())
        .attribute(Attribute.builder("bytes", Datatype.BLOB).var().build())
        .attribute(
            Attribute.builder("small", Datatype.INT64)
                .filters(Filter.bitWidthReduction(), Filter.none())
                .build());
  }

  private void fill(ArraySchema schema) {
    azulejo.create(ARRAY, schema, CreateOptions.DEFAULT.at(1));
    List<Column> columns = new ArrayList<>();
    for (Attribute attribute : schema.attributes()) {
      columns.add(
          column(attribute.name(), attribute.type(), attribute.isVar(), attribute.nullable()));
    }
    if (!schema.isDense()) {
      columns.add(column("x", Datatype.INT32, false, false));
      columns.add(column("d", Datatype.STRING_ASCII, true, false));
    }
    azulejo.array(ARRAY).append(Batch.of(ROWS, columns));
  }

  /** Values that rise, each twice if they are texts; every third is null where it can be. */
  private static Column column(String name, Datatype type, boolean var, boolean nullable) {
    List<String> texts = new ArrayList<>();
    List<Number> numbers = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      boolean none = nullable && row % 3 == 0;
      texts.add(none ? null : "text " + (char) ('a' + row / 2));
      numbers.add(
          none ? null : type.isFloatingPoint() ? (Number) (row / 3.0) : (Number) (7L * row + 1));
    }
    return var ? Column.of(name, type, texts) : Column.of(name, type, numbers);
  }

  private List<String> rows(Location place) {
    try (Stream<Row> rows = azulejo.open(place).read().rows()) {
      return rows.map(Row::toString).toList();
    }
  }

  private VerifyReport deep(Location place) {
    return azulejo.maintenance(place).verify(VerifyRequest.DEFAULT.deep());
  }

  private List<Location> dataFiles() {
    return StoredFiles.below(storage, ARRAY).stream()
        .filter(file -> file.path().contains("/__fragments/"))
        .filter(file -> !file.name().equals("__fragment_metadata.tdb"))
        .toList();
  }

  private byte[] bytes(Location file) {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private void replace(Location file, byte[] bytes) {
    storage.delete(file);
    storage.createExclusive(file, bytes);
  }

  /** Flips a bit in every so many-th byte of all data files; gives the bytes that nobody missed. */
  private List<String> sweep(int every) {
    List<String> right = rows(ARRAY);
    assertThat(right).hasSize(ROWS);
    List<String> unseen = new ArrayList<>();
    int refused = 0;
    for (Location file : dataFiles()) {
      byte[] sound = bytes(file);
      for (int at = Math.floorMod(file.name().hashCode(), every); at < sound.length; at += every) {
        byte[] flipped = sound.clone();
        flipped[at] ^= (byte) (1 << at % 8);
        replace(file, flipped);
        String place = file.name() + " " + at;
        try {
          assertThat(rows(ARRAY)).as(place).isEqualTo(right);
          if (deep(ARRAY).isSound()) {
            unseen.add(place);
          }
        } catch (AzulejoException e) {
          assertThat(deep(ARRAY).isSound()).as(place).isFalse();
          refused++;
        }
      }
      replace(file, sound);
    }
    assertThat(refused).as("reads of damaged files that are refused").isGreaterThan(10);
    return unseen;
  }

  /** Strings whose filter holds their offsets have a file of offsets that nobody reads. */
  private List<String> unread(ArraySchema schema) {
    List<String> names = new ArrayList<>();
    for (String field : List.of("words", "runs")) {
      int index = schema.attributes().stream().map(Attribute::name).toList().indexOf(field);
      names.add("a" + index + ".tdb");
    }
    return names;
  }

  private void assertNothingIsReadWrong(ArraySchema schema, int every) {
    fill(schema);
    assertThat(deep(ARRAY).problems()).isEmpty();
    assertThat(deep(ARRAY).unchecked()).isEmpty();

    assertThat(sweep(every)).allMatch(place -> unread(schema).contains(place.split(" ")[0]));
  }

  @Test
  void noChangedByteOfASparseArrayIsReadAsAnotherValue() {
    assertNothingIsReadWrong(sparse().checksum(SHA256).build(), 17);
  }

  @Test
  void noChangedByteOfADenseArrayIsReadAsAnotherValue() {
    assertNothingIsReadWrong(dense().checksum(MD5).build(), 17);
  }

  @Test
  @Tag("slow")
  void noChangedByteAtAllIsReadAsAnotherValue() {
    assertNothingIsReadWrong(sparse().checksum(MD5).build(), 1);
    azulejo.catalog().remove(ARRAY);
    assertNothingIsReadWrong(dense().checksum(SHA256).build(), 1);
  }

  @Test
  void aChecksumStandsLastAndOnlyWhereThereIsNone() {
    ArraySchema schema =
        sparse()
            .attribute(
                Attribute.builder("own", Datatype.INT32).filters(MD5, Filter.zstd(-1)).build())
            .checksum(SHA256)
            .build();

    assertThat(schema.dimension("x").orElseThrow().filters())
        .isEqualTo(FilterPipeline.of(Filter.byteShuffle(), SHA256));
    assertThat(schema.dimension("d").orElseThrow().filters()).isEqualTo(FilterPipeline.EMPTY);
    assertThat(schema.coordsFilters()).isEqualTo(FilterPipeline.of(Filter.zstd(-1), SHA256));
    assertThat(schema.attribute("plain").orElseThrow().filters())
        .isEqualTo(FilterPipeline.of(SHA256));
    assertThat(schema.attribute("words").orElseThrow().filters())
        .isEqualTo(FilterPipeline.of(Filter.dictionary(), Filter.zstd(-1), SHA256));
    assertThat(schema.attribute("own").orElseThrow().filters())
        .isEqualTo(FilterPipeline.of(MD5, Filter.zstd(-1)));
    assertThat(schema.offsetsFilters().filters()).endsWith(SHA256);
    assertThat(schema.validityFilters()).isEqualTo(FilterPipeline.of(Filter.rle(), SHA256));
    assertThat(schema.fieldsWithoutChecksum()).isEmpty();
    assertThat(schema.toBuilder().checksum(MD5).build()).isEqualTo(schema);
  }

  @Test
  void arraysOfLabelsGetTheChecksum() {
    ArraySchema schema =
        ArraySchema.dense()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 6), 3))
            .attribute(Attribute.of("a", Datatype.INT32))
            .label(DimensionLabel.of(0, "name", DataOrder.INCREASING, Datatype.STRING_ASCII))
            .checksum(SHA256)
            .build();
    azulejo.create(ARRAY, schema);

    assertThat(azulejo.open(ARRAY.resolve("__labels/l0")).schema().fieldsWithoutChecksum())
        .isEmpty();
    assertThat(deep(ARRAY).unchecked()).isEmpty();
  }

  @Test
  void verifyNamesTheFieldsWithoutAChecksum() {
    fill(sparse().offsetsFilters(FilterPipeline.of(MD5)).build());

    VerifyReport report = deep(ARRAY);

    assertThat(report.problems()).isEmpty();
    assertThat(report.unchecked())
        .extracting(VerifyReport.Unchecked::array, VerifyReport.Unchecked::fields)
        .containsExactly(
            tuple(
                ARRAY,
                List.of(
                    "x", "d", "plain", "maybe", "words", "runs", "bytes", "small", "validity")));
  }

  @Test
  void encryptedArraysNeedNoChecksum() {
    byte[] key = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    Azulejo keyed = azulejo.withKey(ARRAY, EncryptionKey.of(key));
    keyed.create(ARRAY, sparse().build());

    assertThat(keyed.maintenance(ARRAY).verify().unchecked()).isEmpty();
  }

  @Test
  void repackingAddsChecksumsAndKeepsTheRows() {
    fill(dense().build());
    List<String> rows = rows(ARRAY);
    assertThat(deep(ARRAY).unchecked()).isNotEmpty();

    azulejo.open(ARRAY).repack(OTHER, RepackRequest.DEFAULT.checksum(SHA256));

    assertThat(rows(OTHER)).isEqualTo(rows);
    assertThat(deep(OTHER).unchecked()).isEmpty();
  }

  @Test
  void adviceTellsWhatAChecksumCosts() {
    fill(sparse().build());

    Advice advice = azulejo.open(ARRAY).advise(AdviceRequest.DEFAULT);

    Advice.Checksums checksums = advice.checksums().orElseThrow();
    assertThat(checksums.fields()).contains("x", "words", "offsets", "validity");
    List<Advice.FilterTrial> trials = checksums.trials();
    assertThat(trials)
        .extracting(Advice.FilterTrial::filters)
        .containsExactly(FilterPipeline.EMPTY, FilterPipeline.of(SHA256), FilterPipeline.of(MD5));
    assertThat(trials).allSatisfy(trial -> assertThat(trial.decodedPerSecond()).isPositive());
    assertThat(trials.get(1).bytes()).isGreaterThan(trials.get(2).bytes());
    assertThat(trials.get(2).bytes()).isGreaterThan(trials.get(0).bytes());

    azulejo.open(ARRAY).repack(OTHER, RepackRequest.DEFAULT.checksum(MD5));
    assertThat(azulejo.open(OTHER).advise(AdviceRequest.DEFAULT).checksums()).isEmpty();
  }
}
