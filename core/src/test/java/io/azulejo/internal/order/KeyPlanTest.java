package io.azulejo.internal.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Another seed: {@code -Dazulejo.seed=N}. */
class KeyPlanTest {
  private static final int ROWS = 300;

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  private static final class Rows extends Cells {
    Rows(int dimensions) {
      coordinates = new CellColumn[dimensions];
      keys = new long[dimensions][];
      selected = ROWS;
    }
  }

  private static Dimension whole(String name, Datatype type, long low, long high, long extent) {
    return Dimension.asStored(
        name,
        type,
        1,
        FilterPipeline.EMPTY,
        Optional.of(new Range.Longs(low, high)),
        Optional.of(extent));
  }

  private static Dimension text(String name) {
    return Dimension.asStored(
        name,
        Datatype.STRING_ASCII,
        Attribute.VAR,
        FilterPipeline.EMPTY,
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void neverContradictsTheOrderOfCells() {
    Random random = new Random(seed);
    for (int round = 0; round < 400; round++) {
      String message = "round %d of -Dazulejo.seed=%d".formatted(round, seed);
      ArraySchema.Builder builder =
          ArraySchema.sparse()
              .tileOrder(random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR)
              .cellOrder(Layout.values()[random.nextInt(2)]);
      int dimensions = 1 + random.nextInt(3);
      Rows rows = new Rows(dimensions);
      for (int d = 0; d < dimensions; d++) {
        if (random.nextInt(3) == 0) {
          builder.dimension(text("d" + d));
          rows.coordinates[d] = texts(random);
        } else {
          long span = 1L << 1 + random.nextInt(62);
          builder.dimension(
              whole("d" + d, Datatype.INT64, -span, span - 2, 1 + (random.nextLong() & span - 1)));
          rows.keys[d] = new long[ROWS];
          for (int i = 0; i < ROWS; i++) {
            rows.keys[d][i] = -span + Math.floorMod(random.nextLong(), 2 * span - 1);
          }
        }
      }
      CellKeys order = new CellKeys(builder.build(), Layout.GLOBAL_ORDER);
      KeyPlan plan = order.plan(d -> bounds(rows.keys[d]), d -> textKeys(random, rows, d));
      long[] keys = new long[ROWS];
      plan.pack(rows, 0, 100, keys, 0);
      plan.pack(rows, 100, ROWS - 100, keys, 100);
      for (int i = 0; i < 3000; i++) {
        int a = random.nextInt(ROWS);
        int b = random.nextInt(ROWS);
        int byKeys = Long.compareUnsigned(keys[a], keys[b]);
        int byCells = Integer.signum(order.compare(rows, a, rows, b));
        if (byKeys != 0 || plan.exact()) {
          assertThat(byKeys).as(message).isEqualTo(byCells);
        }
      }
    }
  }

  private static long[] bounds(long[] keys) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (long key : keys) {
      low = Math.min(low, key);
      high = Math.max(high, key);
    }
    return new long[] {low, high};
  }

  private static TextKeys textKeys(Random random, Rows rows, int d) {
    TextSet set = new TextSet(random.nextBoolean() ? 1000 : 10);
    int[] numbers = new int[ROWS];
    if (!set.add(rows, d, 0, ROWS, numbers, 0)) {
      return new TextKeys(2, null, 0);
    }
    TextRanks ranks = TextRanks.of(List.of(set), ROWS);
    int[] rankOf = ranks.ofSet(0);
    return new TextKeys(
        0, Arrays.stream(numbers).map(number -> rankOf[number]).toArray(), ranks.size());
  }

  private static CellColumn texts(Random random) {
    int[] offsets = new int[ROWS + 1];
    byte[] data = new byte[ROWS * 14];
    int at = 0;
    for (int row = 0; row < ROWS; row++) {
      data[at++] = 'a';
      data[at++] = 'b';
      for (int i = random.nextInt(12); i > 0; i--) {
        data[at++] = (byte) (random.nextInt(3) * 100);
      }
      offsets[row + 1] = at;
    }
    return new CellColumn(data, 0, offsets, null);
  }
}
