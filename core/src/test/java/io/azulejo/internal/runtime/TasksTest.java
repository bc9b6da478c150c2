package io.azulejo.internal.runtime;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TasksTest {
  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Test
  void givesResultsInTheOrderOfTheItems() {
    for (int threads : new int[] {0, 1, 2, 7}) {
      try (Tasks tasks = new Tasks(threads, threads)) {
        assertThat(tasks.compute(numbers(1000), i -> i * i))
            .isEqualTo(numbers(1000).stream().map(i -> i * i).toList());
        assertThat(tasks.io(numbers(3), i -> "io" + i)).containsExactly("io0", "io1", "io2");
        assertThat(tasks.io(List.of(), i -> i)).isEmpty();
        assertThat(tasks.compute(List.of(1), i -> null)).containsExactly((Object) null);
      }
    }
  }

  @Test
  void sendsNoMoreRequestsAtATimeThanAStoreTakes() {
    try (Tasks tasks = new Tasks(0, 1)) {
      Set<String> threads = ConcurrentHashMap.newKeySet();
      AtomicInteger running = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      tasks.io(
          3,
          numbers(500),
          i -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            threads.add(Thread.currentThread().getName());
            return running.decrementAndGet();
          });
      assertThat(most.get()).isBetween(1, 3);
      threads.remove(Thread.currentThread().getName());
      assertThat(threads).hasSizeLessThanOrEqualTo(2).allMatch(n -> n.contains("-request-"));

      threads.clear();
      tasks.io(0, numbers(500), i -> threads.add(Thread.currentThread().getName()));
      threads.remove(Thread.currentThread().getName());
      assertThat(threads).as("of a store that does not wait").allMatch(n -> n.contains("-io-"));
    }
  }

  @Test
  void doesEverythingInOrderInTheDriverWithoutThreads() {
    try (Tasks tasks = new Tasks(0, 0)) {
      List<Integer> order = new ArrayList<>();
      Pending<Integer> later =
          tasks.beginIo(
              0,
              numbers(3),
              i -> {
                order.add(i);
                return i;
              });
      tasks.compute(
          List.of(10, 11),
          i -> {
            assertThat(Thread.currentThread().getName()).doesNotStartWith("azulejo-");
            return order.add(i);
          });
      later.await();
      assertThat(order).containsExactly(10, 11, 0, 1, 2);
    }
  }

  @Test
  void worksInDaemonThreadsOfItsOwnToo() throws Exception {
    try (Tasks tasks = new Tasks(1, 1)) {
      ConcurrentLinkedQueue<Thread> seen = new ConcurrentLinkedQueue<>();
      CountDownLatch both = new CountDownLatch(2);
      tasks.compute(
          numbers(2),
          i -> {
            seen.add(Thread.currentThread());
            both.countDown();
            awaitLatch(both);
            return i;
          });
      assertThat(seen).hasSize(2).contains(Thread.currentThread());
      assertThat(seen)
          .filteredOn(thread -> thread != Thread.currentThread())
          .allSatisfy(thread -> assertThat(thread.isDaemon()).isTrue())
          .allSatisfy(thread -> assertThat(thread.getName()).isEqualTo("azulejo-compute-1"));
    }
  }

  @Test
  void beginsBeforeItIsAwaited() throws Exception {
    try (Tasks tasks = new Tasks(0, 1)) {
      CountDownLatch began = new CountDownLatch(2);
      Pending<String> pending =
          tasks.beginIo(
              0,
              numbers(2),
              i -> {
                began.countDown();
                return Thread.currentThread().getName();
              });
      began.await();
      assertThat(pending.await()).containsExactly("azulejo-io-1", "azulejo-io-1");
    }
  }

  @Test
  void stopsAtTheFirstFailure() {
    try (Tasks tasks = new Tasks(0, 0)) {
      AtomicInteger done = new AtomicInteger();
      IllegalArgumentException failure = new IllegalArgumentException("third");

      assertThatThrownBy(
              () ->
                  tasks.compute(
                      numbers(100),
                      i -> {
                        if (i == 2) {
                          throw failure;
                        }
                        return done.incrementAndGet();
                      }))
          .isSameAs(failure);
      assertThat(done).hasValue(2);
    }
  }

  @Test
  void suppressesTheFailuresAfterTheFirstItem() {
    try (Tasks tasks = new Tasks(1, 0)) {
      CountDownLatch both = new CountDownLatch(2);
      assertThatThrownBy(
              () ->
                  tasks.compute(
                      numbers(2),
                      i -> {
                        both.countDown();
                        awaitLatch(both);
                        throw new IllegalStateException("item " + i);
                      }))
          .hasMessage("item 0")
          .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1))
          .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("item 1"));
    }
  }

  @Test
  void passesErrorsOn() {
    try (Tasks tasks = new Tasks(2, 0)) {
      assertThatThrownBy(
              () ->
                  tasks.compute(
                      numbers(10),
                      i -> {
                        throw new AssertionError("our bug");
                      }))
          .isInstanceOf(AssertionError.class)
          .hasMessage("our bug");
    }
  }

  @Test
  void endsWhenTheDriverIsInterruptedAndNothingRunsAfter() throws Exception {
    try (Tasks tasks = new Tasks(1, 0)) {
      CountDownLatch bothRun = new CountDownLatch(2);
      CountDownLatch goOn = new CountDownLatch(1);
      AtomicInteger running = new AtomicInteger();
      FutureTask<Throwable> driver =
          new FutureTask<>(
              () -> {
                try {
                  tasks.compute(
                      numbers(50),
                      i -> {
                        running.incrementAndGet();
                        bothRun.countDown();
                        awaitUninterrupted(goOn);
                        return running.decrementAndGet();
                      });
                  return null;
                } catch (CancellationException e) {
                  assertThat(running).hasValue(0);
                  assertThat(Thread.interrupted()).isTrue();
                  return e;
                }
              });
      Thread thread = new Thread(driver);
      thread.start();
      bothRun.await();
      thread.interrupt();
      goOn.countDown();

      assertThat(driver.get()).hasMessageContaining("interrupted");
      assertThat(tasks.compute(numbers(3), i -> i)).hasSize(3);
    }
  }

  @Test
  void beginsNothingMoreWhenTheDriverIsInterrupted() {
    try (Tasks tasks = new Tasks(0, 0)) {
      AtomicInteger begun = new AtomicInteger();
      assertThatThrownBy(
              () ->
                  tasks.compute(
                      numbers(50),
                      i -> {
                        if (i == 2) {
                          Thread.currentThread().interrupt();
                        }
                        return begun.incrementAndGet();
                      }))
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(begun).hasValue(3);
    }
  }

  @Test
  void canBeCancelled() {
    try (Tasks tasks = new Tasks(0, 0)) {
      AtomicInteger begun = new AtomicInteger();
      Pending<Integer> pending = tasks.beginIo(0, numbers(9), i -> begun.incrementAndGet());
      pending.cancel();
      pending.cancel();

      assertThatThrownBy(pending::await)
          .isInstanceOf(CancellationException.class)
          .hasMessageContaining("cancelled");
      assertThat(begun).hasValue(0);
    }
  }

  @Test
  void doesWorkThatIsGivenOutWithinAPoolThereAndThen() {
    try (Tasks tasks = new Tasks(1, 1)) {
      CountDownLatch both = new CountDownLatch(2);
      List<List<String>> names =
          tasks.compute(
              numbers(2),
              i -> {
                both.countDown();
                awaitLatch(both);
                return tasks.io(numbers(5), j -> Thread.currentThread().getName());
              });
      List<String> inPool =
          names.stream()
              .filter(list -> list.get(0).equals("azulejo-compute-1"))
              .findFirst()
              .orElseThrow();
      assertThat(inPool).isEqualTo(Collections.nCopies(5, "azulejo-compute-1"));
    }
  }

  @Test
  void letsSeveralDriversShareTheThreads() throws Exception {
    try (Tasks tasks = new Tasks(2, 2)) {
      List<FutureTask<Integer>> drivers = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        FutureTask<Integer> driver =
            new FutureTask<>(
                () -> tasks.compute(numbers(500), j -> 1).stream().mapToInt(j -> j).sum());
        drivers.add(driver);
        new Thread(driver).start();
      }
      for (FutureTask<Integer> driver : drivers) {
        assertThat(driver.get()).isEqualTo(500);
      }
    }
  }

  @Test
  void endsWorkThatItIsClosedUnder() {
    Tasks tasks = new Tasks(0, 0);
    Pending<Integer> pending = tasks.beginIo(0, numbers(2), i -> i);
    tasks.close();
    tasks.close();

    assertThatThrownBy(pending::await)
        .isInstanceOf(CancellationException.class)
        .hasMessage("the engine is closed");
    assertThatThrownBy(() -> tasks.io(numbers(1), i -> i))
        .isInstanceOf(CancellationException.class)
        .hasMessage("the engine is closed");
  }

  @Test
  void refusesPoolsOfLessThanNoThreads() {
    assertThatThrownBy(() -> new Tasks(-1, 0)).isInstanceOf(InvalidRequestException.class);
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void drivesWorkInDaemonThreadsThatMayWait() throws Exception {
    Tasks tasks = new Tasks(1, 1);
    AtomicInteger stops = new AtomicInteger();

    assertThat(
            tasks
                .drive(
                    () ->
                        tasks.compute(
                            List.of(1),
                            i ->
                                Thread.currentThread().getName()
                                    + Thread.currentThread().isDaemon()),
                    stops::incrementAndGet)
                .get())
        .containsExactly("azulejo-driver-1true");
    assertThat(stops).hasValue(1);

    tasks.close();
    refuses(InvalidRequestException.class, () -> tasks.drive(() -> 1, stops::incrementAndGet));
  }

  @Test
  void stopsDrivenWorkWhoseFutureIsCompleted() throws Exception {
    try (Tasks tasks = new Tasks(0, 0)) {
      CountDownLatch stopped = new CountDownLatch(1);
      CountDownLatch ended = new CountDownLatch(1);
      CompletableFuture<Integer> future =
          tasks.drive(
              () -> {
                awaitLatch(stopped);
                ended.countDown();
                return 1;
              },
              stopped::countDown);

      future.cancel(true);

      ended.await();
      assertThat(future).isCancelled();
    }
  }
}
