package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** First and last values, and what stands beside them, of ranges in any order. */
class OrderedAggregatesTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final int CELLS = 40;

  @AutoClose
  private final Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();

  private void write(ArraySchema.Builder schema, boolean dense) {
    azulejo.create(
        PLACE,
        schema
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, CELLS), 4))
            .attribute(Attribute.of("a", Datatype.INT64))
            .build());
    long[] x = LongStream.rangeClosed(1, CELLS).toArray();
    Column a = Column.of("a", Datatype.INT64, LongStream.of(x).map(v -> 10 * v).toArray());
    azulejo
        .array(PLACE)
        .append(dense ? Batch.of(a) : Batch.of(Column.of("x", Datatype.INT32, x), a));
  }

  private Batch ask(List<Range> ranges, String text) {
    return azulejo
        .open(PLACE)
        .read(ReadRequest.ALL.subarray(Subarray.ALL.and("x", ranges)))
        .aggregate(Aggregation.parse(text));
  }

  @Test
  void aCellOfASparseArrayCountsOnceBesideItsFirstValue() {
    write(ArraySchema.sparse(), false);
    List<Range> ranges = List.of(Range.of(3, 8), Range.of(1, 5));
    for (String aggregate :
        List.of(
            "count()",
            "count(a)",
            "null_count(a)",
            "sum(a)",
            "min(a)",
            "max(a)",
            "mean(a)",
            "count(distinct a)",
            "median(a)",
            "quantile(a, 0.3)",
            "stddev(a)",
            "var(a)",
            "last(a)")) {
      for (String by : List.of("", " by bin(x, 2)")) {
        Batch alone = ask(ranges, aggregate + by);
        Batch beside = ask(ranges, aggregate + ", first(a)" + by);
        int column = by.isEmpty() ? 0 : 1;
        assertThat(beside.rows()).isEqualTo(alone.rows());
        for (int row = 0; row < alone.rows(); row++) {
          assertThat(beside.column(column).getBytes(row))
              .as(aggregate + by)
              .isEqualTo(alone.column(column).getBytes(row));
        }
      }
    }
    Batch all = ask(ranges, "count(), sum(a), first(a), last(a)");
    assertThat(List.of(0, 1, 2, 3).stream().map(i -> all.column(i).getLong(0)))
        .containsExactly(8L, 360L, 10L, 80L);
  }

  @Test
  void firstAndLastOfADenseArrayFollowCoordinatesNotRanges() {
    write(ArraySchema.dense(), true);
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      List<Range> ranges = new ArrayList<>();
      List<Long> wanted = new ArrayList<>();
      for (int i = random.nextInt(1, 5); i > 0; i--) {
        long low = random.nextInt(1, CELLS + 1);
        long high = random.nextLong(low, CELLS + 1);
        long step = Math.max(1, random.nextInt(-3, 5));
        ranges.add(step == 1 ? Range.of(low, high) : new Range.Strided(low, high, step));
        for (long x = low; x <= high; x += step) {
          wanted.add(x);
        }
      }
      Batch answer = ask(ranges, "count(), sum(a), first(a), last(a)");
      assertThat(List.of(0, 1, 2, 3).stream().map(i -> answer.column(i).getLong(0)))
          .as(ranges.toString())
          .containsExactly(
              (long) wanted.size(),
              wanted.stream().mapToLong(x -> 10 * x).sum(),
              10 * wanted.stream().min(Long::compare).orElseThrow(),
              10 * wanted.stream().max(Long::compare).orElseThrow());
    }
  }

  @Test
  void rangesThatWouldBeCutIntoTooManyAreRefused() {
    azulejo.create(PLACE, TestSchemas.of("dense(x INT32 1..4000000/4000) a INT64"));
    List<Range> ranges =
        List.of(new Range.Strided(1, 4_000_000, 2), new Range.Strided(2, 4_000_000, 3));
    refuses(InvalidRequestException.class, () -> ask(ranges, "first(a)"));
    assertThat(ask(ranges, "count()").column(0).getLong(0)).isEqualTo(2_000_000 + 1_333_333);
  }
}
