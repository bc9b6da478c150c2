package io.azulejo.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.internal.runtime.MemoryBudget.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  private final MemoryBudget budget = new MemoryBudget(100);

  @Test
  void refusesWhatIsDoneAheadWhenItIsSpent() {
    try (Lease first = budget.tryLease(60).orElseThrow()) {
      assertThat(budget.tryLease(41)).isEmpty();
      assertThat(first.bytes()).isEqualTo(60);
      try (Lease second = budget.tryLease(40).orElseThrow()) {
        assertThat(second.bytes()).isEqualTo(40);
        assertThat(budget.used()).isEqualTo(100);
      }
    }
    assertThat(budget.used()).isZero();
  }

  @Test
  void admitsWhatAReaderCannotGoOnWithout() {
    try (Lease first = budget.lease(1000)) {
      assertThat(first.bytes()).isEqualTo(1000);
      assertThat(budget.used()).isEqualTo(1000);
      assertThat(budget.tryLease(0)).isEmpty();
    }
    assertThat(budget.tryLease(100)).isPresent();
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
    assertThatThrownBy(() -> new MemoryBudget(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> budget.lease(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> budget.tryLease(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void neverGivesMoreThanItHasToManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Long>> most = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        most.add(
            threads.submit(
                () -> {
                  long highest = 0;
                  for (int i = 0; i < 10_000; i++) {
                    Optional<Lease> lease = budget.tryLease(30);
                    highest = Math.max(highest, budget.used());
                    lease.ifPresent(Lease::close);
                  }
                  return highest;
                }));
      }
      for (Future<Long> highest : most) {
        assertThat(highest.get()).isLessThanOrEqualTo(90);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(budget.used()).isZero();
  }
}
