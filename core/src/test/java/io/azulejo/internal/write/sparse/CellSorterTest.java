package io.azulejo.internal.write.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Many cells, so that all threads sort. Another seed: {@code -Dazulejo.seed=N}. */
class CellSorterTest {
  private static final int ROWS = 90_000;

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);
  private final Random random = new Random(seed);

  private static Dimension x() {
    return Dimension.of("x", Datatype.INT64, Range.of(-1_000_000, 1_000_000), 1000);
  }

  private CellColumn texts(Supplier<String> text) {
    int[] offsets = new int[ROWS + 1];
    StringBuilder all = new StringBuilder();
    for (int row = 0; row < ROWS; row++) {
      all.append(text.get());
      offsets[row + 1] = all.length();
    }
    return new CellColumn(all.toString().getBytes(StandardCharsets.UTF_8), 0, offsets, null);
  }

  private CellColumn longs(Supplier<Long> number) {
    ByteBuffer data = ByteBuffer.allocate(8 * ROWS).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < ROWS; row++) {
      data.putLong(number.get());
    }
    return CellColumn.fixed(data.array(), null);
  }

  private CellColumn doubles(Supplier<Double> number) {
    return longs(() -> Double.doubleToRawLongBits(number.get()));
  }

  private void sorts(ArraySchema schema, CellColumn... columns) {
    CellLayout layout = new CellLayout(schema);
    CellPart part = layout.part(columns, ROWS, new CellPart.RowNumbers(0, ROWS, true));
    List<CellRange> ranges = new ArrayList<>();
    int from = 0;
    while (from < ROWS) {
      int count = Math.min(ROWS - from, 1 + random.nextInt(40_000));
      ranges.add(new CellRange(part, from, count));
      from += count;
    }
    boolean[] found = new boolean[ROWS];
    try (Tasks tasks = new Tasks(2, 0)) {
      CellSorter sorter = new CellSorter(layout, tasks);
      SortedCells sorted = sorter.sort(ranges, null);
      assertThat(sorted.count()).isEqualTo(ROWS);
      for (int place = 0; place < ROWS; place++) {
        int row = sorted.row(place);
        assertThat(found[row]).as("row %d, -Dazulejo.seed=%d", row, seed).isFalse();
        found[row] = true;
        if (place > 0) {
          int before = sorted.row(place - 1);
          int order = sorter.compare(part, before, part, row);
          assertThat(order < 0 || (order == 0 && before < row))
              .as("rows %d and %d, -Dazulejo.seed=%d", before, row, seed)
              .isTrue();
        }
      }
    }
  }

  @Test
  void sortsByManyStringsThatBeginAlike() {
    sorts(
        ArraySchema.sparse().dimension(Dimension.text("s")).dimension(x()).build(),
        texts(() -> "cell-%x".formatted(random.nextInt(30_000) * 0x9E3779B97F4AL)),
        longs(() -> (long) random.nextInt(2_000_001) - 1_000_000));
  }

  @Test
  void sortsByFewStringsAndNumbersWithEqualCellsAsTheyCame() {
    sorts(
        ArraySchema.sparse()
            .cellOrder(Layout.COL_MAJOR)
            .dimension(x())
            .dimension(Dimension.text("s"))
            .build(),
        longs(() -> (long) random.nextInt(50) - 25),
        texts(() -> "sample number " + random.nextInt(40)));
  }

  @Test
  void sortsByNumbersThatDoNotFitIntoOneKey() {
    Dimension wide =
        Dimension.builder("w", Datatype.INT64)
            .domain(Range.of(Long.MIN_VALUE, Long.MAX_VALUE - 1))
            .extent(1L << 40)
            .build();
    sorts(
        ArraySchema.sparse().dimension(wide).dimension(x()).build(),
        longs(() -> random.nextLong() & ~0x7fL),
        longs(() -> (long) random.nextInt(3)));
  }

  @Test
  void sortsAlongHilbertCurvesAndZerosBySigns() {
    Dimension real = Dimension.of("r", Datatype.FLOAT64, Range.of(-1.0, 1.0), 0.5);
    sorts(
        ArraySchema.sparse().cellOrder(Layout.HILBERT).dimension(real).dimension(x()).build(),
        doubles(() -> random.nextBoolean() ? -0.0 : random.nextInt(9) / 8.0),
        longs(() -> (long) random.nextInt(40)));
  }

  @Test
  void sortsCellsOfOneKeyAndCellsThatAreSorted() {
    ArraySchema schema = ArraySchema.sparse().dimension(x()).build();
    long[] next = {-1_000_000};

    sorts(schema, longs(() -> 7L));
    sorts(schema, longs(() -> next[0]++));
  }
}
