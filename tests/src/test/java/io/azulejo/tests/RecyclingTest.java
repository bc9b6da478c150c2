package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Batches that are given back are filled again, so that a loop of reads allocates next to nothing.
 */
@Isolated
class RecyclingTest {
  private static final Location SPARSE = Location.of("mem://sparse");
  private static final Location DENSE = Location.of("mem://dense");
  private static final int CELLS = 400_000;
  private static final int SIDE = 1000;

  /** All in the thread that asks, so that what is allocated is counted exactly. */
  @AutoClose
  private final Azulejo azulejo =
      Azulejo.builder().computeThreads(0).memoryBudget(64 << 20).build();

  private Array sparse() {
    azulejo.create(
        SPARSE,
        TestSchemas.of(
            "sparse(k INT64 0..%s/%s) v INT64 zstd3, s STRING_UTF8 var; capacity 10000",
            CELLS - 1, CELLS));
    try (ArrayWriter out = azulejo.array(SPARSE).writer()) {
      long[] keys = LongStream.range(0, CELLS).toArray();
      String[] texts = IntStream.range(0, CELLS).mapToObj(i -> "s" + i % 97).toArray(String[]::new);
      out.append(
          Batch.of(
              Column.of("k", Datatype.INT64, keys),
              Column.of("v", Datatype.INT64, Arrays.stream(keys).map(k -> 3 * k).toArray()),
              Column.of("s", Datatype.STRING_UTF8, texts)));
      out.commit();
    }
    return azulejo.open(SPARSE);
  }

  private Array dense() {
    Range side = Range.of(0, SIDE - 1);
    azulejo.create(
        DENSE,
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, side, 250))
            .dimension(Dimension.of("x", Datatype.INT32, side, 250))
            .attribute(Attribute.builder("t", Datatype.FLOAT64).filters(Filter.zstd(3)).build())
            .build());
    double[] values = IntStream.range(0, SIDE * SIDE).mapToDouble(i -> i / 8.0).toArray();
    azulejo.array(DENSE).write(Subarray.ALL, "t", values);
    return azulejo.open(DENSE);
  }

  private static ReadRequest all(Layout layout, String... fields) {
    return ReadRequest.ALL.select(fields).layout(layout);
  }

  /** Sums a column up; returns the sum, and gives the batches back if wanted. */
  private static double read(Array array, ReadRequest request, String column, boolean recycles) {
    double sum = 0;
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        Column values = batch.column(column);
        for (int row = 0; row < batch.rows(); row++) {
          sum += values.getDouble(row);
        }
        if (recycles) {
          new OverwritingReader(in).recycle(batch);
        }
      }
    }
    return sum;
  }

  /** The bytes that a run allocates in this thread, after some that are not counted. */
  private static long allocated(Runnable run) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 3; i++) {
      run.run();
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    run.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void aLoopOfDenseReadsAllocatesNoArraysForCells() {
    Array array = dense();
    double expected = IntStream.range(0, SIDE * SIDE).mapToDouble(i -> i / 8.0).sum();
    ReadRequest request = all(Layout.ROW_MAJOR, "t");
    long anew = allocated(() -> assertThat(read(array, request, "t", false)).isEqualTo(expected));
    long again = allocated(() -> assertThat(read(array, request, "t", true)).isEqualTo(expected));

    assertThat(anew).isGreaterThan(8L * SIDE * SIDE);
    assertThat(again).as("of %d", anew).isLessThan(8L * SIDE * SIDE / 50);
  }

  @Test
  void readingToAnArrayAllocatesNoMoreThanTheBytesAsTheyAreStored() {
    Array array = dense();
    double[] values = new double[SIDE * SIDE];
    long bytes =
        allocated(() -> array.read().subarray(Subarray.ALL).into(ReadTarget.of("t", values)));

    assertThat(bytes).isLessThan(8L * SIDE * SIDE / 12);
  }

  @Test
  void aLoopOfSparseReadsAllocatesNoColumns() {
    Array array = sparse();
    double expected = 3.0 * CELLS * (CELLS - 1) / 2;
    ReadRequest request = all(Layout.UNORDERED, "v", "s");
    long anew = allocated(() -> assertThat(read(array, request, "v", false)).isEqualTo(expected));
    long again = allocated(() -> assertThat(read(array, request, "v", true)).isEqualTo(expected));

    long columns = CELLS * (long) (Long.BYTES + Integer.BYTES + 2);
    assertThat(anew - again).isGreaterThan(columns);
  }

  @Test
  void tilesOfWhichAllCellsAreWantedAreDecodedToTheArraysOfBatches() {
    Array array = sparse();
    double expected = 3.0 * CELLS * (CELLS - 1) / 2;
    ReadRequest request = all(Layout.UNORDERED, "k", "v");
    long anew = allocated(() -> assertThat(read(array, request, "v", false)).isEqualTo(expected));
    long again = allocated(() -> assertThat(read(array, request, "v", true)).isEqualTo(expected));

    long columns = CELLS * 2L * Long.BYTES;
    assertThat(anew).isBetween(columns, columns + columns / 4);
    assertThat(again).as("of %d", anew).isLessThan(columns / 10);
  }

  @Test
  void aDimensionThatIsSelectedTwiceHasAnArrayForEachColumn() {
    try (BatchReader in = sparse().read(all(Layout.UNORDERED, "k", "k")).batches()) {
      Batch batch = in.next();

      assertThat(batch.column(0).array()).isNotSameAs(batch.column(1).array());
      assertThat(batch.column(1).getLong(batch.rows() - 1))
          .isEqualTo(batch.column(0).getLong(batch.rows() - 1));
    }
  }

  @Test
  void aLimitCutsATileThatWouldBeABatch() {
    ReadRequest request = ReadRequest.ALL.select("k").layout(Layout.UNORDERED).limit(25_001);
    try (BatchReader in = sparse().read(request).batches()) {
      assertThat(in.stream().mapToInt(Batch::rows).sum()).isEqualTo(25_001);
    }
  }

  @Test
  void theNextBatchIsInTheArraysThatWereGivenBack() {
    Array array = dense();
    Batch first;
    byte[] bytes;
    try (BatchReader in = array.read(all(Layout.ROW_MAJOR, "t")).batches()) {
      first = in.next();
      bytes = first.column(0).array();
      in.recycle(first);
    }
    try (BatchReader in = array.read(all(Layout.ROW_MAJOR, "t")).batches()) {
      assertThat(in.next().column(0).array()).isSameAs(bytes);
    }
  }

  @Test
  void aBatchIsGivenBackOnceToTheReaderThatItIsFrom() {
    Array array = dense();
    ReadRequest request = all(Layout.ROW_MAJOR, "t");
    try (BatchReader one = array.read(request).batches();
        BatchReader two = array.read(request).batches()) {
      Batch batch = one.next();
      assertThatExceptionOfType(InvalidRequestException.class)
          .isThrownBy(() -> two.recycle(batch))
          .withMessageContaining("another reader");
      one.recycle(batch);
      assertThatExceptionOfType(InvalidRequestException.class)
          .isThrownBy(() -> one.recycle(batch))
          .withMessageContaining("already given back");
    }
  }
}
