package io.tiledb.java.api;

import static io.tiledb.java.api.QueryArrays.direct;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiledb.libtiledb.tiledb_query_condition_op_t;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
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
      assertEquals(QueryStatus.TILEDB_UNINITIALIZED, query.getQueryStatus());
      query.setDataBuffer("a", new NativeArray(ctx, 5, Datatype.TILEDB_INT32));
      for (int first = 0; first < 15; first += 5) {
        assertEquals(QueryStatus.TILEDB_INCOMPLETE, query.submit());
        int[] five = (int[]) query.getBuffer("a");
        assertEquals(5, five.length);
        assertEquals(first, five[0]);
      }
      assertEquals(QueryStatus.TILEDB_COMPLETED, query.submit());
      assertArrayEquals(new int[] {15}, (int[]) query.getBuffer("a"));
      assertEquals(1, query.resultBufferElements().get("a").getSecond());
    }
  }

  @Test
  void completeWithoutAnEmptyRoundIfTheLastCellsFillTheBuffer() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", new NativeArray(ctx, 8, Datatype.TILEDB_INT32));
      assertEquals(QueryStatus.TILEDB_INCOMPLETE, query.submit());
      assertEquals(QueryStatus.TILEDB_COMPLETED, query.submit());
    }
  }

  @Test
  void areIncompleteWithoutCellsIfNotOneCellFits() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", direct(3));
      assertEquals(QueryStatus.TILEDB_INCOMPLETE, query.submit());
      assertEquals(0, query.resultBufferElementsNIO("a", 4).getSecond());
      query.setDataBuffer("a", direct(64));
      assertEquals(QueryStatus.TILEDB_COMPLETED, query.submit());
      assertEquals(16, query.resultBufferElementsNIO("a", 4).getSecond());
    }
  }

  @Test
  void doNothingOnceTheyAreComplete() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", new NativeArray(ctx, 16, Datatype.TILEDB_INT32));
      assertEquals(QueryStatus.TILEDB_COMPLETED, query.submit());
      assertEquals(QueryStatus.TILEDB_COMPLETED, query.submit());
      assertEquals(16, ((int[]) query.getBuffer("a")).length);
    }
  }

  @Test
  void stopAtTheFirstBufferThatIsFull() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", new NativeArray(ctx, 16, Datatype.TILEDB_INT32));
      query.setDataBuffer("s", new NativeArray(ctx, 4, Datatype.TILEDB_STRING_ASCII));
      query.setOffsetsBuffer("s", new NativeArray(ctx, 16, Datatype.TILEDB_UINT64));
      query.setLayout(Layout.TILEDB_ROW_MAJOR).submit();
      assertArrayEquals(new int[] {0, 1, 2, 3}, (int[]) query.getBuffer("a"));
      assertArrayEquals(new long[] {0, 1, 2, 3}, query.getOffsetsBuffer("s"));
      assertEquals(4L, query.resultBufferSizes().get("s").getSecond());
      assertEquals(32L, query.resultBufferSizes().get("s").getFirst());
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
      assertEquals(QueryStatus.TILEDB_INCOMPLETE, query.submit());
      assertEquals(20, offsets.limit());
      assertEquals(4, offsets.getInt(16));
      assertArrayEquals(new long[] {0, 1, 2, 3, 4}, query.getOffsetsBufferNIO("s"));
      assertEquals(5, query.resultBufferElementsNIO("s", 1).getFirst());
    }
  }

  @Test
  void ignorePositionsAndSetLimitsOfByteBuffers() throws TileDBError {
    try (Query query = new Query(array)) {
      ByteBuffer buffer = direct(100);
      buffer.position(12).limit(16);
      query.setDataBuffer("a", buffer).submit();
      assertEquals(12, buffer.position());
      assertEquals(64, buffer.limit());
      assertEquals(15, buffer.getInt(60));
    }
  }

  @Test
  void refuseBuffersThatAreNotDirectOrInAnotherByteOrder() throws TileDBError {
    try (Query query = new Query(array)) {
      assertThrows(TileDBError.class, () -> query.setDataBuffer("a", ByteBuffer.allocate(8)));
      ByteBuffer foreign = direct(8);
      foreign.order(
          ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
              ? ByteOrder.LITTLE_ENDIAN
              : ByteOrder.BIG_ENDIAN);
      assertThrows(TileDBError.class, () -> query.setDataBuffer("a", foreign));
      NativeArray longs = new NativeArray(ctx, 4, Datatype.TILEDB_INT64);
      assertThrows(TileDBError.class, () -> query.setDataBuffer("a", longs));
      assertThrows(TileDBError.class, () -> query.setDataBuffer("b", direct(8)));
      assertThrows(TileDBError.class, () -> query.setOffsetsBuffer("a", direct(8)));
      assertThrows(TileDBError.class, () -> query.setValidityBuffer("a", direct(8)));
      TileDBError empty = assertThrows(TileDBError.class, query::submit);
      assertTrue(empty.getMessage().contains("no buffers"), empty.getMessage());
    }
  }

  @Test
  void nameTheMissingBuffer() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("s", direct(8));
      TileDBError error = assertThrows(TileDBError.class, query::submit);
      assertEquals("no offsets buffer is set for \"s\"", error.getMessage());
      assertEquals(QueryStatus.TILEDB_FAILED, query.getQueryStatus());
    }
  }

  @Test
  void closeArraysThatAreReplacedAndAllOthersAtTheEnd() throws TileDBError {
    NativeArray first = new NativeArray(ctx, 4, Datatype.TILEDB_INT32);
    NativeArray second = new NativeArray(ctx, 4, Datatype.TILEDB_INT32);
    Query query = new Query(array);
    query.setDataBuffer("a", first).setDataBuffer("a", second).setDataBuffer("a", second);
    assertThrows(TileDBError.class, () -> first.getItem(0));
    assertEquals(0, second.getItem(0));
    query.close();
    query.close();
    assertThrows(TileDBError.class, () -> second.getItem(0));
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
      assertEquals(QueryStatus.TILEDB_COMPLETED, query.submit());
    }
  }

  @Test
  void estimateTheSizeOfTheWholeResult() throws TileDBError {
    try (Query query = new Query(array);
        SubArray part = new SubArray(ctx, array)) {
      query.setSubarray(part.addRange(0, 2, 3, null));
      assertEquals(32, query.getEstResultSize(ctx, "a"));
      Pair<Long, Long> texts = query.getEstResultSizeVar(ctx, "s");
      assertEquals(64, texts.getFirst());
      assertTrue(texts.getSecond() >= 10, texts.getSecond().toString());
      Map<String, Pair<Long, Long>> all = query.getResultEstimations();
      assertNull(all.get("a").getFirst());
      assertEquals(32, all.get("y").getSecond());
      assertEquals(1, query.getRelevantFragmentNum());
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
      assertEquals(16, values.length);
      assertEquals(2, values[2]);
      assertEquals(Integer.MIN_VALUE, values[3]);
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
      assertEquals(QueryStatus.TILEDB_COMPLETED, query.submit());
      assertEquals(written.clear(), data);
      assertEquals(validity.clear(), valid);
      assertEquals(600, rows.getInt(4 * cells - 4));
      assertTrue(query.getStats().contains("\"Context.Query.Reader.result_num\""));
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
      assertEquals(QueryStatus.TILEDB_INCOMPLETE, query.submit());
      assertEquals(QueryStatus.TILEDB_COMPLETED, query.submit());
      assertEquals(120, query.getBufferNIO("TILEDB_SUM").getSecond().getLong(0));
      assertEquals(16, query.getBufferNIO("TILEDB_COUNT").getSecond().getLong(0));
      assertEquals(7.5, query.getBufferNIO("TILEDB_MEAN").getSecond().getDouble(0));
      assertEquals(0, query.getBufferNIO("TILEDB_MIN").getSecond().getInt(0));
      assertEquals(15, query.getBufferNIO("TILEDB_MAX").getSecond().getInt(0));
    }
  }

  @Test
  void returnTypedViewsOfByteBuffers() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", 16).setDataBuffer("s", 100);
      query.setOffsetsBuffer("s", direct(128)).submit();
      assertEquals(16, query.getIntBuffer("a").getSecond().remaining());
      assertNull(query.getIntBuffer("a").getFirst());
      assertThrows(TileDBError.class, () -> query.getLongBuffer("a"));
      assertEquals(22, query.getByteArray("s").length);
      assertEquals(
          "15", Util.bytesToStrings(query.getOffsetArray("s"), query.getByteArray("s"))[15]);
      assertThrows(TileDBError.class, () -> query.getBuffer("a"));
      query.resetBuffers();
      assertThrows(TileDBError.class, () -> query.getBufferNIO("a"));
    }
  }

  @Test
  void useOnlyTheGivenPartOfABuffer() throws TileDBError {
    try (Query query = new Query(array)) {
      NativeArray sixteen = new NativeArray(ctx, 16, Datatype.TILEDB_INT32);
      query.setDataBuffer("a", sixteen, 3).submit();
      assertEquals(3, ((int[]) query.getBuffer("a")).length);
      query.setBufferElements("a", 5).submit();
      assertEquals(5, ((int[]) query.getBuffer("a")).length);
      query.resetBufferSizes().submit();
      assertEquals(5, ((int[]) query.getBuffer("a")).length);
      assertThrows(TileDBError.class, () -> query.setBufferElements("a", 17));
      assertThrows(TileDBError.class, () -> query.setBufferByteSize("a", 0L));
    }
  }

  @Test
  void describeThemselves() throws TileDBError {
    try (Query query = new Query(array)) {
      query.setDataBuffer("a", 16).setDataBuffer("y", 16);
      String plan = query.getPlan();
      assertTrue(plan.contains("\"Query.Attributes\": [\"a\"]"), plan);
      assertTrue(plan.contains("\"Query.Strategy.Name\": \"DenseReader\""), plan);
      assertEquals("READ", query.toString());
      assertEquals(0, query.getFragmentNum());
      assertThrows(TileDBError.class, () -> query.getFragmentURI(BigInteger.ZERO));
    }
  }
}
