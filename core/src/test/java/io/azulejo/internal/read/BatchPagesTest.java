package io.azulejo.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader.Page;
import io.azulejo.query.BatchReader.PageLimits;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.testkit.TestLayer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random batches in pages with random limits, compared with a list of the cells. */
class BatchPagesTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_127L);
  private static final int WIDTH = 3 * Integer.BYTES;

  private final Random random = new Random(SEED);

  /** The cells of one read, as a list of texts, and in batches. */
  private final class Cells {
    final List<String> texts = new ArrayList<>();
    final List<Batch> batches = new ArrayList<>();
    final int longest = random.nextInt(30);

    Cells() {
      for (int i = random.nextInt(6); i > 0; i--) {
        add(random.nextInt(4) == 0 ? 0 : random.nextInt(40));
      }
    }

    private void add(int rows) {
      byte[] fixed = new byte[rows * WIDTH + random.nextInt(3)];
      random.nextBytes(fixed);
      int[] offsets = new int[rows + 1 + random.nextInt(3)];
      StringBuilder text = new StringBuilder();
      for (int row = 0; row < rows; row++) {
        text.append("x".repeat(random.nextInt(3) == 0 ? 0 : random.nextInt(longest + 1)));
        offsets[row + 1] = text.length();
      }
      byte[] data = text.toString().getBytes(StandardCharsets.US_ASCII);
      Column a = new FixedColumn("a", Datatype.INT32, 3, rows, fixed, null);
      Column s = new VarColumn("s", Datatype.STRING_ASCII, rows, offsets, data, new byte[rows]);
      batches.add(Batch.of(a, s));
      for (int row = 0; row < rows; row++) {
        texts.add(text(batches.get(batches.size() - 1), row));
      }
    }
  }

  private static String text(Batch batch, int row) {
    return batch.column("a").getInt(row) + " " + batch.column("s").getString(row);
  }

  /** The number of bytes of the variable-size field in a cell. */
  private static long length(String cell) {
    return cell.length() - 1L - cell.indexOf(' ');
  }

  /** How many cells fit into limits, from one cell on. */
  private static int fitting(List<String> cells, int from, PageLimits limits) {
    long fixed = limits.bytes().getOrDefault("a", Long.MAX_VALUE);
    long text = limits.bytes().getOrDefault("s", Long.MAX_VALUE);
    int count = 0;
    while (from + count < cells.size() && count < limits.cells()) {
      fixed -= WIDTH;
      text -= length(cells.get(from + count));
      if (fixed < 0 || text < 0) {
        break;
      }
      count++;
    }
    return count;
  }

  private PageLimits limits() {
    Map<String, Long> bytes = new HashMap<>();
    if (random.nextBoolean()) {
      bytes.put("a", (long) random.nextInt(40 * WIDTH));
    }
    if (random.nextBoolean()) {
      bytes.put("s", (long) random.nextInt(400));
    }
    return PageLimits.of(random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(60), bytes);
  }

  @Test
  void eachPageHasTheCellsThatFitAndNoMore() {
    for (int i = 0; i < TestLayer.cases(20_000, 3000); i++) {
      Cells cells = new Cells();
      Queue<Batch> left = new ArrayDeque<>(cells.batches);
      List<Batch> recycled = new ArrayList<>();
      BatchPages pages = new BatchPages(left::poll, recycled::add);
      int read = 0;
      boolean more = true;
      while (more) {
        PageLimits limits = limits();
        String what = "azulejo.seed=%d, read %d, from %d: %s".formatted(SEED, i, read, limits);
        int expected = fitting(cells.texts, read, limits);
        List<String> page = new ArrayList<>();
        Page result =
            pages.next(
                limits,
                (batch, first, count) -> {
                  assertThat(count).as(what).isPositive();
                  assertThat(recycled).doesNotContain(batch);
                  for (int row = first; row < first + count; row++) {
                    page.add(text(batch, row));
                  }
                });
        assertThat(page).as(what).isEqualTo(cells.texts.subList(read, read + expected));
        read += expected;
        more = read < cells.texts.size();
        assertThat(result.cells()).as(what).isEqualTo(expected);
        assertThat(result.hasMore()).as(what).isEqualTo(more);
        compareLimit(result, limits, more ? cells.texts.get(read) : "", what);
      }
      assertThat(recycled).isEqualTo(cells.batches);
      assertThat(pages.isInsideBatch()).isFalse();
    }
  }

  /** The named field is one without room for the next cell; without a name, all cells are there. */
  private static void compareLimit(Page page, PageLimits limits, String next, String what) {
    if (!page.hasMore() || page.cells() == limits.cells()) {
      assertThat(page.limitedBy()).as(what).isEmpty();
    } else {
      String field = page.limitedBy().orElseThrow();
      assertThat(limits.bytes()).as(what).containsKey(field);
      if (page.cells() == 0) {
        long size = field.equals("a") ? WIDTH : length(next);
        assertThat(size).as(what).isGreaterThan(limits.bytes().get(field));
      }
    }
  }
}
