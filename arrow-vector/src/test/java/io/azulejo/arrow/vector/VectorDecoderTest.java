package io.azulejo.arrow.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.arrow.ArrowCast;
import io.azulejo.arrow.ArrowColumn;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

class VectorDecoderTest {
  private static final DictionaryEncoding ENCODING =
      new DictionaryEncoding(7, false, new ArrowType.Int(32, true));

  private static void fill(VarCharVector vector, String... texts) {
    vector.clear();
    for (int i = 0; i < texts.length; i++) {
      vector.setSafe(i, texts[i].getBytes(StandardCharsets.UTF_8));
    }
    vector.setValueCount(texts.length);
  }

  private static void fill(IntVector vector, int... values) {
    vector.clear();
    for (int i = 0; i < values.length; i++) {
      vector.setSafe(i, values[i]);
    }
    vector.setValueCount(values.length);
  }

  @Test
  void vectorsOfAProgramAreWrittenToAnArray() throws IOException {
    Location location = Location.of("mem://target");
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(Dimension.of("d", Datatype.INT32, Range.of(0, 99), 10))
            .attribute(Attribute.builder("a", Datatype.STRING_UTF16).var().nullable().build())
            .build();
    try (Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();
        BufferAllocator allocator = new RootAllocator();
        BigIntVector places = new BigIntVector("d", allocator);
        VarCharVector texts = new VarCharVector("a", allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(places, texts)) {
      azulejo.create(location, schema);
      VectorDecoder vectors = VectorDecoder.of(root.getSchema(), new MapDictionaryProvider());
      List<ArrowColumn> wanted = ArrowTable.of(azulejo.open(location), ReadRequest.ALL).columns();
      try (ArrayWriter writer = azulejo.array(location).writer()) {
        for (int i = 0; i < 3; i++) {
          root.clear();
          places.setSafe(0, 10L * i);
          places.setSafe(1, 10L * i + 1);
          texts.setSafe(0, ("ä" + i).getBytes(StandardCharsets.UTF_8));
          texts.setNull(1);
          root.setRowCount(2);
          writer.append(ArrowCast.of(vectors.batch(root), vectors.table(), wanted));
        }
        writer.commit();
      }
      Array array = azulejo.open(location);
      Batch batch = Cells.read(array, ReadRequest.ALL).get(0);
      assertThat(batch.rows()).isEqualTo(6);
      assertThat(batch.column("d").getLong(4)).isEqualTo(20);
      assertThat(new String(batch.column("a").getBytes(4), StandardCharsets.UTF_16LE))
          .isEqualTo("ä2");
      assertThat(batch.column("a").isNull(5)).isTrue();
    }
  }

  @Test
  void aSliceIsDecodedByItself() throws IOException {
    try (Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();
        BufferAllocator allocator = new RootAllocator()) {
      Array array = SampleArray.ofAllTypes(azulejo, new Random(6), 40);
      try (VectorReader reader = VectorReader.of(array, ReadRequest.ALL, allocator)) {
        assertThat(reader.loadNextBatch()).isTrue();
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        VectorDecoder vectors = VectorDecoder.of(root.getSchema(), reader);
        Batch whole = vectors.batch(root);
        try (VectorSchemaRoot slice = root.slice(3, 21)) {
          Batch part = vectors.batch(slice);
          assertThat(part.rows()).isEqualTo(21);
          for (int i = 0; i < part.columns().size(); i++) {
            for (int row = 0; row < part.rows(); row++) {
              assertThat(part.column(i).isNull(row)).isEqualTo(whole.column(i).isNull(row + 3));
              if (!part.column(i).isNull(row)) {
                assertThat(part.column(i).getBytes(row))
                    .isEqualTo(whole.column(i).getBytes(row + 3));
              }
            }
          }
        }
      }
    }
  }

  @Test
  void viewsAreTexts() {
    try (BufferAllocator allocator = new RootAllocator();
        ViewVarCharVector texts = new ViewVarCharVector("t", allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(texts)) {
      VectorDecoder vectors = VectorDecoder.of(root.getSchema(), new MapDictionaryProvider());
      for (int rows : new int[] {0, 1, 3}) {
        texts.allocateNew(4);
        for (int row = 0; row < rows; row++) {
          texts.setSafe(row, "some letters ".repeat(row).getBytes(StandardCharsets.UTF_8));
        }
        root.setRowCount(rows);
        Batch batch = vectors.batch(root);
        assertThat(batch.rows()).isEqualTo(rows);
        for (int row = 0; row < rows; row++) {
          assertThat(batch.column("t").getString(row)).isEqualTo("some letters ".repeat(row));
        }
      }
    }
  }

  @Test
  void dictionariesMayChangeBetweenBatches() {
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector values = new VarCharVector("values", allocator);
        IntVector indexes =
            new IntVector(
                "color", new FieldType(true, new ArrowType.Int(32, true), ENCODING), allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(indexes)) {
      MapDictionaryProvider provider = new MapDictionaryProvider(new Dictionary(values, ENCODING));
      fill(values, "red", "blue");
      fill(indexes, 1, 0);
      root.setRowCount(2);
      VectorDecoder vectors = VectorDecoder.of(root.getSchema(), provider);
      Batch first = vectors.batch(root);
      fill(values, "green", "red");
      Batch second = vectors.batch(root);

      assertThat(vectors.table().columns().get(0).enumeration())
          .contains(Enumeration.ofStrings("color", false, List.of("red", "blue", "green")));
      assertThat(first.column(0).getLong(0)).isEqualTo(1);
      assertThat(second.column(0).getLong(0)).isEqualTo(0);
      assertThat(second.column(0).getLong(1)).isEqualTo(2);
    }
  }

  @Test
  void aDictionaryThatIsMissingIsNamed() {
    try (BufferAllocator allocator = new RootAllocator();
        IntVector indexes =
            new IntVector(
                "color", new FieldType(true, new ArrowType.Int(32, true), ENCODING), allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(indexes)) {
      assertThatThrownBy(() -> VectorDecoder.of(root.getSchema(), new MapDictionaryProvider()))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("dictionary 7");
    }
  }

  @Test
  void typesThatCellsCantHaveAreNamed() {
    try (BufferAllocator allocator = new RootAllocator();
        DecimalVector prices = new DecimalVector("price", allocator, 10, 2);
        VectorSchemaRoot root = VectorSchemaRoot.of(prices)) {
      assertThatThrownBy(() -> VectorDecoder.of(root.getSchema(), new MapDictionaryProvider()))
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContaining("\"price\"")
          .hasMessageContaining("Decimal");
    }
  }
}
