package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.SerialForms;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.testkit.RandomSchemas;
import io.azulejo.testkit.TestLayer;
import io.azulejo.text.schema.SchemaJsonReader;
import io.azulejo.text.schema.SchemaJsonWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Random schemas are valid, of all kinds, and survive what is done to schemas. */
class RandomSchemasTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_121);
  private static final int MANY = 1_000;

  @Test
  void everySchemaSurvivesItsFileAndItsJson() throws IOException {
    for (long seed = SEED; seed < SEED + TestLayer.cases(500, 100); seed++) {
      ArraySchema schema = new RandomSchemas(seed).labels(true).next();
      String what = "azulejo.seed=" + seed;
      assertThat(schema.toBuilder().build()).as(what).isEqualTo(schema);
      assertThat(throughJson(schema)).as(what).isEqualTo(byName(schema));
      assertThat(SerialForms.schema(SerialForms.of(schema))).as(what).isEqualTo(schema);
      ArraySchema stored = stored(schema);
      assertThat(
              ArraySchemaFormat.decode(
                      ArraySchemaFormat.encode(new StoredSchema(FormatVersion.NEWEST, stored)))
                  .schema())
          .as(what)
          .isEqualTo(stored);
    }
  }

  @Test
  void maliciousBytesOfSchemasAreRefusedOrASchema() {
    Random random = new Random(SEED);
    int schemas = 0;
    for (int i = 0; i < TestLayer.cases(10_000, 2_000); i++) {
      byte[] bytes = SerialForms.of(new RandomSchemas(SEED + i % 50).labels(true).next());
      int sum = bytes.length - Integer.BYTES;
      for (int n = random.nextInt(3); n >= 0; n--) {
        bytes[8 + random.nextInt(sum - 8)] = (byte) random.nextInt(256);
      }
      CRC32C crc = new CRC32C();
      crc.update(bytes, 0, sum);
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(sum, (int) crc.getValue());
      try {
        assertThat(SerialForms.schema(bytes).dimensions()).isNotNull();
        schemas++;
      } catch (CorruptDataException | UnsupportedFormatException e) {
        assertThat(e.getMessage()).containsAnyOf("schema", "enumeration");
      }
    }
    assertThat(schemas).isBetween(TestLayer.cases(100, 20), TestLayer.cases(9_000, 1_900));
  }

  @Test
  void anyValuesComeBackThroughTheFilters() {
    Scratch scratch = new Scratch();
    for (long seed = SEED; seed < SEED + TestLayer.cases(500, 100); seed++) {
      ArraySchema schema = new RandomSchemas(seed).next();
      Random random = new Random(seed);
      for (Attribute attribute : schema.attributes()) {
        checkFilters(
            attribute.type(), attribute.cellValNum(), attribute.filters(), random, scratch, seed);
      }
      for (Dimension dimension : schema.dimensions()) {
        boolean inherits = dimension.filters().isEmpty();
        checkFilters(
            dimension.type(),
            dimension.cellValNum(),
            inherits ? schema.coordsFilters() : dimension.filters(),
            random,
            scratch,
            seed);
      }
      checkFilters(Datatype.UINT8, 1, schema.validityFilters(), random, scratch, seed);
    }
  }

  private static void checkFilters(
      Datatype type,
      int cellValNum,
      FilterPipeline pipeline,
      Random random,
      Scratch scratch,
      long seed) {
    boolean var = cellValNum == Attribute.VAR;
    boolean inData =
        var
            && (type == Datatype.STRING_ASCII || type == Datatype.STRING_UTF8)
            && pipeline.filters().stream()
                .anyMatch(f -> f.type() == Filter.Type.RLE || f.type() == Filter.Type.DICTIONARY);
    int cellSize = var ? type.size() : type.size() * cellValNum;
    TileCodec codec =
        TileCodec.of(new TileSpec(pipeline, type, cellSize, inData), Optional.empty());
    int cells = random.nextInt(40);
    int[] offsets = new int[cells + 1];
    for (int i = 0; i < cells; i++) {
      offsets[i + 1] = offsets[i] + (var ? random.nextInt(4) * type.size() : cellSize);
    }
    byte[] values = new byte[offsets[cells]];
    random.nextBytes(values);
    String what = "azulejo.seed=%d: %s x %d, %s".formatted(seed, type, cellValNum, pipeline);
    Slice data = Slice.of(values);
    Slice filtered =
        var ? codec.encodeVar(data, offsets, cells, scratch) : codec.encode(data, scratch);
    byte[] back = new byte[values.length];
    if (inData) {
      assertThat(codec.decodeStrings(codec.chunks(filtered), back, 0, cells, scratch))
          .as(what)
          .isEqualTo(offsets);
    } else {
      codec.decode(filtered, back, 0, back.length, scratch);
    }
    assertThat(back).as(what).isEqualTo(values);
  }

  @Test
  void allKindsOfSchemasComeUp() {
    Set<Object> seen = new HashSet<>();
    RandomSchemas random = new RandomSchemas(SEED).labels(true);
    for (int i = 0; i < MANY; i++) {
      ArraySchema schema = random.next();
      seen.add(schema.isDense() ? "dense" : "sparse");
      seen.add("duplicates " + schema.allowsDuplicates());
      seen.add("tiles " + schema.tileOrder());
      seen.add("cells " + schema.cellOrder());
      seen.add("labels " + !schema.labels().isEmpty());
      seen.add("current domain " + schema.currentDomain().isPresent());
      for (Dimension dimension : schema.dimensions()) {
        seen.add("dimension " + dimension.type());
        seen.add("extent " + dimension.extent().isPresent());
      }
      for (Attribute attribute : schema.attributes()) {
        seen.add("attribute " + attribute.type());
        seen.add("var " + attribute.isVar());
        seen.add("nullable " + attribute.nullable());
        seen.add("enumeration " + attribute.enumeration().isPresent());
        seen.add("default fill " + attribute.hasDefaultFill());
        attribute.filters().filters().forEach(f -> seen.add(f.type()));
      }
    }
    assertThat(seen)
        .contains("dense", "sparse", "cells " + Layout.HILBERT, "extent false")
        .contains("labels true", "current domain true", "enumeration true", "nullable true")
        .contains("default fill false", "var true", "duplicates true", "tiles COL_MAJOR")
        .contains(Filter.Type.DICTIONARY, Filter.Type.DOUBLE_DELTA, Filter.Type.XOR);
    for (Datatype type : Datatype.values()) {
      assertThat(seen).contains("attribute " + type);
      if (type.isDimensionType()) {
        assertThat(seen).contains("dimension " + type);
      }
    }
  }

  private static ArraySchema throughJson(ArraySchema schema) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      new SchemaJsonWriter(
              json,
              name -> schema.enumeration(name).orElseThrow(),
              label -> Optional.of(schema.labelSchema(label)))
          .write(schema, 23);
    }
    return SchemaJsonReader.read(new ByteArrayInputStream(bytes.toByteArray())).build();
  }

  /** The schema as JSON has it: enumerations by name, extents of labels said. */
  private static ArraySchema byName(ArraySchema schema) {
    ArraySchema.Builder same = without(schema);
    schema.enumerations().stream()
        .sorted(Comparator.comparing(Enumeration::name))
        .forEach(same::enumeration);
    schema
        .labels()
        .forEach(
            l ->
                same.label(
                    l.withExtent(
                        schema.labelSchema(l).dimensions().get(0).extent().orElseThrow())));
    return same.build();
  }

  /** The schema as it is stored: enumerations by their files, nothing of the arrays of labels. */
  private static ArraySchema stored(ArraySchema schema) {
    ArraySchema.Builder same = without(schema);
    schema.enumerations().forEach(e -> same.enumerationFile(e.name(), "__0_0"));
    schema.labels().forEach(l -> same.label(l.withFilters()));
    return same.buildAsStored();
  }

  private static ArraySchema.Builder without(ArraySchema schema) {
    ArraySchema.Builder same =
        (schema.isDense() ? ArraySchema.dense() : ArraySchema.sparse())
            .allowsDuplicates(schema.allowsDuplicates())
            .tileOrder(schema.tileOrder())
            .cellOrder(schema.cellOrder())
            .capacity(schema.capacity())
            .coordsFilters(schema.coordsFilters())
            .offsetsFilters(schema.offsetsFilters())
            .validityFilters(schema.validityFilters())
            .currentDomain(schema.currentDomain().orElse(null));
    schema.dimensions().forEach(same::dimension);
    schema.attributes().forEach(same::attribute);
    return same;
  }
}
