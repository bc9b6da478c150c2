package io.azulejo.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.impl.UnionLargeListWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType.Decimal;
import org.apache.arrow.vector.types.pojo.ArrowType.Duration;
import org.apache.arrow.vector.types.pojo.ArrowType.Int;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

/** What others write, without metadata that say what it was. */
class ForeignArrowTest {
  private static ArrowReader written(FieldVector... vectors) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (VectorSchemaRoot root = VectorSchemaRoot.of(vectors);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, out)) {
      writer.start();
      writer.writeBatch();
      writer.end();
    }
    return ArrowReader.of("theirs", new ByteArrayInputStream(out.toByteArray()));
  }

  /** A stream of texts and bytes by views, some of them null. */
  static byte[] views(Random random, int rows) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        ViewVarCharVector texts = new ViewVarCharVector("t", allocator);
        ViewVarBinaryVector bytes = new ViewVarBinaryVector("b", allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(texts, bytes);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, out)) {
      texts.allocateNew(rows);
      bytes.allocateNew(rows);
      for (int row = 0; row < rows; row++) {
        byte[] cell = new byte[random.nextInt(30)];
        Arrays.fill(cell, (byte) ('a' + row % 26));
        bytes.setSafe(row, cell);
        if (row % 7 == 3) {
          texts.setNull(row);
        } else {
          texts.setSafe(row, cell);
        }
      }
      root.setRowCount(rows);
      writer.start();
      writer.writeBatch();
      writer.end();
    }
    return out.toByteArray();
  }

  private static Column only(ArrowReader reader, Datatype type, int number) throws IOException {
    ArrowColumn column = reader.table().columns().get(0);
    assertThat(column.type()).isEqualTo(type);
    assertThat(column.cellValNum()).isEqualTo(number);
    assertThat(column.nullable()).isTrue();
    Batch batch = reader.next();
    assertThat(batch).isNotNull();
    assertThat(reader.next()).isNull();
    return batch.column(0);
  }

  @Test
  void largeTextsAndBytesAreThoseOfTheArray() throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        LargeVarCharVector texts = new LargeVarCharVector("t", allocator);
        LargeVarBinaryVector bytes = new LargeVarBinaryVector("b", allocator)) {
      texts.setSafe(0, "ab".getBytes(StandardCharsets.UTF_8));
      texts.setNull(1);
      texts.setSafe(2, "c".getBytes(StandardCharsets.UTF_8));
      texts.setValueCount(3);
      try (ArrowReader reader = written(texts)) {
        Column column = only(reader, Datatype.STRING_UTF8, Attribute.VAR);
        assertThat(column.getString(0)).isEqualTo("ab");
        assertThat(column.isNull(1)).isTrue();
        assertThat(column.getString(2)).isEqualTo("c");
      }
      bytes.setSafe(0, new byte[] {1, 2});
      bytes.setValueCount(1);
      try (ArrowReader reader = written(bytes)) {
        assertThat(only(reader, Datatype.BLOB, Attribute.VAR).getBytes(0)).containsExactly(1, 2);
      }
    }
  }

  @Test
  void viewsOfTextsAndBytesAreThoseOfTheArray() throws IOException {
    List<String> words = List.of("", "short", "twelve bytes", "thirteen byte", "ß".repeat(900));
    try (BufferAllocator allocator = new RootAllocator();
        ViewVarCharVector texts = new ViewVarCharVector("t", allocator);
        ViewVarBinaryVector bytes = new ViewVarBinaryVector("b", allocator)) {
      int rows = 3000; // their bytes are in several buffers
      texts.allocateNew(rows);
      bytes.allocateNew(rows);
      for (int row = 0; row < rows; row++) {
        byte[] word = words.get(row % words.size()).getBytes(StandardCharsets.UTF_8);
        if (row % 7 == 3) {
          texts.setNull(row);
        } else {
          texts.setSafe(row, word);
        }
        bytes.setSafe(row, word);
      }
      texts.setValueCount(rows);
      bytes.setValueCount(rows);
      assertThat(texts.getDataBuffers()).hasSizeGreaterThan(1);
      try (ArrowReader reader = written(texts)) {
        Column column = only(reader, Datatype.STRING_UTF8, Attribute.VAR);
        for (int row = 0; row < rows; row++) {
          assertThat(column.isNull(row)).isEqualTo(row % 7 == 3);
          assertThat(column.getString(row))
              .isEqualTo(row % 7 == 3 ? "" : words.get(row % words.size()));
        }
      }
      try (ArrowReader reader = written(bytes)) {
        Column column = only(reader, Datatype.BLOB, Attribute.VAR);
        for (int row = 0; row < rows; row++) {
          assertThat(column.getBytes(row))
              .isEqualTo(words.get(row % words.size()).getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    try (ArrowReader reader =
        ArrowReader.of("theirs", new ByteArrayInputStream(views(new Random(1), 300)))) {
      Batch batch = reader.next();
      assertThat(batch).isNotNull();
      for (int row = 0; row < 300; row++) {
        if (!batch.column(0).isNull(row)) {
          assertThat(batch.column(0).getBytes(row)).isEqualTo(batch.column(1).getBytes(row));
        }
      }
    }
  }

  @Test
  void largeListsAreCellsOfAnyLength() throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        LargeListVector lists = LargeListVector.empty("l", allocator)) {
      UnionLargeListWriter writer = lists.getWriter();
      writer.setPosition(0);
      writer.startList();
      writer.smallInt().writeSmallInt((short) 7);
      writer.smallInt().writeSmallInt((short) -8);
      writer.endList();
      writer.setPosition(2);
      writer.startList();
      writer.endList();
      lists.setValueCount(3);
      try (ArrowReader reader = written(lists)) {
        Column column = only(reader, Datatype.INT16, Attribute.VAR);
        assertThat(column.getBytes(0)).containsExactly(7, 0, -8, -1);
        assertThat(column.isNull(1)).isTrue();
        assertThat(column.isNull(2)).isFalse();
        assertThat(column.getBytes(2)).isEmpty();
      }
    }
  }

  @Test
  void timesHaveTheirUnits() throws IOException {
    try (BufferAllocator allocator = new RootAllocator()) {
      try (DateMilliVector dates = new DateMilliVector("d", allocator)) {
        dates.setSafe(0, 86_400_000L);
        dates.setNull(1);
        dates.setValueCount(2);
        try (ArrowReader reader = written(dates)) {
          Column column = only(reader, Datatype.DATETIME_MS, 1);
          assertThat(column.getLong(0)).isEqualTo(86_400_000L);
          assertThat(column.isNull(1)).isTrue();
        }
      }
      TimeSecVector seconds = new TimeSecVector("s", allocator);
      seconds.setSafe(0, 3600);
      assertHolds(seconds, Datatype.TIME_SEC, 3600);
      TimeNanoVector nanos = new TimeNanoVector("n", allocator);
      nanos.setSafe(0, 5);
      assertHolds(nanos, Datatype.TIME_NS, 5);
      FieldType micros = FieldType.nullable(new Duration(TimeUnit.MICROSECOND));
      DurationVector durations = new DurationVector("u", micros, allocator);
      durations.setSafe(0, -5L);
      assertHolds(durations, Datatype.TIME_US, -5);
      TimeStampMilliTZVector stamps = new TimeStampMilliTZVector("z", allocator, "Europe/Lisbon");
      stamps.setSafe(0, 99L);
      assertHolds(stamps, Datatype.DATETIME_MS, 99);
    }
  }

  /** Writes and reads the first value of a vector, and closes it. */
  private static void assertHolds(FieldVector vector, Datatype type, long value)
      throws IOException {
    try (vector) {
      vector.setValueCount(1);
      try (ArrowReader reader = written(vector)) {
        assertThat(only(reader, type, 1).getLong(0)).isEqualTo(value);
      }
    }
  }

  @Test
  void decimalsAreRefusedByName() {
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector prices =
            FieldType.nullable(new Decimal(10, 2, 128))
                .createNewSingleVector("price", allocator, null)) {
      assertThatThrownBy(() -> written(prices))
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContaining("\"price\"")
          .hasMessageContaining("Decimal")
          .hasMessageContaining("theirs");
    }
  }

  @Test
  void viewsOfListsAndRunsAreRefusedByName() {
    try (BufferAllocator allocator = new RootAllocator();
        ListViewVector lists = ListViewVector.empty("some", allocator);
        RunEndEncodedVector runs = RunEndEncodedVector.empty("runs", allocator)) {
      lists.addOrGetVector(FieldType.nullable(new Int(32, true)));
      lists.setValueCount(0);
      assertThatThrownBy(() -> written(lists))
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContaining("\"some\"")
          .hasMessageContaining("ListView");
      assertThatThrownBy(() -> written(runs))
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContaining("\"runs\"")
          .hasMessageContaining("RunEndEncoded");
    }
  }

  private static final ArrowColumn COLOR =
      new ArrowColumn("color", Datatype.INT8, 1, true, Optional.empty(), Map.of());

  private static byte[] colors(List<String> values, long... indexes) throws IOException {
    ArrowTable table =
        ArrowTable.of(
            List.of(COLOR.withEnumeration(Enumeration.ofStrings("colors", false, values))),
            Map.of());
    return RoundTripTest.written(
        table, List.of(Batch.of(Column.of("color", Datatype.INT8, indexes))), ArrowOptions.STREAM);
  }

  @Test
  void aDictionaryThatIsReplacedMakesTheEnumerationLonger() throws IOException {
    byte[] first = colors(List.of("red", "blue"), 1, 0);
    byte[] second = colors(List.of("green", "red"), 1, 0);
    int schema = 8 + ByteBuffer.wrap(second).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(first, 0, first.length - 8); // without its end
    both.write(second, schema, second.length - schema);

    try (ArrowReader reader =
        ArrowReader.of("both", new ByteArrayInputStream(both.toByteArray()))) {
      Batch before = reader.next();
      Batch after = reader.next();
      assertThat(before).isNotNull();
      assertThat(after).isNotNull();
      assertThat(before.column(0).getLong(0)).isEqualTo(1);
      assertThat(after.column(0).getLong(0)).isZero();
      assertThat(after.column(0).getLong(1)).isEqualTo(2);
      Enumeration all = reader.table().columns().get(0).enumeration().orElseThrow();
      assertThat(all.size()).isEqualTo(3);
      assertThat(all.value(2)).isEqualTo("green".getBytes(StandardCharsets.UTF_8));
      assertThat(reader.next()).isNull();
    }
  }

  @Test
  void aDictionaryMayGrowAndHaveNullsAndTheSameValueTwice() {
    ArrowField field =
        new ArrowField(
            "f",
            true,
            ArrowType.of(ArrowType.Kind.UTF8),
            List.of(),
            new ArrowField.DictionaryUse(0, ArrowType.integer(1, true), false),
            Map.of());
    FieldMapping mapping = FieldMapping.fromArrow(field);
    FieldMapping values = mapping.values();
    assertThat(values).isNotNull();
    DictionaryValues dictionary = new DictionaryValues(mapping, values, false);

    dictionary.take(Column.of("f", Datatype.STRING_UTF8, "a", null, "a"), false);
    dictionary.take(Column.of("f", Datatype.STRING_UTF8, "b", "a"), true);
    Column indexes = dictionary.indexes(Column.of("f", Datatype.INT8, 0, 1, 2, 3, 4));

    assertThat(dictionary.enumeration().size()).isEqualTo(2);
    assertThat(indexes.isNull(1)).isTrue();
    assertThat(
            Arrays.asList(
                indexes.getInt(0), indexes.getInt(2), indexes.getInt(3), indexes.getInt(4)))
        .containsExactly(0, 0, 1, 0);
  }
}
