package io.tiledb.java.api;

import static io.tiledb.java.api.QueryArrays.direct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tiledb.libtiledb.tiledb_query_condition_op_t;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadQueriesTest {
  @TempDir Path folder;
  private Context ctx;
  private String uri;
  private Array array;

  @BeforeEach
  void write() throws TileDBError {
    ctx = new Context();
    uri = folder.resolve("grid").toString();
    QueryArrays.grid(ctx, uri);
    array = new Array(ctx, uri);
  }

  @AfterEach
  void close() {
    array.close();
    ctx.close();
  }

  @Test
  void continueWithTheNextCellAfterEachSubmit() throws TileDBError {
    try (Query query = new Query(array)) {
      assertThat(query.getQueryStatus()).isEqualTo(QueryStatus.TILEDB_UNINITIALIZED);
      query.setDataBuffer("a", new NativeArray(ctx, 5, Datatype.TILEDB_INT32));
      for (int first = 0; first < 15; first += 5) {
        assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_INCOMPLETE);
        int[] five = (int[]) query.getBuffer("a");
        assertThat(five.length).isEqualTo(5);
        assertThat(five[0]).isEqualTo(first);
      }
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
      assertThat((int[]) query.getBuffer("a")).isEqualTo(new int[] {15});
      assertThat(query.resultBufferElements().get("a").getSecond()).isEqualTo(1);
    }
  }

  @Test
  void completeWithoutAnEmptyRoundIfTheLastCellsFillTheBuffer() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", new NativeArray(ctx, 8, Datatype.TILEDB_INT32));
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_INCOMPLETE);
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
    }
  }

  @Test
  void areIncompleteWithoutCellsIfNotOneCellFits() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", direct(3));
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_INCOMPLETE);
      assertThat(query.resultBufferElementsNIO("a", 4).getSecond()).isEqualTo(0);
      query.setDataBuffer("a", direct(64));
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
      assertThat(query.resultBufferElementsNIO("a", 4).getSecond()).isEqualTo(16);
    }
  }

  @Test
  void doNothingOnceTheyAreComplete() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", new NativeArray(ctx, 16, Datatype.TILEDB_INT32));
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
      assertThat(((int[]) query.getBuffer("a")).length).isEqualTo(16);
    }
  }

  @Test
  void stopAtTheFirstBufferThatIsFull() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", new NativeArray(ctx, 16, Datatype.TILEDB_INT32));
      query.setDataBuffer("s", new NativeArray(ctx, 4, Datatype.TILEDB_STRING_ASCII));
      query.setOffsetsBuffer("s", new NativeArray(ctx, 16, Datatype.TILEDB_UINT64));
      query.setLayout(Layout.TILEDB_ROW_MAJOR).submit();
      assertThat((int[]) query.getBuffer("a")).isEqualTo(new int[] {0, 1, 2, 3});
      assertThat(query.getOffsetsBuffer("s")).isEqualTo(new long[] {0, 1, 2, 3});
      assertThat(query.resultBufferSizes().get("s").getSecond()).isEqualTo(4L);
      assertThat(query.resultBufferSizes().get("s").getFirst()).isEqualTo(32L);
    }
  }

  @Test
  void writeOffsetsInTheConfiguredForm() throws TileDBError {
    Map<String, String> settings =
        Map.of("sm.var_offsets.bitsize", "32", "sm.var_offsets.extra_element", "true");
    try (Context other = new Context(settings);
        Array same = new Array(other, uri);
        Query query = new Query(same)) {
      ByteBuffer offsets = direct(4 * 5);
      query.setDataBuffer("s", direct(100)).setOffsetsBuffer("s", offsets);
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_INCOMPLETE);
      assertThat(offsets.limit()).isEqualTo(20);
      assertThat(offsets.getInt(16)).isEqualTo(4);
      assertThat(query.getOffsetsBufferNIO("s")).isEqualTo(new long[] {0, 1, 2, 3, 4});
      assertThat(query.resultBufferElementsNIO("s", 1).getFirst()).isEqualTo(5);
    }
  }

  @Test
  void ignorePositionsAndSetLimitsOfByteBuffers() throws TileDBError {
    try (Query query = new Query(array)) {
      ByteBuffer buffer = direct(100);
      buffer.position(12).limit(16);
      query.setDataBuffer("a", buffer).submit();
      assertThat(buffer.position()).isEqualTo(12);
      assertThat(buffer.limit()).isEqualTo(64);
      assertThat(buffer.getInt(60)).isEqualTo(15);
    }
  }

  @Test
  void refuseBuffersThatAreNotDirectOrInAnotherByteOrder() throws TileDBError {
    try (Query query = new Query(array)) {
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> query.setDataBuffer("a", ByteBuffer.allocate(8)));
      ByteBuffer foreign = direct(8);
      foreign.order(
          ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
              ? ByteOrder.LITTLE_ENDIAN
              : ByteOrder.BIG_ENDIAN);
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> query.setDataBuffer("a", foreign));
      NativeArray longs = new NativeArray(ctx, 4, Datatype.TILEDB_INT64);
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> query.setDataBuffer("a", longs));
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> query.setDataBuffer("b", direct(8)));
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> query.setOffsetsBuffer("a", direct(8)));
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> query.setValidityBuffer("a", direct(8)));
      TileDBError empty = catchThrowableOfType(TileDBError.class, query::submit);
      assertThat(empty.getMessage()).contains("no buffers");
    }
  }

  @Test
  void nameTheMissingBuffer() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("s", direct(8));
      TileDBError error = catchThrowableOfType(TileDBError.class, query::submit);
      assertThat(error.getMessage()).isEqualTo("no offsets buffer is set for \"s\"");
      assertThat(query.getQueryStatus()).isEqualTo(QueryStatus.TILEDB_FAILED);
    }
  }

  @Test
  void closeArraysThatAreReplacedAndAllOthersAtTheEnd() throws TileDBError {
    NativeArray first = new NativeArray(ctx, 4, Datatype.TILEDB_INT32);
    NativeArray second = new NativeArray(ctx, 4, Datatype.TILEDB_INT32);
    Query query = new Query(array);
    query.setDataBuffer("a", first).setDataBuffer("a", second).setDataBuffer("a", second);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> first.getItem(0));
    assertThat(second.getItem(0)).isEqualTo(0);
    query.close();
    query.close();
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> second.getItem(0));
  }

  @Test
  void goOnAfterTheirArrayAndTheirContextAreClosed() throws TileDBError {
    Context brief = new Context();
    Array closed = new Array(brief, uri);
    try (Query query = new Query(closed)) {
      query.setDataBuffer("a", new NativeArray(brief, 9, Datatype.TILEDB_INT32)).submit();
      closed.close();
      brief.close();
      closed.close();
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
    }
  }

  @Test
  void estimateTheSizeOfTheWholeResult() throws TileDBError {
    try (Query query = new Query(array);
        SubArray part = new SubArray(ctx, array)) {
      query.setSubarray(part.addRange(0, 2, 3, null));
      assertThat(query.getEstResultSize(ctx, "a")).isEqualTo(32);
      Pair<Long, Long> texts = query.getEstResultSizeVar(ctx, "s");
      assertThat(texts.getFirst()).isEqualTo(64);
      assertThat(texts.getSecond()).isGreaterThanOrEqualTo(10);
      Map<String, Pair<Long, Long>> all = query.getResultEstimations();
      assertThat(all.get("a").getFirst()).isNull();
      assertThat(all.get("s").getFirst()).isEqualTo(64);
      assertThat(all.get("y").getSecond()).isEqualTo(32);
      assertThat(query.getRelevantFragmentNum()).isEqualTo(1);
    }
  }

  @Test
  void putFillValuesWhereTheConditionIsNotMet() throws TileDBError {
    try (Query query = new Query(array);
        QueryCondition even =
            new QueryCondition(
                ctx, Datatype.TILEDB_INT32, "a", 3, tiledb_query_condition_op_t.TILEDB_LT)) {
      query.setCondition(even);
      query.setDataBuffer("a", new NativeArray(ctx, 16, Datatype.TILEDB_INT32)).submit();
      int[] values = (int[]) query.getBuffer("a");
      assertThat(values.length).isEqualTo(16);
      assertThat(values[2]).isEqualTo(2);
      assertThat(values[3]).isEqualTo(Integer.MIN_VALUE);
    }
  }

  @Test
  void returnTheSameCellsDirectlyAsInBatches() throws TileDBError {
    String large = folder.resolve("large").toString();
    Domain domain = new Domain(ctx);
    domain.addDimension(new Dimension<>(ctx, "y", Integer.class, new Pair<>(1, 600), 64));
    domain.addDimension(new Dimension<>(ctx, "x", Integer.class, new Pair<>(1, 600), 64));
    Attribute nullable = new Attribute(ctx, "n", Datatype.TILEDB_INT16);
    nullable.setNullable(true);
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_DENSE);
    schema.setDomain(domain);
    schema.addAttribute(nullable);
    Array.create(large, schema);
    int cells = 600 * 600;
    ByteBuffer written = direct(2 * cells);
    ByteBuffer validity = direct(cells);
    for (int i = 0; i < cells; i++) {
      written.putShort(2 * i, (short) i);
      validity.put(i, (byte) (i % 3 == 0 ? 0 : 1));
    }
    try (Array out = new Array(ctx, large, QueryType.TILEDB_WRITE);
        Query query = new Query(out)) {
      query.setDataBuffer("n", written).setValidityBuffer("n", validity).submit();
    }
    try (Array in = new Array(ctx, large);
        Query query = new Query(in)) {
      ByteBuffer data = direct(2 * cells);
      ByteBuffer valid = direct(cells);
      ByteBuffer rows = direct(4 * cells);
      query.setDataBuffer("n", data).setValidityBuffer("n", valid).setDataBuffer("y", rows);
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
      assertThat(data).isEqualTo(written.clear());
      assertThat(valid).isEqualTo(validity.clear());
      assertThat(rows.getInt(4 * cells - 4)).isEqualTo(600);
      assertThat(query.getStats()).contains("\"Context.Query.Reader.result_num\"");
    }
  }

  /** A buffer for all cells is filled directly, smaller buffers from batches. */
  @Test
  void readBoxesDirectlyAsThroughBatches() throws TileDBError {
    long seed = Long.getLong("azulejo.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      int cells = 1;
      SubArray part = new SubArray(ctx, array);
      for (int d = 0; d < 2; d++) {
        int low = 1 + random.nextInt(4);
        int high = low + random.nextInt(5 - low);
        part.addRange(d, low, high, null);
        cells *= high - low + 1;
      }
      Layout layout = random.nextBoolean() ? Layout.TILEDB_ROW_MAJOR : Layout.TILEDB_COL_MAJOR;
      try (Query whole = new Query(array);
          Query pieces = new Query(array)) {
        whole.setLayout(layout).setSubarray(part);
        whole.setDataBuffer("a", new NativeArray(ctx, cells, Integer.class));
        assertThat(whole.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
        int[] values = (int[]) whole.getBuffer("a");
        assertThat(values).as("seed %d", seed).hasSize(cells);

        int room = Math.max(1, cells - 1 - random.nextInt(cells));
        pieces.setLayout(layout).setSubarray(part);
        pieces.setDataBuffer("a", new NativeArray(ctx, room, Integer.class));
        List<Integer> found = new ArrayList<>();
        do {
          pieces.submit();
          for (int value : (int[]) pieces.getBuffer("a")) {
            found.add(value);
          }
        } while (pieces.getQueryStatus() == QueryStatus.TILEDB_INCOMPLETE);
        assertThat(found).as("seed %d", seed).isEqualTo(Arrays.stream(values).boxed().toList());
      }
    }
  }

  @Test
  void aggregateCells() throws TileDBError {
    try (Query query = new Query(array)) {
      QueryChannel channel = query.getDefaultChannel();
      for (ChannelOperator.AggregationOperator function :
          ChannelOperator.AggregationOperator.values()) {
        if (function != ChannelOperator.AggregationOperator.TILEDB_NULL_COUNT) {
          channel.applyAggregate(
              function.name(),
              new ChannelOperation(ctx, new ChannelOperator(ctx, function), query, "a"));
          query.setDataBuffer(function.name(), direct(8));
        }
      }
      query.setDataBuffer("TILEDB_MIN", direct(4)).setDataBuffer("TILEDB_MAX", direct(4));
      query.setDataBuffer("a", new NativeArray(ctx, 10, Datatype.TILEDB_INT32));
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_INCOMPLETE);
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
      assertThat(query.getBufferNIO("TILEDB_SUM").getSecond().getLong(0)).isEqualTo(120);
      assertThat(query.getBufferNIO("TILEDB_COUNT").getSecond().getLong(0)).isEqualTo(16);
      assertThat(query.getBufferNIO("TILEDB_MEAN").getSecond().getDouble(0)).isEqualTo(7.5);
      assertThat(query.getBufferNIO("TILEDB_MIN").getSecond().getInt(0)).isEqualTo(0);
      assertThat(query.getBufferNIO("TILEDB_MAX").getSecond().getInt(0)).isEqualTo(15);
    }
  }

  @Test
  @SuppressWarnings("deprecation") // Programs still call getOffsetArray.
  void returnTypedViewsOfByteBuffers() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", 16).setDataBuffer("s", 100);
      query.setOffsetsBuffer("s", direct(128)).submit();
      assertThat(query.getIntBuffer("a").getSecond().remaining()).isEqualTo(16);
      assertThat(query.getIntBuffer("a").getFirst()).isNull();
      assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> query.getLongBuffer("a"));
      assertThat(query.getByteArray("s").length).isEqualTo(22);
      assertThat(Util.bytesToStrings(query.getOffsetsBufferNIO("s"), query.getByteArray("s"))[15])
          .isEqualTo("15");
      assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> query.getBuffer("a"));
      query.resetBuffers();
      assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> query.getBufferNIO("a"));
    }
  }

  @Test
  void useOnlyTheGivenPartOfABuffer() throws TileDBError {
    try (Query query = new Query(array)) {
      NativeArray sixteen = new NativeArray(ctx, 16, Datatype.TILEDB_INT32);
      query.setDataBuffer("a", sixteen, 3).submit();
      assertThat(((int[]) query.getBuffer("a")).length).isEqualTo(3);
      query.setBufferElements("a", 5).submit();
      assertThat(((int[]) query.getBuffer("a")).length).isEqualTo(5);
      query.resetBufferSizes().submit();
      assertThat(((int[]) query.getBuffer("a")).length).isEqualTo(5);
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> query.setBufferElements("a", 17));
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> query.setBufferByteSize("a", 0L));
    }
  }

  @Test
  void describeThemselves() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", 16).setDataBuffer("y", 16);
      String plan = query.getPlan();
      assertThat(plan).contains("\"Query.Attributes\": [\"a\"]");
      assertThat(plan).contains("\"Query.Strategy.Name\": \"DenseReader\"");
      assertThat(query.toString()).isEqualTo("READ");
      assertThat(query.getFragmentNum()).isEqualTo(0);
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> query.getFragmentURI(BigInteger.ZERO));
    }
  }
}
