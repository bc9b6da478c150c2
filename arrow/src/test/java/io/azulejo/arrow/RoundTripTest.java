package io.azulejo.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.testkit.TestLayer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written comes back, cell by cell and schema by schema. */
class RoundTripTest {
  @TempDir Path folder;

  static byte[] written(ArrowTable table, List<Batch> batches, ArrowOptions options)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ArrowWriter writer = ArrowWriter.begin(out, table, options);
    for (Batch batch : batches) {
      writer.write(batch);
    }
    writer.finish();
    return out.toByteArray();
  }

  static void assertReads(ArrowReader reader, RandomTable expected) throws IOException {
    List<ArrowColumn> columns = reader.table().columns();
    List<ArrowColumn> wanted = expected.table().columns();
    assertThat(columns).hasSameSizeAs(wanted);
    for (int i = 0; i < wanted.size(); i++) {
      assertThat(columns.get(i).name()).isEqualTo(wanted.get(i).name());
      assertThat(columns.get(i).type()).isEqualTo(wanted.get(i).type());
      assertThat(columns.get(i).cellValNum()).isEqualTo(wanted.get(i).cellValNum());
      assertThat(columns.get(i).nullable()).isEqualTo(wanted.get(i).nullable());
      assertThat(columns.get(i).enumeration()).isEqualTo(wanted.get(i).enumeration());
      assertThat(columns.get(i).metadata()).containsAllEntriesOf(wanted.get(i).metadata());
    }
    for (Batch batch : expected.batches()) {
      Batch read = reader.next();
      assertThat(read).isNotNull();
      assertThat(read.rows()).isEqualTo(batch.rows());
      for (int i = 0; i < wanted.size(); i++) {
        assertThat(RandomTable.difference(batch.column(i), read.column(i))).isEmpty();
      }
    }
    assertThat(reader.next()).isNull();
    assertThat(reader.next()).isNull();
  }

  @Test
  void everyTypeComesBackInEveryForm() throws IOException {
    for (ArrowCompression compression : ArrowCompression.values()) {
      for (boolean file : new boolean[] {true, false}) {
        for (boolean asStored : new boolean[] {true, false}) {
          RandomTable random = RandomTable.ofAllTypes(new Random(7), 100);
          ArrowTable table = asStored ? random.table().asStored() : random.table();
          byte[] bytes = written(table, random.batches(), new ArrowOptions(file, compression));
          try (ArrowReader reader = ArrowReader.of("a test", new ByteArrayInputStream(bytes))) {
            assertReads(reader, random);
          }
          Path path = folder.resolve("some.arrow");
          Files.write(path, bytes);
          try (ArrowReader reader = ArrowReader.open(path)) {
            assertReads(reader, random);
          }
        }
      }
    }
  }

  @Test
  void randomTablesComeBack() throws IOException {
    for (int seed = 0; seed < TestLayer.cases(500, 80); seed++) {
      Random random = new Random(seed);
      RandomTable expected = RandomTable.ofSomeTypes(random);
      ArrowOptions options =
          new ArrowOptions(
              random.nextBoolean(),
              ArrowCompression.values()[random.nextInt(ArrowCompression.values().length)]);
      ArrowTable table = random.nextBoolean() ? expected.table().asStored() : expected.table();
      byte[] bytes = written(table, expected.batches(), options);
      try (ArrowReader reader = ArrowReader.of("seed " + seed, new ByteArrayInputStream(bytes))) {
        assertReads(reader, expected);
      }
    }
  }

  @Test
  void aDateBeyondThoseOfArrowIsRefusedUnlessWrittenAsStored() throws IOException {
    ArrowColumn day =
        new ArrowColumn("day", Datatype.DATETIME_DAY, 1, false, Optional.empty(), Map.of());
    ArrowTable table = ArrowTable.of(List.of(day), Map.of());
    Batch batch = Batch.of(Column.of("day", Datatype.DATETIME_DAY, 1L << 40));

    assertThatThrownBy(() -> written(table, List.of(batch), ArrowOptions.STREAM))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("\"day\"")
        .hasMessageContaining("as stored");
    byte[] bytes = written(table.asStored(), List.of(batch), ArrowOptions.STREAM);
    try (ArrowReader reader = ArrowReader.of("a test", new ByteArrayInputStream(bytes))) {
      assertReads(reader, new RandomTable(table, List.of(batch)));
    }
  }

  @Test
  void textThatIsNoneIsRefusedUnlessWrittenAsStored() {
    ArrowColumn wide =
        new ArrowColumn("w", Datatype.STRING_UTF16, -1, false, Optional.empty(), Map.of());
    Batch batch =
        Batch.of(
            new io.azulejo.query.VarColumn(
                "w",
                Datatype.STRING_UTF16,
                1,
                new int[] {0, 2},
                new byte[] {0, (byte) 0xd8},
                null));

    assertThatThrownBy(
            () ->
                written(
                    ArrowTable.of(List.of(wide), Map.of()), List.of(batch), ArrowOptions.STREAM))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("\"w\", row 0");
  }

  @Test
  void theSchemaOfAnArrayComesBackWithoutItsFilters() throws IOException {
    FilterPipeline none = FilterPipeline.EMPTY;
    ArraySchema schema =
        ArraySchema.sparse()
            .allowsDuplicates(true)
            .tileOrder(Layout.COL_MAJOR)
            .cellOrder(Layout.COL_MAJOR)
            .capacity(77)
            .dimension(Dimension.of("u", Datatype.UINT64, Range.of(1, -1000), 64L))
            .dimension(Dimension.of("f", Datatype.FLOAT32, Range.of(-1.5, 3.25), 0.5))
            .dimension(Dimension.of("d", Datatype.DATETIME_MONTH, Range.of(-5, 900), 12L))
            .dimension(Dimension.text("name"))
            .attribute(Attribute.builder("a", Datatype.INT16).fill(-3).build())
            .attribute(
                Attribute.builder("b", Datatype.CHAR).var().nullable().fillValid(true).build())
            .attribute(
                Attribute.builder("c", Datatype.UINT8).nullable().enumeration("colors").build())
            .enumeration(Enumeration.ofStrings("colors", true, List.of("red", "blue")))
            .currentDomain(
                NDRange.of(
                    Range.of(5, 500), Range.of(0.0, 1.0), Range.of(0, 10), Range.of("a", "ü")))
            .build();
    List<ArrowColumn> columns = new ArrayList<>();
    for (int i = 0; i < schema.dimensions().size(); i++) {
      columns.add(ArrowColumn.of(schema.dimensions().get(i), i));
    }
    schema
        .attributes()
        .forEach(a -> columns.add(ArrowColumn.of(a, a.enumeration().flatMap(schema::enumeration))));
    ArrowTable table = ArrowTable.of(columns, SchemaMetadata.of(schema));

    byte[] bytes = written(table, List.of(), ArrowOptions.FILE);
    try (ArrowReader reader = ArrowReader.of("a test", new ByteArrayInputStream(bytes))) {
      ArraySchema read = reader.table().arraySchema().orElseThrow().build();
      assertThat(read).isEqualTo(schema);
      assertThat(read.coordsFilters()).isNotEqualTo(none);
    }
  }

  @Test
  void columnsWithoutAllFieldsOfTheirArrayAreNoSchema() {
    ArraySchema schema =
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(1, 9), 3))
            .attribute(Attribute.of("a", Datatype.INT8))
            .attribute(Attribute.builder("o", Datatype.INT64).order(DataOrder.UNORDERED).build())
            .build();
    ArrowTable some =
        ArrowTable.of(
            List.of(
                ArrowColumn.of(schema.dimensions().get(0), 0),
                ArrowColumn.of(schema.attributes().get(0), Optional.empty())),
            SchemaMetadata.of(schema));

    assertThat(some.arraySchema()).isEmpty();
  }
}
