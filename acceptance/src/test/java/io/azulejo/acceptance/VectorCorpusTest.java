package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.arrow.ArrowOptions;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.arrow.vector.VectorDecoder;
import io.azulejo.arrow.vector.VectorReader;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.storage.Location;
import io.azulejo.testkit.Expectation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The cells of every array of the corpus become vectors, the same as those that are read from an
 * Arrow stream, go through a C stream, and are the same when they are batches again. Nothing
 * outside the heap is left.
 */
class VectorCorpusTest {
  private static final long MANY_CELLS = 50_000;
  private static final int THROUGH_A_STREAM = 5_000; // rows of a batch at the most

  private int arrays;
  private int batches;
  private int asStored;

  /** Remembers the batch that it gave last. */
  private static final class Recorded implements BatchReader {
    private final BatchReader reader;
    private Batch last;
    private AzulejoException failure;

    Recorded(BatchReader reader) {
      this.reader = reader;
    }

    @Override
    public Batch next() {
      try {
        last = reader.next();
        return last;
      } catch (AzulejoException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public Page nextPage(PageLimits limits, PartConsumer consumer) {
      throw new AssertionError("reads whole batches");
    }

    @Override
    public void recycle(Batch batch) {
      assertThat(batch).isSameAs(last);
    }

    @Override
    public ReadStats stats() {
      return reader.stats();
    }

    @Override
    public void close() {
      reader.close();
    }
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void everyArrayComesBack() throws IOException {
    int all = ArrowCells.forEachArray(this::check);
    System.out.printf(
        "vectors: %d arrays, %d batches, %d arrays as stored%n", arrays, batches, asStored);
    assertThat(arrays).isGreaterThan(all / 2);
    assertThat(asStored).isLessThan(arrays / 4);
  }

  private void check(Azulejo azulejo, Expectation expected) throws IOException {
    OpenOptions options = expected.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
    Array array = azulejo.open(Location.of(expected.location()), options);
    ReadRequest request = ArrowCells.whole(array, MANY_CELLS);
    ArrowTable table = ArrowTable.of(array, request);
    BatchReader reader;
    try {
      reader = array.read(request).batches();
    } catch (AzulejoException e) {
      assertThat(expected.someFails()).as("%s: %s", expected.name(), e).isTrue();
      return;
    }
    Recorded recorded = new Recorded(reader);
    try {
      throughVectors(expected.name(), table, recorded);
    } catch (InvalidRequestException e) {
      asStored++;
      table = table.asStored();
      throughVectors(expected.name(), table, new Recorded(array.read(request).batches()));
    } catch (AzulejoException e) {
      assertThat(e).isSameAs(recorded.failure);
      assertThat(expected.someFails()).as("%s: %s", expected.name(), e).isTrue();
      return;
    }
    arrays++;
    throughAStream(expected.name(), table, new Recorded(array.read(request).batches()));
  }

  private void throughVectors(String name, ArrowTable table, Recorded recorded) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        VectorReader vectors = VectorReader.of(table, recorded, allocator)) {
      VectorSchemaRoot root = vectors.getVectorSchemaRoot();
      VectorDecoder decoder = VectorDecoder.of(root.getSchema(), vectors);
      while (vectors.loadNextBatch()) {
        batches++;
        ArrowCells.assertSame(name, recorded.last, decoder.batch(root));
        if (root.getRowCount() <= THROUGH_A_STREAM) {
          byte[] bytes = ArrowCells.written(table, List.of(recorded.last), ArrowOptions.STREAM);
          try (ArrowStreamReader stream =
              new ArrowStreamReader(new ByteArrayInputStream(bytes), allocator)) {
            VectorSchemaRoot other = stream.getVectorSchemaRoot();
            assertThat(other.getSchema()).as(name).isEqualTo(root.getSchema());
            assertThat(stream.loadNextBatch()).isTrue();
            assertThat(root.equals(other)).as(name).isTrue();
            assertThat(decoder.batch(other).rows()).as(name).isEqualTo(root.getRowCount());
          }
        }
      }
    }
  }

  private static void throughAStream(String name, ArrowTable table, Recorded recorded)
      throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      VectorReader.of(table, recorded, allocator).exportTo(stream);
      try (ArrowReader imported = Data.importArrayStream(allocator, stream)) {
        VectorSchemaRoot root = imported.getVectorSchemaRoot();
        VectorDecoder decoder = VectorDecoder.of(root.getSchema(), imported);
        while (imported.loadNextBatch()) {
          ArrowCells.assertSame(name, recorded.last, decoder.batch(root));
        }
      }
    }
  }
}
