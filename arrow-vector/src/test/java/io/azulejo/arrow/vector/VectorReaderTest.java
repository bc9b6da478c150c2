package io.azulejo.arrow.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.arrow.ArrowOptions;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.arrow.ArrowWriter;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.util.TransferPair;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Each allocator is closed, which fails where anything of it is still allocated. */
class VectorReaderTest {
  @AutoClose
  private final Azulejo azulejo =
      Azulejo.builder().storage("mem", Storage.inMemory()).memoryBudget(32 << 20).build();

  private final ReadRequest all = ReadRequest.ALL.layout(Layout.GLOBAL_ORDER);

  private Array ofAttribute(Attribute attribute, Column values) {
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(Dimension.of("d", Datatype.INT32, Range.of(0, 9), 10))
            .attribute(attribute)
            .enumeration(Enumeration.ofStrings("colors", true, List.of("red", "blue")))
            .build();
    Location location = Location.of("mem://one");
    azulejo.create(location, schema);
    long[] places = new long[values.rows()];
    for (int i = 0; i < places.length; i++) {
      places[i] = i;
    }
    azulejo.array(location).append(Batch.of(Column.of("d", Datatype.INT32, places), values));
    return azulejo.open(location);
  }

  @Test
  void everyTypeBecomesVectorsAndComesBack() throws IOException {
    for (int seed = 0; seed < 10; seed++) {
      Array array = SampleArray.ofAllTypes(azulejo, new Random(seed), 40 * seed);
      try (BufferAllocator allocator = new RootAllocator();
          VectorReader vectors = VectorReader.of(array, all, allocator)) {
        Cells.assertHas(vectors, array, all);
        assertThat(vectors.bytesRead() > 0).isEqualTo(seed > 0);
      }
    }
  }

  @Test
  void vectorsAreThoseThatAreReadFromAStream() throws IOException {
    Array array = SampleArray.ofAllTypes(azulejo, new Random(1), 100);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ArrowWriter writer = ArrowWriter.begin(out, ArrowTable.of(array, all), ArrowOptions.STREAM);
    for (Batch batch : Cells.read(array, all)) {
      writer.write(batch);
    }
    writer.finish();

    try (BufferAllocator allocator = new RootAllocator();
        VectorReader vectors = VectorReader.of(array, all, allocator);
        ArrowStreamReader stream =
            new ArrowStreamReader(new ByteArrayInputStream(out.toByteArray()), allocator)) {
      VectorSchemaRoot root = vectors.getVectorSchemaRoot();
      assertThat(root.getSchema()).isEqualTo(stream.getVectorSchemaRoot().getSchema());
      while (stream.loadNextBatch()) {
        assertThat(vectors.loadNextBatch()).isTrue();
        assertThat(root.equals(stream.getVectorSchemaRoot())).isTrue();
      }
      assertThat(vectors.loadNextBatch()).isFalse();
      assertThat(vectors.getDictionaryIds()).isEqualTo(stream.getDictionaryIds()).hasSize(4);
      for (long id : vectors.getDictionaryIds()) {
        assertThat(vectors.lookup(id).getEncoding()).isEqualTo(stream.lookup(id).getEncoding());
        assertThat(vectors.lookup(id).getVector().toString())
            .isEqualTo(stream.lookup(id).getVector().toString());
      }
    }
  }

  @Test
  void enumerationsAreDictionaries() throws IOException {
    Array array =
        ofAttribute(
            Attribute.builder("color", Datatype.UINT8).enumeration("colors").build(),
            Column.of("color", Datatype.UINT8, 1, 0, 255));
    ReadRequest request = ReadRequest.ALL.select("color");
    try (BufferAllocator allocator = new RootAllocator();
        VectorReader vectors = VectorReader.of(array, request, allocator)) {
      assertThat(vectors.loadNextBatch()).isTrue();
      assertThat(vectors.getVectorSchemaRoot().contentToTSVString())
          .isEqualTo("color\n1\n0\nnull\n");
      Dictionary colors = vectors.lookup(0);
      assertThat(colors.getVector().toString()).isEqualTo("[red, blue]");
      assertThat(colors.getEncoding().isOrdered()).isTrue();
    }
  }

  @Test
  void batchesThatWereTransferredStayAsTheyAre() throws IOException {
    Array array = SampleArray.ofAllTypes(azulejo, new Random(2), 10);
    ReadRequest request = ReadRequest.ALL.select("d");
    try (BufferAllocator allocator = new RootAllocator()) {
      TransferPair kept;
      try (VectorReader vectors = VectorReader.of(array, request, allocator)) {
        assertThat(vectors.loadNextBatch()).isTrue();
        kept = vectors.getVectorSchemaRoot().getVector("d").getTransferPair(allocator);
        kept.transfer();
        assertThat(vectors.loadNextBatch()).isFalse();
      }
      assertThat(kept.getTo().toString()).isEqualTo("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]");
      kept.getTo().close();
    }
  }

  @Test
  void whatTheAllocatorHasNoMemoryForIsAnErrorAndComesWhenItHas() throws IOException {
    Array array = SampleArray.ofAllTypes(azulejo, new Random(3), 200);
    for (long limit : new long[] {0, 64, 500, 5_000, 20_000}) {
      try (BufferAllocator allocator = new RootAllocator(limit);
          VectorReader vectors = VectorReader.of(array, all, allocator)) {
        assertThatThrownBy(vectors::loadNextBatch)
            .isInstanceOf(OutOfMemoryException.class)
            .hasMessageContaining("the limit is")
            .hasMessageContaining("withMemoryBudget");
        assertThat(allocator.getAllocatedMemory()).isLessThanOrEqualTo(limit);
        allocator.setLimit(Long.MAX_VALUE);
        Cells.assertHas(vectors, array, all);
      }
    }
  }

  @Test
  void aReadCanBeClosedAtAnyTimeAndAgain() throws IOException {
    Array array = SampleArray.ofAllTypes(azulejo, new Random(4), 50);
    for (int loads = -1; loads < 3; loads++) {
      try (BufferAllocator allocator = new RootAllocator()) {
        VectorReader vectors = VectorReader.of(array, all, allocator);
        if (loads >= 0) {
          assertThat(vectors.getVectorSchemaRoot().getRowCount()).isZero();
        }
        for (int i = 0; i < loads; i++) {
          vectors.loadNextBatch();
        }
        vectors.close();
        assertThat(allocator.getAllocatedMemory()).isZero();
        assertThatThrownBy(vectors::loadNextBatch).isInstanceOf(InvalidRequestException.class);
        vectors.close();
      }
    }
  }

  @Test
  void aDateBeyondThoseOfArrowIsAnErrorUnlessReadAsStored() throws IOException {
    Array array =
        ofAttribute(
            Attribute.of("day", Datatype.DATETIME_DAY),
            Column.of("day", Datatype.DATETIME_DAY, 5, 1L << 40));
    ReadRequest request = ReadRequest.ALL.select("day");
    try (BufferAllocator allocator = new RootAllocator();
        VectorReader vectors = VectorReader.of(array, request, allocator)) {
      assertThatThrownBy(vectors::loadNextBatch)
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("\"day\"");
    }
    ArrowTable stored = ArrowTable.of(array, request).asStored();
    try (BufferAllocator allocator = new RootAllocator();
        VectorReader vectors = VectorReader.of(stored, array.read(request).batches(), allocator)) {
      Cells.assertHas(vectors, array, request);
    }
  }

  @Test
  void aFieldThatThereIsNotIsAnErrorAtOnce() {
    Array array = SampleArray.ofAllTypes(azulejo, new Random(5), 0);
    ReadRequest request = ReadRequest.ALL.select("nothing");
    try (BufferAllocator allocator = new RootAllocator()) {
      assertThatThrownBy(() -> VectorReader.of(array, request, allocator))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("nothing");
    }
  }

  @Test
  void aReadThatCannotBeVectorsIsClosed() {
    Array array = SampleArray.ofAllTypes(azulejo, new Random(6), 10);
    BatchReader batches = array.read(all).batches();
    try (BufferAllocator allocator = new RootAllocator()) {
      assertThatThrownBy(() -> VectorReader.of(null, batches, allocator))
          .isInstanceOf(NullPointerException.class);
    }
    assertThatThrownBy(batches::next).isInstanceOf(InvalidRequestException.class);
  }
}
