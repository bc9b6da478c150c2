package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Points;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Arrays whose files hold bytes of validity other than 0 and 1, which no known writer makes: every
 * byte but 0 means that the cell has a value, and reads return it as 1.
 *
 * <p>Tiles are large, so that reads that return a tile without a copy are tested, too.
 */
class ValidityBytesTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final int CELLS_OF_TILE = 50_000;
  private static final int CELLS = 2 * CELLS_OF_TILE;

  /** The number of chunks, then the three lengths of the only chunk of a tile. */
  private static final int TILE_HEADER = Long.BYTES + 3 * Integer.BYTES;

  private static final byte[] STORED = {0, 1, 2, 0x7f, (byte) 0x80, (byte) 0xff, 0, 3};
  private static final byte[] RETURNED = {0, 1, 1, 1, 1, 1, 0, 1};

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  /** Writes an array of two tiles and changes its files of validity. */
  private Array array(boolean dense) {
    ArraySchema.Builder schema =
        dense ? ArraySchema.dense() : ArraySchema.sparse().capacity(CELLS_OF_TILE);
    azulejo.create(
        PLACE,
        schema
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, CELLS), CELLS_OF_TILE))
            .attribute(Attribute.builder("n", Datatype.INT32).nullable().build())
            .attribute(Attribute.builder("s", Datatype.STRING_UTF8).var().nullable().build())
            .validityFilters(FilterPipeline.EMPTY)
            .build());
    write(dense, returned(0, CELLS));
    String fragment = azulejo.open(PLACE).fragments().get(0).name();
    for (String attribute : List.of("a0", "a1")) {
      change(PLACE.resolve("__fragments/%s/%s_validity.tdb".formatted(fragment, attribute)));
    }
    return azulejo.open(PLACE);
  }

  private void write(boolean dense, byte[] validity) {
    long[] numbers = LongStream.rangeClosed(1, validity.length).toArray();
    Column n = Column.of("n", Datatype.INT32, numbers);
    String[] texts = Arrays.stream(numbers).mapToObj(Long::toString).toArray(String[]::new);
    VarColumn s = Column.of("s", Datatype.STRING_UTF8, texts);
    int rows = validity.length;
    List<Column> columns = new ArrayList<>();
    if (!dense) {
      columns.add(Column.of("x", Datatype.INT32, numbers));
    }
    columns.add(new FixedColumn("n", Datatype.INT32, 1, rows, n.array(), validity));
    columns.add(
        new VarColumn("s", Datatype.STRING_UTF8, rows, s.offsetArray(), s.array(), validity));
    WriteRequest request =
        dense
            ? WriteRequest.DEFAULT.subarray(Subarray.ALL.and("x", 1, rows))
            : WriteRequest.DEFAULT;
    TestArrays.write(azulejo.array(PLACE), request, ChangeOptions.DEFAULT, Batch.of(rows, columns));
  }

  private void change(Location file) {
    byte[] bytes = new byte[2 * TILE_HEADER + CELLS];
    storage.open(file).read(0, bytes, 0, bytes.length);
    for (int cell = 0; cell < CELLS; cell++) {
      int place = TILE_HEADER * (1 + cell / CELLS_OF_TILE) + cell;
      if (bytes[place] != RETURNED[cell % RETURNED.length]) {
        throw new AssertionError("cell %d is not where the test expects it".formatted(cell));
      }
      bytes[place] = STORED[cell % STORED.length];
    }
    storage.delete(file);
    try (OutputFile out = storage.create(file)) {
      out.write(bytes, 0, bytes.length);
      out.commit();
    }
  }

  private static byte[] validity(Array array, ReadRequest request, String field) {
    byte[] all = new byte[CELLS];
    int rows = 0;
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        byte[] some = batch.column(field).validityArray().orElseThrow();
        System.arraycopy(some, 0, all, rows, batch.rows());
        rows += batch.rows();
      }
    }
    return Arrays.copyOf(all, rows);
  }

  /** What reads return of some cells, counted from 0. */
  private static byte[] returned(int from, int until) {
    byte[] bytes = new byte[until - from];
    for (int cell = from; cell < until; cell++) {
      bytes[cell - from] = RETURNED[cell % RETURNED.length];
    }
    return bytes;
  }

  private static void assertThatReadsReturnZerosAndOnes(Array array) {
    for (Layout layout : Layout.values()) {
      if (layout != Layout.HILBERT) {
        ReadRequest all = ReadRequest.ALL.layout(layout);
        ReadRequest some = all.subarray(Subarray.ALL.and("x", 3, 60_007));
        for (String field : List.of("n", "s")) {
          assertThat(validity(array, all, field))
              .as("%s %s", layout, field)
              .isEqualTo(returned(0, CELLS));
          assertThat(validity(array, some, field))
              .as("%s %s", layout, field)
              .isEqualTo(returned(2, 60_007));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsReturnZerosAndOnes(boolean dense) {
    assertThatReadsReturnZerosAndOnes(array(dense));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsOfPointsAndOfMatchesReturnZerosAndOnes(boolean dense) {
    Array array = array(dense);

    for (String field : List.of("n", "s")) {
      ReadRequest points = ReadRequest.ALL.points(Points.of("x", 1, 2, 3, 4, 5, 6, 7, 8));
      assertThat(validity(array, points, field)).as(field).isEqualTo(RETURNED);
      ReadRequest matches =
          ReadRequest.ALL
              .where(Condition.field("x").lessThan(8L))
              .cells(ReadRequest.Cells.MATCHING);
      assertThat(validity(array, matches, field)).as(field).isEqualTo(returned(0, 7));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsOfMergedFragmentsReturnZerosAndOnes(boolean dense) {
    array(dense);
    write(dense, new byte[] {0, 1, 1});

    assertThatReadsReturnZerosAndOnes(azulejo.open(PLACE));

    azulejo.maintenance(PLACE).consolidate();
    Array consolidated = azulejo.open(PLACE);
    assertThat(consolidated.fragments()).hasSize(1);
    assertThatReadsReturnZerosAndOnes(consolidated);
    assertThat(counted(consolidated, "n")).isEqualTo(CELLS / 8 * 6);
  }

  @Test
  void readsIntoArraysOfTheCallerReturnZerosAndOnes() {
    Array array = array(true);
    byte[] validity = new byte[CELLS];

    array
        .read()
        .subarray(Subarray.ALL)
        .into(ReadTarget.of("n", new int[CELLS]).withValidity(validity));

    assertThat(validity).isEqualTo(returned(0, CELLS));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void conditionsAndAggregatesTakeEveryByteButZeroForAValue(boolean dense) {
    Array array = array(dense);

    for (String field : List.of("n", "s")) {
      ReadRequest some =
          ReadRequest.ALL
              .subarray(Subarray.ALL.and("x", 1, 8))
              .where(Condition.field(field).isNotNull())
              .cells(ReadRequest.Cells.MATCHING);
      try (Stream<Long> found = array.read(some).rows().map(row -> row.getLong("x"))) {
        assertThat(found).as(field).containsExactly(2L, 3L, 4L, 5L, 6L, 8L);
      }
      ReadRequest none = some.where(Condition.field(field).isNull());
      try (Stream<Long> found = array.read(none).rows().map(row -> row.getLong("x"))) {
        assertThat(found).as(field).containsExactly(1L, 7L);
      }
    }
    assertThat(counted(array, "s")).isEqualTo(CELLS / 8 * 6);
  }

  /** The number of values of a field without the last cell, which no statistics of tiles tell. */
  private static long counted(Array array, String field) {
    ReadRequest request = ReadRequest.ALL.subarray(Subarray.ALL.and("x", 1, CELLS - 1));
    return 1
        + array
            .read(request)
            .aggregate(Aggregation.of(List.of(Aggregate.count(field))))
            .column(0)
            .getLong(0);
  }
}
