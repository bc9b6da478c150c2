package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.BatchReader.Page;
import io.azulejo.query.BatchReader.PageLimits;
import io.azulejo.query.BatchReader.PartConsumer;
import io.azulejo.query.Column;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads in pages with limits. */
class ReadPagesTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_127L);
  private static final int CELLS = 50_000;
  private static final PartConsumer NOBODY = (batch, first, count) -> {};

  /** So small that the cells come in many batches. */
  @AutoClose
  private final Azulejo azulejo =
      Azulejo.builder().storage("mem", Storage.inMemory()).memoryBudget(1 << 20).build();

  private Read read;

  @BeforeEach
  void write() {
    ArrayHandle array = azulejo.array("mem://array");
    array.create(
        TestSchemas.of(
            "sparse(x INT32 0..%s/1000) v INT32, s STRING_UTF8 var; capacity 1000", CELLS - 1));
    int[] x = IntStream.range(0, CELLS).toArray();
    String[] texts = IntStream.of(x).mapToObj(i -> "t".repeat(i % 7)).toArray(String[]::new);
    array.append(Batch.of(Column.ofInts("x", x), Column.ofInts("v", x), strings(texts)));
    read = array.open().read().layout(Layout.GLOBAL_ORDER);
  }

  private static void refuses(String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
  }

  private static Column strings(String... texts) {
    return Column.ofStrings("s", texts);
  }

  private static PartConsumer into(List<String> rows) {
    return (batch, first, count) -> {
      for (int row = first; row < first + count; row++) {
        rows.add(batch.column("x").getInt(row) + batch.column("s").getString(row));
      }
    };
  }

  @Test
  void pagesOfAnySizeHaveTheCellsOfTheBatches() {
    List<String> expected = new ArrayList<>();
    int batches = 0;
    try (BatchReader in = read.batches()) {
      for (Batch batch : in) {
        into(expected).accept(batch, 0, batch.rows());
        batches++;
      }
    }
    assertThat(batches).isGreaterThan(3);

    Random random = new Random(SEED);
    List<String> rows = new ArrayList<>();
    try (BatchReader in = read.batches()) {
      Page page;
      do {
        Map<String, Long> bytes =
            Map.of("v", (long) random.nextInt(60_000), "s", (long) random.nextInt(50_000));
        int before = rows.size();
        page = in.nextPage(PageLimits.of(random.nextInt(20_000), bytes), into(rows));
        assertThat(page.cells()).isEqualTo(rows.size() - before);
      } while (page.hasMore());
      assertThat(in.nextPage(PageLimits.of(1), NOBODY).cells()).isZero();
      assertThat(in.next()).isNull();
    }
    assertThat(rows).as("azulejo.seed=" + SEED).isEqualTo(expected);
  }

  @Test
  void aPageThatEndsWithTheLastCellHasNoMore() {
    try (BatchReader in = read.limit(10).batches()) {
      assertThat(in.nextPage(PageLimits.of(9), NOBODY).hasMore()).isTrue();
      Page last = in.nextPage(PageLimits.of(1), NOBODY);
      assertThat(last.cells()).isEqualTo(1);
      assertThat(last.hasMore()).isFalse();
      assertThat(last.limitedBy()).isEmpty();
    }
  }

  @Test
  void aCellThatExceedsALimitWaitsForAHigherOne() {
    try (BatchReader in = read.range("x", 6, 8).batches()) {
      Page page = in.nextPage(PageLimits.of(10, Map.of("s", 5L)), NOBODY);
      assertThat(page.cells()).isZero();
      assertThat(page.hasMore()).isTrue();
      assertThat(page.limitedBy()).hasValue("s");
      List<String> rows = new ArrayList<>();
      page = in.nextPage(PageLimits.of(10, Map.of("s", 6L)), into(rows));
      assertThat(page.limitedBy()).hasValue("s");
      assertThat(rows).containsExactly("6tttttt", "7");
    }
  }

  @Test
  void aPartWhoseConsumerFailsIsReadAgain() {
    try (BatchReader in = read.limit(3).batches()) {
      assertThatThrownBy(
              () ->
                  in.nextPage(
                      PageLimits.of(2),
                      (batch, first, count) -> {
                        throw new IllegalStateException("full");
                      }))
          .hasMessage("full");
      List<String> rows = new ArrayList<>();
      in.nextPage(PageLimits.of(Long.MAX_VALUE), into(rows));
      assertThat(rows).containsExactly("0", "1t", "2tt");
    }
  }

  @Test
  void batchesFollowOnlyAfterTheLastCellOfABatch() {
    try (BatchReader in = read.batches()) {
      in.nextPage(PageLimits.of(1), NOBODY);
      refuses("inside a batch", in::next);
    }
    try (BatchReader in = read.batches()) {
      int rows = in.next().rows();
      List<String> page = new ArrayList<>();
      in.nextPage(PageLimits.of(1), into(page));
      assertThat(page.get(0)).startsWith(Integer.toString(rows));
    }
  }

  @Test
  void refusesLimitsThatDoNotFit() {
    refuses("-1 cells (minimum: 0)", () -> PageLimits.of(-1));
    refuses("-2 bytes of \"s\"", () -> PageLimits.of(1, Map.of("s", -2L)));
    try (BatchReader in = read.batches()) {
      refuses("no column \"t\"", () -> in.nextPage(PageLimits.of(1, Map.of("t", 1L)), NOBODY));
    }
  }

  @Test
  void refusesToReadWhenClosed() {
    BatchReader in = read.batches();
    try (in) {
      in.nextPage(PageLimits.of(1), NOBODY);
    }
    refuses("the reader is closed", () -> in.nextPage(PageLimits.of(1), NOBODY));
  }
}
