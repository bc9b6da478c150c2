package io.tiledb.java.api;

import static io.tiledb.java.api.QueryArrays.append;
import static io.tiledb.java.api.QueryArrays.cells;
import static io.tiledb.java.api.QueryArrays.times;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
      assertArrayEquals(new long[] {1, 5}, times(ctx, uri));
      cells(ctx, query, new long[] {3}, new int[] {30}).submit();
      assertArrayEquals(new long[] {1, 3, 5}, times(ctx, uri));
      assertEquals(2, query.getFragmentNum());
      assertTrue(query.getFragmentURI(BigInteger.ONE).startsWith("file:///"));
      Pair<Long, Long> range = query.getFragmentTimestampRange(BigInteger.ZERO);
      assertEquals(range.getFirst(), range.getSecond());
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
      assertEquals(0, times(ctx, uri).length);
      query.finalizeQuery();
      assertEquals(1, query.getFragmentNum());
      assertThrows(TileDBError.class, query::submit);
    }
    assertArrayEquals(new long[] {1, 2, 3, 4}, times(ctx, uri));
  }

  @Test
  void leaveNothingIfClosedBeforeTheyAreFinalized() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setLayout(Layout.TILEDB_GLOBAL_ORDER);
      cells(ctx, query, new long[] {1}, new int[] {1}).submit();
    }
    assertEquals(0, times(ctx, uri).length);
  }

  @Test
  void submitAndFinalizeAtOnce() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setLayout(Layout.TILEDB_GLOBAL_ORDER);
      assertEquals(
          QueryStatus.TILEDB_COMPLETED,
          cells(ctx, query, new long[] {1}, new int[] {1}).submitAndFinalize());
    }
    assertArrayEquals(new long[] {1}, times(ctx, uri));
  }

  @Test
  void refuseOrdersInWhichTheArrayCannotBeWritten() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setLayout(Layout.TILEDB_ROW_MAJOR);
      cells(ctx, query, new long[] {1}, new int[] {1});
      assertThrows(TileDBError.class, query::submit);
      assertThrows(TileDBError.class, () -> query.setLayout(Layout.TILEDB_HILBERT));
    }
    String grid = folder.resolve("grid").toString();
    QueryArrays.grid(ctx, grid);
    try (Array array = new Array(ctx, grid, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setLayout(Layout.TILEDB_UNORDERED);
      assertThrows(TileDBError.class, query::submit);
    }
  }

  @Test
  void nameFieldsThatLackBuffersOrCells() throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      query.setDataBuffer("t", new NativeArray(ctx, 2, Datatype.TILEDB_INT64));
      TileDBError missing = assertThrows(TileDBError.class, query::submit);
      assertEquals("no data buffer is set for \"a\"", missing.getMessage());
      cells(ctx, query, new long[] {1}, new int[] {1});
      query.setDataBuffer("t", new NativeArray(ctx, 2, Datatype.TILEDB_INT64));
      TileDBError unequal = assertThrows(TileDBError.class, query::submit);
      assertTrue(unequal.getMessage().contains("same number"), unequal.getMessage());
    }
  }

  @Test
  void useTheEndOfTheTimeRangeAsTimestamp() throws TileDBError {
    BigInteger time = BigInteger.valueOf(1_234);
    for (int round = 0; round < 2; round++) {
      try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE, time);
          Query query = new Query(array)) {
        cells(ctx, query, new long[] {round}, new int[] {7}).submit();
        assertEquals(
            new Pair<>(1_234L, 1_234L).getFirst(),
            query.getFragmentTimestampRange(BigInteger.ZERO).getFirst());
      }
    }
    assertArrayEquals(new long[] {0, 1}, times(ctx, uri));
  }

  @Test
  void refuseOrDropCellsWithEqualCoordinatesAsConfigured() throws TileDBError {
    long[] twice = {1, 1};
    assertThrows(TileDBError.class, () -> append(ctx, uri, twice, new int[] {1, 2}));
    try (Context dropping = new Context(Map.of("sm.dedup_coords", "true"))) {
      append(dropping, uri, twice, new int[] {1, 2});
    }
    assertArrayEquals(new long[] {1}, times(ctx, uri));
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
      assertArrayEquals(new int[] {-1, 2}, (int[]) query.getBuffer("a"));
      assertArrayEquals(new short[] {0, 1}, query.getValidityBuffer("a"));
    }
  }

  @Test
  void deleteExactlyTheCellsThatMeetTheCondition() throws TileDBError {
    append(ctx, uri, new long[] {1, 2, 3, 4}, new int[] {10, -1, 30, 40});
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_DELETE);
        Query query = new Query(array)) {
      assertThrows(TileDBError.class, query::submit);
      query.setCondition(
          new QueryCondition(
              ctx, Datatype.TILEDB_INT32, "a", 30, tiledb_query_condition_op_t.TILEDB_GE));
      assertEquals(QueryStatus.TILEDB_COMPLETED, query.submit());
    }
    assertArrayEquals(new long[] {1, 2}, times(ctx, uri));
  }

  @Test
  void needAnArrayThatIsOpenForThem() throws TileDBError {
    try (Array array = new Array(ctx, uri)) {
      assertThrows(TileDBError.class, () -> new Query(array, QueryType.TILEDB_WRITE));
    }
    Array closed = new Array(ctx, uri);
    closed.close();
    assertThrows(TileDBError.class, () -> new Query(closed));
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
      assertEquals(QueryStatus.TILEDB_FAILED, query.submit());
      assertTrue(message[0].contains("no buffers"), message[0]);
    }
  }
}
