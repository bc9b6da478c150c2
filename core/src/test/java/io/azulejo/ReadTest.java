package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a read says by itself, and the ways in which its cells are delivered. */
class ReadTest {
  private static final int CELLS = 100_000;

  /** So small that the cells come in many batches. */
  @AutoClose
  private final Azulejo azulejo =
      Azulejo.builder().storage("mem", Storage.inMemory()).memoryBudget(1 << 20).build();

  private Array sparse;

  @BeforeEach
  void write() {
    ArrayHandle array = azulejo.array("mem://sparse");
    array.create(
        TestSchemas.of(
            "sparse(x INT32 0..%s/1000, y INT32 0..99/10) v INT32; capacity 1000", CELLS - 1));
    int[] x = IntStream.range(0, CELLS).toArray();
    int[] y = IntStream.of(x).map(i -> i % 100).toArray();
    array.append(Batch.of(Column.ofInts("x", x), Column.ofInts("y", y), Column.ofInts("v", x)));
    sparse = array.open();
  }

  private static List<Integer> coordinates(BatchReader in) {
    List<Integer> all = new ArrayList<>();
    for (Batch batch : in) {
      for (int row = 0; row < batch.rows(); row++) {
        all.add(batch.column("x").getInt(row));
      }
    }
    return all;
  }

  @Test
  void cellsOfSparseArraysComeUnorderedUnlessAnOrderIsAsked() {
    List<Integer> natural = coordinates(sparse.read().batches());
    List<Integer> unordered = coordinates(sparse.read().layout(Layout.UNORDERED).batches());
    List<Integer> sorted = coordinates(sparse.read().layout(Layout.ROW_MAJOR).batches());

    assertThat(natural).isEqualTo(unordered).isNotEqualTo(sorted);
    assertThat(natural.stream().sorted().toList()).isEqualTo(sorted);
    assertThat(sparse.read().plan().order().layout()).isEqualTo(Layout.UNORDERED);
  }

  @Test
  void aggregatesTheCellsThatAReadDelivers() {
    Read read = sparse.read().where("v >= 10").select("v", "x").limit(50_000);
    List<Long> values = new ArrayList<>();
    Batch answer =
        read.aggregateAndRead(
            Aggregation.parse("count(), sum(v), max(x) having count() > 1"),
            batch -> {
              for (int row = 0; row < batch.rows(); row++) {
                values.add(batch.column("v").getLong(row));
              }
            });

    assertThat(values).hasSize(50_000).doesNotContain(9L);
    assertThat(answer.column(0).getLong(0)).isEqualTo(50_000);
    assertThat(answer.column(1).getLong(0))
        .isEqualTo(values.stream().mapToLong(Long::longValue).sum());
    assertThat(answer.column(2).getLong(0)).isEqualTo(values.stream().max(Long::compare).get());
    assertThatThrownBy(() -> read.aggregateAndRead(Aggregation.parse("max(y)"), batch -> {}))
        .hasMessage("\"y\" is aggregated, but not selected; select it");
  }

  @Test
  void cellsOfDenseArraysComeRowMajorUnlessAnOrderIsAsked() {
    ArrayHandle dense = azulejo.array("mem://dense");
    dense.create(TestSchemas.of("dense(y INT32 0..3/2, x INT32 0..3/2) v INT32"));
    dense.write(Subarray.ALL, "v", new int[16]);

    assertThat(dense.read().plan().order().layout()).isEqualTo(Layout.ROW_MAJOR);
    assertThat(coordinates(dense.read().batches())).startsWith(0, 1, 2, 3, 0);
  }

  @Test
  void aReadIsNotChangedByWhatIsMadeOfIt() {
    Read all = sparse.read().select("x");

    Read some = all.range("x", 10, 19).where("v <> 12").limit(3);

    assertThat(all.request().limit()).isEqualTo(Long.MAX_VALUE);
    assertThat(all.rows()).hasSize(CELLS);
    assertThat(some.rows()).hasSize(3);
    assertThat(sparse.read(some.request()).rows()).hasSize(3);
  }

  @Test
  void iteratesOverAllBatches() {
    BatchReader in = sparse.read().batches();
    Iterator<Batch> batches = in.iterator();
    while (batches.hasNext()) {
      assertThat(batches.next().rows()).isPositive();
    }

    assertThatThrownBy(batches::next).isInstanceOf(NoSuchElementException.class);
    assertThat(in.next()).isNull();
  }

  /** Collects batches, so many at a time. */
  private static class Subscriber implements Flow.Subscriber<Batch> {
    final CompletableFuture<Integer> rows = new CompletableFuture<>();
    final CountDownLatch first = new CountDownLatch(1);
    final AtomicInteger sum = new AtomicInteger();
    final AtomicInteger batches = new AtomicInteger();
    private final long atATime;
    Flow.Subscription subscription;

    Subscriber(long atATime) {
      this.atATime = atATime;
    }

    @Override
    public void onSubscribe(Flow.Subscription to) {
      subscription = to;
      to.request(atATime);
    }

    @Override
    public void onNext(Batch batch) {
      sum.addAndGet(batch.rows());
      batches.incrementAndGet();
      first.countDown();
      more();
    }

    void more() {
      subscription.request(atATime);
    }

    @Override
    public void onError(Throwable e) {
      rows.completeExceptionally(e);
    }

    @Override
    public void onComplete() {
      rows.complete(sum.get());
    }
  }

  @Test
  void publishersSendAllBatches() throws Exception {
    for (long atATime : new long[] {1, 3, Long.MAX_VALUE}) {
      Subscriber subscriber = new Subscriber(atATime);

      sparse.read().publisher().subscribe(subscriber);

      assertThat(subscriber.rows.get(1, TimeUnit.MINUTES)).isEqualTo(CELLS);
      assertThat(subscriber.batches.get()).isGreaterThan(3);
    }
  }

  @Test
  void publishersSendNoMoreThanWasRequested() throws Exception {
    Subscriber subscriber =
        new Subscriber(1) {
          @Override
          void more() {}
        };
    sparse.read().publisher().subscribe(subscriber);
    subscriber.first.await();

    // Another read takes as long as all batches of this one would.
    assertThat(sparse.read().rows()).hasSize(CELLS);
    assertThat(subscriber.batches.get()).isEqualTo(1);
    subscriber.subscription.request(Long.MAX_VALUE);

    assertThat(subscriber.rows.get(1, TimeUnit.MINUTES)).isEqualTo(CELLS);
  }

  @Test
  void aCancelledSubscriptionGetsNothingMoreAndHoldsNoMemory() throws Exception {
    Subscriber subscriber =
        new Subscriber(1) {
          @Override
          void more() {
            subscription.cancel();
            subscription.request(1);
          }
        };
    sparse.read().publisher().subscribe(subscriber);
    subscriber.first.await();

    // The whole budget is there for another read.
    assertThat(sparse.read().rows()).hasSize(CELLS);
    assertThat(subscriber.batches.get()).isEqualTo(1);
    assertThat(subscriber.rows).isNotDone();
  }

  @Test
  void subscribersOfAClosedEngineLearnThatItIsClosed() {
    Subscriber subscriber = new Subscriber(1);
    azulejo.close();

    sparse.read().publisher().subscribe(subscriber);

    refuses(() -> subscriber.rows.get(1, TimeUnit.MINUTES));
  }

  @Test
  void subscribersLearnWhatIsWrong() {
    Subscriber unknown = new Subscriber(1);
    Subscriber none = new Subscriber(0);

    sparse.read().select("nothing").publisher().subscribe(unknown);
    sparse.read().publisher().subscribe(none);

    assertThatThrownBy(() -> unknown.rows.get(1, TimeUnit.MINUTES))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("nothing");
    assertThatThrownBy(() -> none.rows.get(1, TimeUnit.MINUTES))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("0 batches requested");
  }

  @Test
  void cellsOfARequestAreAggregatedByAText() {
    Batch answer = sparse.read(ReadRequest.ALL.where("v < 10")).aggregate("count()");

    assertThat(answer.column(0).getLong(0)).isEqualTo(10);
  }
}
