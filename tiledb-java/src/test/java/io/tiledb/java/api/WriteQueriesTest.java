package io.tiledb.java.api;

import static io.tiledb.java.api.QueryArrays.append;
import static io.tiledb.java.api.QueryArrays.cells;
import static io.tiledb.java.api.QueryArrays.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tiledb.libtiledb.tiledb_query_condition_op_t;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteQueriesTest {
  @TempDir Path folder;
  private Context ctx;
  private String uri;

  @BeforeEach
  void create() throws TileDBError {
    ctx = new Context();
    uri = folder.resolve("series").toString();
    QueryArrays.series(ctx, uri);
  }

  @AfterEach
  void close() {
    ctx.close();
  }

  @Test
  void commitEachUnorderedSubmit() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      cells(ctx, query, new long[] {5, 1}, new int[] {50, 10}).submit();
      assertThat(times(ctx, uri)).isEqualTo(new long[] {1, 5});
      cells(ctx, query, new long[] {3}, new int[] {30}).submit();
      assertThat(times(ctx, uri)).isEqualTo(new long[] {1, 3, 5});
      assertThat(query.getFragmentNum()).isEqualTo(2);
      assertThat(query.getFragmentURI(BigInteger.ONE)).startsWith("file:///");
      Pair<Long, Long> range = query.getFragmentTimestampRange(BigInteger.ZERO);
      assertThat(range.getSecond()).isEqualTo(range.getFirst());
    }
  }

  @Test
  void commitInGlobalOrderOnlyWhenFinalized() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setLayout(Layout.TILEDB_GLOBAL_ORDER);
      NativeArray times = new NativeArray(ctx, new long[] {1, 2}, Datatype.TILEDB_INT64);
      cells(ctx, query, new long[] {9, 9}, new int[] {1, 2}).setDataBuffer("t", times).submit();
      times.setItem(0, 3L);
      times.setItem(1, 4L);
      query.submit();
      assertThat(times(ctx, uri).length).isEqualTo(0);
      query.finalizeQuery();
      assertThat(query.getFragmentNum()).isEqualTo(1);
      assertThatExceptionOfType(TileDBError.class).isThrownBy(query::submit);
    }
    assertThat(times(ctx, uri)).isEqualTo(new long[] {1, 2, 3, 4});
  }

  @Test
  void leaveNothingIfClosedBeforeTheyAreFinalized() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setLayout(Layout.TILEDB_GLOBAL_ORDER);
      cells(ctx, query, new long[] {1}, new int[] {1}).submit();
    }
    assertThat(times(ctx, uri).length).isEqualTo(0);
  }

  @Test
  void commitNothingInGlobalOrderAfterASubmitHasFailed() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setLayout(Layout.TILEDB_GLOBAL_ORDER);
      cells(ctx, query, new long[] {5}, new int[] {5}).submit();
      cells(ctx, query, new long[] {4}, new int[] {4});
      assertThatExceptionOfType(TileDBError.class).isThrownBy(query::submit);
      cells(ctx, query, new long[] {6}, new int[] {6});
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(query::submit)
          .withMessageContaining("has failed");
      assertThatExceptionOfType(TileDBError.class).isThrownBy(query::finalizeQuery);
    }
    assertThat(times(ctx, uri)).isEmpty();
  }

  @Test
  void submitAndFinalizeAtOnce() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setLayout(Layout.TILEDB_GLOBAL_ORDER);
      assertThat(cells(ctx, query, new long[] {1}, new int[] {1}).submitAndFinalize())
          .isEqualTo(QueryStatus.TILEDB_COMPLETED);
    }
    assertThat(times(ctx, uri)).isEqualTo(new long[] {1});
  }

  @Test
  void refuseOrdersInWhichTheArrayCannotBeWritten() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setLayout(Layout.TILEDB_ROW_MAJOR);
      cells(ctx, query, new long[] {1}, new int[] {1});
      assertThatExceptionOfType(TileDBError.class).isThrownBy(query::submit);
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> query.setLayout(Layout.TILEDB_HILBERT));
    }
    String grid = folder.resolve("grid").toString();
    QueryArrays.grid(ctx, grid);
    try (Array array = new Array(ctx, grid, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setLayout(Layout.TILEDB_UNORDERED);
      assertThatExceptionOfType(TileDBError.class).isThrownBy(query::submit);
    }
  }

  @Test
  void nameFieldsThatLackBuffersOrCells() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setDataBuffer("t", new NativeArray(ctx, 2, Datatype.TILEDB_INT64));
      TileDBError missing = catchThrowableOfType(TileDBError.class, query::submit);
      assertThat(missing.getMessage()).isEqualTo("no data buffer is set for \"a\"");
      cells(ctx, query, new long[] {1}, new int[] {1});
      query.setDataBuffer("t", new NativeArray(ctx, 2, Datatype.TILEDB_INT64));
      TileDBError unequal = catchThrowableOfType(TileDBError.class, query::submit);
      assertThat(unequal.getMessage()).contains("same number");
    }
  }

  @Test
  void useTheEndOfTheTimeRangeAsTimestamp() throws TileDBError {
    BigInteger time = BigInteger.valueOf(1_234);
    for (int round = 0; round < 2; round++) {
      try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE, time);
          Query query = new Query(array)) {
        cells(ctx, query, new long[] {round}, new int[] {7}).submit();
        assertThat(query.getFragmentTimestampRange(BigInteger.ZERO).getFirst())
            .isEqualTo(new Pair<>(1_234L, 1_234L).getFirst());
      }
    }
    assertThat(times(ctx, uri)).isEqualTo(new long[] {0, 1});
  }

  @Test
  void refuseOrDropCellsWithEqualCoordinatesAsConfigured() throws TileDBError {
    long[] twice = {1, 1};
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> append(ctx, uri, twice, new int[] {1, 2}));
    try (Context dropping = new Context(Map.of("sm.dedup_coords", "true"))) {
      append(dropping, uri, twice, new int[] {1, 2});
    }
    assertThat(times(ctx, uri)).isEqualTo(new long[] {1});
  }

  @Test
  void keepTheValuesOfNullCells() throws TileDBError {
    append(ctx, uri, new long[] {1, 2}, new int[] {-1, 2});
    try (Array array = new Array(ctx, uri);
        Query query = new Query(array)) {
      query
          .setDataBuffer("a", new NativeArray(ctx, 2, Datatype.TILEDB_INT32))
          .setValidityBuffer("a", new NativeArray(ctx, 2, Datatype.TILEDB_UINT8))
          .submit();
      assertThat((int[]) query.getBuffer("a")).isEqualTo(new int[] {-1, 2});
      assertThat(query.getValidityBuffer("a")).isEqualTo(new short[] {0, 1});
    }
  }

  @Test
  void deleteExactlyTheCellsThatMeetTheCondition() throws TileDBError {
    append(ctx, uri, new long[] {1, 2, 3, 4}, new int[] {10, -1, 30, 40});
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_DELETE);
        Query query = new Query(array)) {
      assertThatExceptionOfType(TileDBError.class).isThrownBy(query::submit);
      query.setCondition(
          new QueryCondition(
              ctx, Datatype.TILEDB_INT32, "a", 30, tiledb_query_condition_op_t.TILEDB_GE));
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
    }
    assertThat(times(ctx, uri)).isEqualTo(new long[] {1, 2});
  }

  @Test
  void needAnArrayThatIsOpenForThem() throws TileDBError {
    try (Array array = new Array(ctx, uri)) {
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> new Query(array, QueryType.TILEDB_WRITE));
    }
    Array closed = new Array(ctx, uri);
    closed.close();
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> new Query(closed));
  }

  @Test
  void passErrorsToTheHandlerOfTheContext() throws TileDBError {
    String[] message = {""};
    ctx.setErrorHandler(
        new ContextCallback() {
          @Override
          public void call(String msg) {
            message[0] = msg;
          }
        });
    try (Array array = new Array(ctx, uri);
        Query query = new Query(array)) {
      assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_FAILED);
      assertThat(message[0]).contains("no buffers");
    }
  }

  @Test
  void aggregatesSkipNullsOfSparseCells() throws TileDBError {
    append(ctx, uri, new long[] {1, 2, 3}, new int[] {-1, 5, 9});
    try (Array array = new Array(ctx, uri);
        Query query = new Query(array)) {
      aggregate(query, ChannelOperator.AggregationOperator.TILEDB_MIN);
      aggregate(query, ChannelOperator.AggregationOperator.TILEDB_NULL_COUNT);
      query
          .setDataBuffer("TILEDB_MIN", QueryArrays.direct(4))
          .setValidityBuffer("TILEDB_MIN", QueryArrays.direct(1))
          .setDataBuffer("TILEDB_NULL_COUNT", QueryArrays.direct(8))
          .submit();
      assertThat(query.getBufferNIO("TILEDB_MIN").getSecond().getInt(0)).isEqualTo(5);
      assertThat(query.getBufferNIO("TILEDB_NULL_COUNT").getSecond().getLong(0)).isEqualTo(1);
    }
  }

  private void aggregate(Query query, ChannelOperator.AggregationOperator function)
      throws TileDBError {
    query
        .getDefaultChannel()
        .applyAggregate(
            function.name(),
            new ChannelOperation(ctx, new ChannelOperator(ctx, function), query, "a"));
  }

  @Test
  void fillADenseArrayWhereTheSubarrayHasNoRange() throws TileDBError {
    String grid = folder.resolve("grid").toString();
    QueryArrays.grid(ctx, grid);
    try (Array array = new Array(ctx, grid, QueryType.TILEDB_WRITE);
        Query query = new Query(array);
        SubArray row = new SubArray(ctx, array)) {
      query.setSubarray(row.addRange(0, 3, 3, null));
      query
          .setDataBuffer("a", new NativeArray(ctx, new int[] {90, 91, 92, 93}, Integer.class))
          .setDataBuffer("s", new NativeArray(ctx, "abcd", Datatype.TILEDB_STRING_ASCII))
          .setOffsetsBuffer(
              "s", new NativeArray(ctx, new long[] {0, 1, 2, 3}, Datatype.TILEDB_UINT64))
          .submit();
    }
    try (Array array = new Array(ctx, grid);
        Query query = new Query(array)) {
      query.setDataBuffer("a", new NativeArray(ctx, 16, Datatype.TILEDB_INT32)).submit();
      assertThat((int[]) query.getBuffer("a")).startsWith(0, 1).contains(90, 93).endsWith(14, 15);
    }
  }
}
