package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadRequest.Cells;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Subarray;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which cells of a dense array are rows: 3, 4 and 5 of 1 to 12 were written, as 30, 40 and 50. */
class DenseRowsTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final long FILL = Long.MIN_VALUE;

  @AutoClose
  private final Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();

  @BeforeEach
  void create() {
    azulejo.create(ARRAY, TestSchemas.of("dense(x INT32 1..12/4) v INT64"));
    azulejo.array(ARRAY).write(Subarray.of("x", 3, 5), "v", new long[] {30, 40, 50});
  }

  private static ReadRequest request(Cells cells, long low, long high, String condition) {
    ReadRequest request = ReadRequest.ALL.subarray(Subarray.of("x", low, high)).cells(cells);
    return condition.isEmpty() ? request : request.where(Condition.parse(condition));
  }

  private List<Long> values(Cells cells, long low, long high, String condition) {
    return azulejo
        .open(ARRAY)
        .read(request(cells, low, high, condition))
        .rows()
        .map(row -> row.getLong("v"))
        .toList();
  }

  private long count(Cells cells, long low, long high, String condition, Aggregate aggregate) {
    return azulejo
        .open(ARRAY)
        .read(request(cells, low, high, condition))
        .aggregate(Aggregation.of(List.of(aggregate)))
        .column(0)
        .getLong(0);
  }

  @Test
  void writtenCellsAreRowsWithAConditionAndWithout() {
    assertThat(values(Cells.WRITTEN, 1, 12, "")).containsExactly(30L, 40L, 50L);
    assertThat(values(Cells.WRITTEN, 1, 12, "v > 30")).containsExactly(40L, 50L);
    assertThat(values(Cells.WRITTEN, 1, 12, "x < 5")).containsExactly(30L, 40L);
    assertThat(values(Cells.WRITTEN, 9, 12, "")).isEmpty();
    assertThat(count(Cells.WRITTEN, 1, 12, "", Aggregate.count())).isEqualTo(3);
    assertThat(count(Cells.WRITTEN, 1, 12, "v > 30", Aggregate.count())).isEqualTo(2);
  }

  @Test
  void allCellsAreRowsAndThoseThatWereNotWrittenHaveTheFillValue() {
    assertThat(values(Cells.ALL, 2, 6, "")).containsExactly(FILL, 30L, 40L, 50L, FILL);
    assertThat(values(Cells.ALL, 2, 6, "v < 40")).containsExactly(FILL, 30L, FILL);
    assertThat(values(Cells.ALL, 2, 6, "v > 30")).containsExactly(40L, 50L);
    assertThat(values(Cells.ALL, 2, 6, "x > 4")).containsExactly(50L, FILL);
    assertThat(values(Cells.ALL, 9, 10, "v < 0 and x = 10")).containsExactly(FILL);
  }

  @Test
  void aggregatesOfAllCellsTakeFillValuesIn() {
    assertThat(count(Cells.ALL, 1, 12, "", Aggregate.count())).isEqualTo(12);
    assertThat(count(Cells.ALL, 1, 12, "", Aggregate.count("v"))).isEqualTo(12);
    assertThat(count(Cells.ALL, 9, 12, "", Aggregate.count("v"))).isEqualTo(4);
    assertThat(count(Cells.ALL, 1, 12, "v < 0", Aggregate.count())).isEqualTo(9);
    assertThat(count(Cells.ALL, 1, 12, "", Aggregate.min("v"))).isEqualTo(FILL);
    assertThat(count(Cells.ALL, 3, 5, "", Aggregate.min("v"))).isEqualTo(30);
  }

  @Test
  void rowsHaveNoShape() {
    Array array = azulejo.open(ARRAY);

    refuses(
        InvalidRequestException.class,
        () -> array.read(request(Cells.WRITTEN, 1, 12, "")).into(ReadTarget.of("v", new long[12])));
    assertThat(array.read().range("x", 2, 6).where("v > 30").cells(Cells.GRID).longs("v").values())
        .containsExactly(FILL, FILL, 40, 50, FILL);
  }
}
