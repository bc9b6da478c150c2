package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.arrow.ArrowCompression;
import io.azulejo.arrow.ArrowOptions;
import io.azulejo.arrow.ArrowReader;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.storage.Location;
import io.azulejo.testkit.Expectation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * All cells of every array of the corpus become Arrow and are the same when they are read again;
 * the smaller ones go through Arrow's own library on the way.
 */
class ArrowCorpusTest {
  private static final int THROUGH_ARROW_VECTOR = 5_000; // rows of a batch at the most

  /** Some dense arrays have boxes of billions of cells, nearly all never written. */
  private static final long MANY_CELLS = 300_000;

  private int arrays;
  private int batches;
  private int asStored;
  private int throughArrowVector;

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void everyArrayComesBack() throws IOException {
    int all = ArrowCells.forEachArray(this::check);
    System.out.printf(
        "arrow: %d arrays, %d batches, %d of them as stored, %d through arrow-vector%n",
        arrays, batches, asStored, throughArrowVector);
    assertThat(arrays).isGreaterThan(all / 2);
    assertThat(throughArrowVector).isPositive();
    assertThat(asStored).isLessThan(batches / 4);
  }

  private void check(Azulejo azulejo, Expectation expected) throws IOException {
    OpenOptions options = expected.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
    Array array = azulejo.open(Location.of(expected.location()), options);
    ReadRequest request = ArrowCells.whole(array, MANY_CELLS);
    ArrowTable table = ArrowTable.of(array, request);
    try (BatchReader reader = array.read(request).batches()) {
      arrays++;
      checkSchema(
          expected.name(), array.schema(), ArrowCells.written(table, List.of(), ArrowOptions.FILE));
      for (Batch batch = next(reader); batch != null; batch = next(reader)) {
        check(expected.name(), table, batch);
        reader.recycle(batch);
      }
    } catch (Unreadable e) {
      assertThat(expected.someFails()).as("%s: %s", expected.name(), e).isTrue();
      arrays--;
    }
  }

  private static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(AzulejoException cause) {
      super(cause);
    }
  }

  private static Batch next(BatchReader reader) {
    try {
      return reader.next();
    } catch (AzulejoException e) {
      throw new Unreadable(e);
    }
  }

  private void check(String name, ArrowTable table, Batch batch) throws IOException {
    ArrowCompression[] compressions = ArrowCompression.values();
    ArrowOptions options =
        new ArrowOptions(batches % 2 == 0, compressions[batches % compressions.length]);
    batches++;
    byte[] bytes;
    ArrowTable used = table;
    try {
      bytes = ArrowCells.written(table, List.of(batch), options);
    } catch (InvalidRequestException e) {
      asStored++;
      used = table.asStored();
      bytes = ArrowCells.written(used, List.of(batch), options);
    }
    checkCells(name, batch, bytes);
    if (batch.rows() <= THROUGH_ARROW_VECTOR) {
      throughArrowVector++;
      checkCells(
          name, batch, copied(ArrowCells.written(used, List.of(batch), ArrowOptions.STREAM)));
    }
  }

  /** A stream as Arrow's library writes it that it has read. */
  private static byte[] copied(byte[] stream) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(stream), allocator);
        ArrowStreamWriter writer =
            new ArrowStreamWriter(reader.getVectorSchemaRoot(), reader, out)) {
      writer.start();
      while (reader.loadNextBatch()) {
        writer.writeBatch();
      }
      writer.end();
    }
    return out.toByteArray();
  }

  private static void checkCells(String name, Batch expected, byte[] bytes) throws IOException {
    try (ArrowReader reader = ArrowReader.of(name, new ByteArrayInputStream(bytes))) {
      Batch read = reader.next();
      assertThat(read).as(name).isNotNull();
      ArrowCells.assertSame(name, expected, read);
      assertThat(reader.next()).as(name).isNull();
    }
  }

  /** The schema is the same but for filters, labels and enumerations that nothing uses. */
  private static void checkSchema(String name, ArraySchema expected, byte[] bytes)
      throws IOException {
    try (ArrowReader reader = ArrowReader.of(name, new ByteArrayInputStream(bytes))) {
      ArraySchema read = reader.table().arraySchema().orElseThrow().buildAsStored();
      assertThat(read.isDense()).as(name).isEqualTo(expected.isDense());
      assertThat(read.allowsDuplicates()).as(name).isEqualTo(expected.allowsDuplicates());
      assertThat(read.tileOrder()).as(name).isEqualTo(expected.tileOrder());
      assertThat(read.cellOrder()).as(name).isEqualTo(expected.cellOrder());
      assertThat(read.capacity()).as(name).isEqualTo(expected.capacity());
      assertThat(read.currentDomain()).as(name).isEqualTo(expected.currentDomain());
      assertThat(read.dimensions())
          .as(name)
          .isEqualTo(expected.dimensions().stream().map(ArrowCorpusTest::bare).toList());
      assertThat(read.attributes())
          .as(name)
          .isEqualTo(
              expected.attributes().stream()
                  .map(attribute -> attribute.toBuilder().filters(FilterPipeline.EMPTY).build())
                  .toList());
      for (Attribute attribute : expected.attributes()) {
        attribute
            .enumeration()
            .ifPresent(
                enumeration -> assertThat(read.enumeration(enumeration)).as(name).isPresent());
      }
    }
  }

  private static Dimension bare(Dimension dimension) {
    return Dimension.asStored(
        dimension.name(),
        dimension.type(),
        dimension.cellValNum(),
        FilterPipeline.EMPTY,
        dimension.domain(),
        dimension.extent());
  }
}
