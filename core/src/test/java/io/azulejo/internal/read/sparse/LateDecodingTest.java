package io.azulejo.internal.read.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Reads of few cells of tiles of many chunks, of all kinds of fields, against the cells that were
 * written; and how much is decoded for them. Another seed: {@code -Dazulejo.seed=N}.
 */
class LateDecodingTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final int CELLS = 30_000;
  private static final int DOMAIN = 10_000;

  private final Random random = new Random(Long.getLong("azulejo.seed", 20_261_122L));

  @AutoClose private final Azulejo azulejo = TestArrays.engine(Storage.inMemory());

  /** How the strings of the first dimension are stored. */
  private enum Strings {
    RUNS(Filter.rle()),
    NUMBERED(Filter.dictionary()),
    COMPRESSED(Filter.zstd(3)),
    PLAIN(Filter.none());

    private final Filter filter;

    Strings(Filter filter) {
      this.filter = filter;
    }
  }

  /** The cells: a row's number is the attribute that it is found by. */
  private static final class Cells {
    final String[] s = new String[CELLS];
    final long[] x = new long[CELLS];
    final double[] v = new double[CELLS];
    final String[] tag = new String[CELLS];
    final String[] run = new String[CELLS];
    final byte[][] triple = new byte[CELLS][];
    final byte[][] list = new byte[CELLS][];

    Cells(Random random) {
      for (int i = 0; i < CELLS; i++) {
        s[i] = "chr" + random.nextInt(12);
        x[i] = random.nextInt(DOMAIN);
        v[i] = random.nextInt(1000) / 10.0;
        tag[i] = random.nextInt(5) == 0 ? null : "t".repeat(random.nextInt(9)) + i;
        run[i] = random.nextInt(20) == 0 ? "" : "r" + random.nextInt(3);
        triple[i] = new byte[3];
        random.nextBytes(triple[i]);
        list[i] = new byte[Integer.BYTES * random.nextInt(4)];
        random.nextBytes(list[i]);
      }
    }

    Batch batch() {
      byte[] triples = new byte[3 * CELLS];
      int[] offsets = new int[CELLS + 1];
      byte[] lists = new byte[4 * 4 * CELLS];
      for (int i = 0; i < CELLS; i++) {
        System.arraycopy(triple[i], 0, triples, 3 * i, 3);
        System.arraycopy(list[i], 0, lists, offsets[i], list[i].length);
        offsets[i + 1] = offsets[i] + list[i].length;
      }
      long[] numbers = new long[CELLS];
      Arrays.setAll(numbers, i -> i);
      return Batch.of(
          Column.of("s", Datatype.STRING_ASCII, s),
          Column.of("x", Datatype.INT64, x),
          Column.of("id", Datatype.INT32, numbers),
          Column.of("v", Datatype.FLOAT64, v),
          Column.of("tag", Datatype.STRING_UTF8, tag),
          Column.of("run", Datatype.STRING_ASCII, run),
          new FixedColumn("triple", Datatype.INT8, 3, CELLS, triples, null),
          new VarColumn("list", Datatype.INT32, CELLS, offsets, lists, null));
    }

    String text(int i) {
      return String.join(
          "|",
          s[i],
          Long.toString(x[i]),
          Double.toString(v[i]),
          String.valueOf(tag[i]),
          run[i],
          Arrays.toString(triple[i]),
          Arrays.toString(list[i]));
    }
  }

  private Cells write(Strings strings) {
    Filter zstd = Filter.zstd(1);
    ArraySchema schema =
        ArraySchema.sparse()
            .allowsDuplicates(true)
            .capacity(25_000)
            .offsetsFilters(Filter.positiveDelta(), Filter.bitWidthReduction())
            .dimension(
                Dimension.builder("s", Datatype.STRING_ASCII).filters(strings.filter).build())
            .dimension(
                Dimension.builder("x", Datatype.INT64)
                    .domain(Range.of(0, DOMAIN - 1))
                    .extent(1000)
                    .filters(Filter.doubleDelta(), zstd)
                    .build())
            .attribute(Attribute.of("id", Datatype.INT32))
            .attribute(
                Attribute.builder("v", Datatype.FLOAT64)
                    .filters(Filter.byteShuffle(), zstd)
                    .build())
            .attribute(
                Attribute.builder("tag", Datatype.STRING_UTF8)
                    .var()
                    .nullable()
                    .filters(zstd)
                    .build())
            .attribute(
                Attribute.builder("run", Datatype.STRING_ASCII)
                    .var()
                    .filters(Filter.rle(), Filter.md5())
                    .build())
            .attribute(Attribute.builder("triple", Datatype.INT8).cellValNum(3).build())
            .attribute(Attribute.builder("list", Datatype.INT32).var().filters(zstd).build())
            .build();
    azulejo.create(PLACE, schema);
    Cells cells = new Cells(random);
    azulejo.array(PLACE).append(cells.batch());
    return cells;
  }

  private static String text(Batch batch, int row) {
    return String.join(
        "|",
        batch.column("s").getString(row),
        Long.toString(batch.column("x").getLong(row)),
        Double.toString(batch.column("v").getDouble(row)),
        batch.column("tag").isNull(row) ? "null" : batch.column("tag").getString(row),
        batch.column("run").getString(row),
        Arrays.toString(batch.column("triple").getBytes(row)),
        Arrays.toString(batch.column("list").getBytes(row)));
  }

  private Range range() {
    int low = random.nextInt(DOMAIN);
    return Range.of(low, Math.min(DOMAIN - 1, low + random.nextInt(1 << random.nextInt(12))));
  }

  @ParameterizedTest
  @EnumSource(Strings.class)
  void fewCellsOfTilesOfManyChunksAreThoseThatWereWritten(Strings strings) {
    Cells cells = write(strings);
    Array array = azulejo.open(PLACE); // which learns where cells are
    for (int read = 0; read < TestLayer.cases(25, 6); read++) {
      List<Range> xs = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        xs.add(range());
      }
      boolean byX = random.nextInt(4) > 0;
      String first = "chr" + random.nextInt(12);
      String last = random.nextBoolean() ? first : "chr" + random.nextInt(12);
      boolean byS = random.nextInt(4) > 0 && first.compareTo(last) <= 0;
      int bound = random.nextInt(1000);
      boolean tested = random.nextInt(3) == 0;
      Layout layout =
          List.of(Layout.UNORDERED, Layout.UNORDERED, Layout.ROW_MAJOR, Layout.COL_MAJOR)
              .get(random.nextInt(4));
      Subarray part = Subarray.ALL;
      part = byX ? part.and("x", xs) : part;
      part = byS ? part.and("s", first, last) : part;
      ReadRequest request = ReadRequest.ALL.subarray(part).layout(layout);
      if (tested) {
        request = request.where(Condition.field("v").greaterThan(bound / 10.0));
      }
      List<Integer> wanted = new ArrayList<>();
      for (int i = 0; i < CELLS; i++) {
        int at = i;
        long times = byX ? xs.stream().filter(r -> contains(r, cells.x[at])).count() : 1;
        boolean in =
            (!byS || (cells.s[i].compareTo(first) >= 0 && cells.s[i].compareTo(last) <= 0))
                && (!tested || cells.v[i] > bound / 10.0);
        boolean repeats = layout != Layout.UNORDERED;
        for (long t = in ? (repeats ? times : Math.min(1, times)) : 0; t > 0; t--) {
          wanted.add(i);
        }
      }
      List<Integer> found = new ArrayList<>();
      try (BatchReader in = array.read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          for (int row = 0; row < batch.rows(); row++) {
            int id = batch.column("id").getInt(row);
            found.add(id);
            String text = text(batch, row);
            if (!text.equals(cells.text(id))) {
              assertThat(text).isEqualTo(cells.text(id));
            }
          }
        }
      }
      if (layout == Layout.ROW_MAJOR) {
        Comparator<Integer> order =
            Comparator.<Integer, String>comparing(i -> cells.s[i]).thenComparing(i -> cells.x[i]);
        assertThat(found).isSortedAccordingTo(order);
      }
      Collections.sort(found);
      assertThat(found.equals(wanted)).as("the cells that were wanted").isTrue();
    }
  }

  private static boolean contains(Range range, long x) {
    Range.Longs longs = (Range.Longs) range;
    return x >= longs.low() && x <= longs.high();
  }

  private ReadStats stats(ReadRequest request) {
    return stats(azulejo.open(PLACE), request);
  }

  private static ReadStats stats(Array array, ReadRequest request) {
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        assertThat(batch.rows()).isPositive();
      }
      return in.stats();
    }
  }

  private static ReadRequest unordered(Subarray part, String... fields) {
    return ReadRequest.ALL.subarray(part).layout(Layout.UNORDERED).select(List.of(fields));
  }

  @Test
  void ofTheFieldsOfFewCellsNoMoreChunksAreDecodedThanHoldThem() {
    int cells = 100_000; // one tile: 800,000 bytes of each field, in 13 chunks
    azulejo.create(
        PLACE,
        TestSchemas.of(
            "sparse(x INT64 0..%s/1000, y INT64 0..%s/%s) v INT64, t STRING_ASCII "
                + "var; duplicates, capacity %s",
            cells - 1, cells - 1, cells, cells));
    long[] numbers = new long[cells];
    Arrays.setAll(numbers, i -> i);
    String[] texts = new String[cells];
    Arrays.setAll(texts, i -> "%08d".formatted(i));
    azulejo
        .array(PLACE)
        .append(
            Batch.of(
                Column.of("x", Datatype.INT64, numbers),
                Column.of("y", Datatype.INT64, numbers),
                Column.of("v", Datatype.INT64, numbers),
                Column.of("t", Datatype.STRING_ASCII, texts)));
    long field = 8L * cells;
    long chunk = 65_536;

    Subarray few = Subarray.of("x", 50_000, 50_099);
    ReadStats decided = stats(unordered(few, "v", "t"));
    assertThat(decided.tilesDecoded()).isEqualTo(1);
    assertThat(decided.cellsDelivered()).isEqualTo(100);
    assertThat(decided.bytesDecoded()).isEqualTo(field + 3 * chunk + 8); // x; v, offsets, texts

    Subarray byBoth = few.and("y", 0, cells / 2 - 1L); // all cells that x leaves, as it turns out
    ReadStats both = stats(unordered(byBoth, "v"));
    assertThat(both.cellsDelivered()).isZero();
    assertThat(both.bytesDecoded()).isEqualTo(field + chunk);

    Array array = azulejo.open(PLACE);
    assertThat(stats(array, unordered(few, "v")).bytesDecoded()).isEqualTo(field + chunk);
    Subarray others = Subarray.of("x", 80_000, 80_099); // of which it is known where they are not
    ReadStats known = stats(array, unordered(others, "v"));
    assertThat(known.cellsDelivered()).isEqualTo(100);
    assertThat(known.bytesDecoded()).isEqualTo(2 * chunk);

    ReadStats all = stats(unordered(Subarray.ALL, "v", "t"));
    assertThat(all.bytesDecoded()).isEqualTo(3 * field);
  }

  @Test
  void aDimensionWhoseRangeHoldsTheWholeTileIsNotDecodedToDecide() {
    write(Strings.RUNS);
    ReadStats one = stats(unordered(Subarray.of("s", "chr1", "chr1"), "id"));
    ReadStats two =
        stats(unordered(Subarray.of("s", "chr1", "chr1").and("x", 0, DOMAIN - 1L), "id"));
    assertThat(two.bytesDecoded()).isEqualTo(one.bytesDecoded());
  }
}
