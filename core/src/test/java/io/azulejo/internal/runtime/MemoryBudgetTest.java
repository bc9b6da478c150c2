package io.azulejo.internal.runtime;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.MemoryBudget.Lease;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class MemoryBudgetTest {
  private final MemoryBudget budget = new MemoryBudget(100);

  @Test
  void admitsStepsThatTogetherAreMoreThanItHas() {
    try (Lease first = budget.lease(60);
        Lease second = budget.lease(70)) {
      assertThat(first.bytes()).isEqualTo(60);
      assertThat(second.bytes()).isEqualTo(70);
      assertThat(budget.used()).isEqualTo(130);
    }
    assertThat(budget.used()).isZero();
  }

  @Test
  void refusesAStepThatAloneIsMoreThanItHas() {
    assertThat(budget.lease(MemoryBudget.ALWAYS).bytes()).isEqualTo(MemoryBudget.ALWAYS);
    refuses(InvalidRequestException.class, () -> budget.lease(MemoryBudget.ALWAYS + 1));

    MemoryBudget large = new MemoryBudget(1L << 30);
    assertThat(large.lease(1L << 30).bytes()).isEqualTo(1L << 30);
    assertThatThrownBy(() -> large.lease((1L << 30) + 1))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void getsALeaseBackOnce() {
    Lease kept = budget.lease(10);
    Lease lease = budget.lease(20);
    lease.close();
    lease.close();

    assertThat(lease.bytes()).isZero();
    assertThat(budget.used()).isEqualTo(10);
    kept.close();
    assertThat(budget.used()).isZero();
  }

  @Test
  void refusesNumbersThatAreNeverValid() {
    assertThatThrownBy(() -> new MemoryBudget(0)).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> budget.lease(-1)).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void countsRightForManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Long>> max = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        max.add(
            threads.submit(
                () -> {
                  long highest = 0;
                  for (int i = 0; i < 10_000; i++) {
                    Lease lease = budget.lease(30);
                    highest = Math.max(highest, budget.used());
                    lease.close();
                  }
                  return highest;
                }));
      }
      for (Future<Long> highest : max) {
        assertThat(highest.get()).isBetween(30L, 120L);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(budget.used()).isZero();
  }

  @Test
  void leasesOfAPartCountForTheWhole() {
    MemoryBudget whole = new MemoryBudget(64 << 20);
    MemoryBudget part = whole.part(20 << 20);

    MemoryBudget.Lease lease = part.lease(18 << 20);
    assertThat(whole.used()).isEqualTo(18 << 20);
    assertThat(part.tryTake(4 << 20)).as("more than the part").isFalse();
    assertThat(part.tryTake(1 << 20)).isTrue();
    assertThat(List.of(part.used(), whole.used())).containsOnly(19L << 20);
    part.giveBack(1 << 20);
    lease.close();
    lease.close();
    assertThat(List.of(part.used(), whole.used())).containsOnly(0L);
  }

  @Test
  void aPartIsLimitedByTheWhole() {
    MemoryBudget whole = new MemoryBudget(64 << 20);
    MemoryBudget part = whole.part(20 << 20);
    whole.take(60 << 20);

    assertThat(part.tryTake(10 << 20)).isFalse();
    assertThat(List.of(part.used(), whole.used())).containsExactly(0L, 60L << 20);
  }

  @Test
  void aStepThatIsMoreThanThePartIsRefused() {
    MemoryBudget part = new MemoryBudget(64 << 20).part(20 << 20);

    refuses(InvalidRequestException.class, () -> part.lease(21 << 20));
  }

  @Test
  void doesNotKeepReservesThatNobodyUses() {
    WeakReference<Kept> gone = forgotten();
    while (gone.get() != null) {
      System.gc();
      Thread.onSpinWait();
    }
    Kept used = new Kept(50);
    budget.reserve(used);

    try (Lease lease = budget.lease(70)) {
      assertThat(lease.bytes()).isEqualTo(70);
      assertThat(used.bytes()).isEqualTo(30);
    }
  }

  private WeakReference<Kept> forgotten() {
    Kept kept = new Kept(40);
    budget.reserve(kept);
    return new WeakReference<>(kept);
  }

  private static final class Kept implements MemoryBudget.Reserve {
    private long bytes;

    Kept(long bytes) {
      this.bytes = bytes;
    }

    @Override
    public long bytes() {
      return bytes;
    }

    @Override
    public void shrinkTo(long most) {
      bytes = Math.min(bytes, most);
    }
  }
}
