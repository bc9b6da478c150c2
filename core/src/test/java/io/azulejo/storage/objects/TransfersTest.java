package io.azulejo.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TransfersTest {
  private final AtomicBoolean ended = new AtomicBoolean();

  @Test
  void endsAllActionsBeforeItThrowsAnError() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch failing = new CountDownLatch(1);
    Thread caller = Thread.currentThread();
    Runnable fails =
        () -> {
          await(begun);
          failing.countDown();
          throw new StackOverflowError("as deep as it gets");
        };
    Runnable outlasts =
        () -> {
          begun.countDown();
          await(failing);
          // Ends only when the caller waits for it; it would run on if the caller did not.
          while (caller.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
            if (Thread.interrupted()) {
              return;
            }
          }
          ended.set(true);
        };
    try (Transfers transfers = new Transfers("test", 2)) {
      Throwable thrown = catchThrowable(() -> transfers.all(List.of(fails, outlasts)));
      boolean ran = ended.get();
      assertThat(thrown).isInstanceOf(StackOverflowError.class);
      assertThat(ran).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
