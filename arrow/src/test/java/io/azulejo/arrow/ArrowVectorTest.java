package io.azulejo.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.apache.arrow.vector.util.ValueVectorUtility;
import org.junit.jupiter.api.Test;

/** Arrow's own library reads what is written here, and writes what is read here. */
class ArrowVectorTest {
  @Test
  void everyTypeGoesThroughItsStreams() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      RandomTable expected = RandomTable.ofAllTypes(new Random(seed), 60);
      byte[] ours =
          RoundTripTest.written(expected.table(), expected.batches(), ArrowOptions.STREAM);
      ByteArrayOutputStream theirs = new ByteArrayOutputStream();
      try (BufferAllocator allocator = new RootAllocator();
          ArrowStreamReader reader =
              new ArrowStreamReader(new ByteArrayInputStream(ours), allocator);
          ArrowStreamWriter writer =
              new ArrowStreamWriter(reader.getVectorSchemaRoot(), reader, theirs)) {
        writer.start();
        while (reader.loadNextBatch()) {
          VectorSchemaRoot root = reader.getVectorSchemaRoot();
          root.getFieldVectors().stream()
              // It asks those for offsets that they don't have.
              .filter(vector -> !(vector instanceof FixedSizeListVector))
              .forEach(ValueVectorUtility::validateFull);
          writer.writeBatch();
        }
        writer.end();
      }
      try (ArrowReader reader =
          ArrowReader.of("theirs", new ByteArrayInputStream(theirs.toByteArray()))) {
        RoundTripTest.assertReads(reader, expected);
      }
    }
  }

  @Test
  void everyTypeGoesThroughItsFiles() throws IOException {
    RandomTable expected = RandomTable.ofAllTypes(new Random(99), 60);
    byte[] ours = RoundTripTest.written(expected.table(), expected.batches(), ArrowOptions.FILE);
    ByteArrayOutputStream theirs = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader =
            new ArrowFileReader(new ByteArrayReadableSeekableByteChannel(ours), allocator);
        ArrowFileWriter writer =
            new ArrowFileWriter(
                reader.getVectorSchemaRoot(), reader, Channels.newChannel(theirs))) {
      writer.start();
      while (reader.loadNextBatch()) {
        writer.writeBatch();
      }
      writer.end();
    }
    try (ArrowReader reader =
        ArrowReader.of("theirs", new ByteArrayInputStream(theirs.toByteArray()))) {
      RoundTripTest.assertReads(reader, expected);
    }
    java.nio.file.Path file = java.nio.file.Files.createTempFile("theirs", ".arrow");
    try {
      java.nio.file.Files.write(file, theirs.toByteArray());
      try (ArrowReader reader = ArrowReader.open(file)) {
        RoundTripTest.assertReads(reader, expected);
      }
    } finally {
      java.nio.file.Files.delete(file);
    }
  }

  @Test
  void valuesHaveTheirMeaning() throws IOException {
    List<ArrowColumn> columns =
        List.of(
            column("i", Datatype.UINT8, 1, false),
            column("b", Datatype.BOOL, 1, true),
            column("day", Datatype.DATETIME_DAY, 1, false),
            column("month", Datatype.DATETIME_MONTH, 1, false),
            column("hour", Datatype.DATETIME_HR, 1, false),
            column("s", Datatype.STRING_UTF16, -1, true));
    byte[] text = "aßc".getBytes(java.nio.charset.StandardCharsets.UTF_16LE);
    Batch batch =
        Batch.of(
            Column.of("i", Datatype.UINT8, 255, 0),
            new io.azulejo.query.FixedColumn(
                "b", Datatype.BOOL, 1, 2, new byte[] {1, 0}, new byte[] {1, 0}),
            Column.of("day", Datatype.DATETIME_DAY, 1, Long.MIN_VALUE),
            Column.of("month", Datatype.DATETIME_MONTH, -1, 650),
            Column.of("hour", Datatype.DATETIME_HR, 25, 0),
            new io.azulejo.query.VarColumn(
                "s",
                Datatype.STRING_UTF16,
                2,
                new int[] {0, text.length, text.length},
                text,
                new byte[] {1, 0}));
    byte[] bytes =
        RoundTripTest.written(
            ArrowTable.of(columns, Map.of()), List.of(batch), ArrowOptions.STREAM);

    try (BufferAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(bytes), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(root.contentToTSVString())
          .isEqualTo(
              "i\tb\tday\tmonth\thour\ts\n"
                  + "-1\ttrue\t1\t-31\t1970-01-02T01:00\taßc\n"
                  + "0\tnull\tnull\t19783\t1970-01-01T00:00\tnull\n");
    }
  }

  @Test
  void dictionariesAreThoseOfEnumerations() throws IOException {
    ArrowColumn color =
        new ArrowColumn(
            "color",
            Datatype.UINT8,
            1,
            false,
            Optional.of(
                io.azulejo.schema.Enumeration.ofStrings("colors", true, List.of("red", "blue"))),
            Map.of());
    Batch batch = Batch.of(Column.of("color", Datatype.UINT8, 1, 0, 255));
    byte[] bytes =
        RoundTripTest.written(
            ArrowTable.of(List.of(color), Map.of()), List.of(batch), ArrowOptions.STREAM);

    try (BufferAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(bytes), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      DictionaryProvider provider = reader;
      var dictionary = provider.lookup(0);
      assertThat(dictionary.getVector().getObject(0)).hasToString("red");
      assertThat(dictionary.getEncoding().isOrdered()).isTrue();
      var indexes = reader.getVectorSchemaRoot().getVector(0);
      assertThat(indexes.getObject(0)).isEqualTo((byte) 1);
      assertThat(indexes.getNullCount()).isEqualTo(1);
    }
  }

  private static ArrowColumn column(String name, Datatype type, int number, boolean nullable) {
    return new ArrowColumn(name, type, number, nullable, Optional.empty(), Map.of());
  }
}
