package io.azulejo.arrow.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Streams of Arrow's C interface, exported and imported again in one process. */
class CStreamTest {
  @AutoClose
  private final Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();

  private final ReadRequest all = ReadRequest.ALL.layout(Layout.GLOBAL_ORDER);

  @Test
  void everyTypeGoesThroughAStream() throws IOException {
    for (int seed = 0; seed < 5; seed++) {
      Array array = SampleArray.ofAllTypes(azulejo, new Random(seed), 40 * seed);
      try (BufferAllocator allocator = new RootAllocator();
          ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
        VectorReader.of(array, all, allocator).exportTo(stream);
        try (ArrowReader imported = Data.importArrayStream(allocator, stream)) {
          Cells.assertHas(imported, array, all);
        }
      }
    }
  }

  @Test
  void releasingAStreamThatWasNotReadClosesTheRead() {
    Array array = SampleArray.ofAllTypes(azulejo, new Random(9), 50);
    try (BufferAllocator allocator = new RootAllocator();
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      VectorReader vectors = VectorReader.of(array, all, allocator);
      vectors.exportTo(stream);
      stream.release();
      assertThatThrownBy(vectors::loadNextBatch).isInstanceOf(InvalidRequestException.class);
    }
  }

  @Test
  void errorsReachTheReaderOfTheStream() throws IOException {
    Array array =
        SampleArray.of(
            azulejo,
            new Random(9),
            10_000,
            List.of(Attribute.builder("w", Datatype.BLOB).var().build()),
            List.of());
    try (BufferAllocator allocator = new RootAllocator();
        BufferAllocator small = allocator.newChildAllocator("small", 0, 10_000);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      VectorReader.of(array, all, small).exportTo(stream);
      try (ArrowReader imported = Data.importArrayStream(allocator, stream)) {
        assertThat(imported.getVectorSchemaRoot().getSchema().getFields()).hasSize(2);
        assertThatThrownBy(imported::loadNextBatch)
            .isInstanceOf(IOException.class)
            .hasMessageContaining("the limit is 10,000");
      }
    }
  }
}
