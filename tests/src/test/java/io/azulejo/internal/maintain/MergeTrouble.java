package io.azulejo.internal.maintain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.azulejo.error.StorageException;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Progress;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.FaultStorage.Fault;
import io.azulejo.testkit.FaultStorage.Operation;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestLayer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;

/**
 * Lets a merge fail at each operation, or be interrupted at each step, and checks that it leaves no
 * files and holds no memory.
 *
 * @param budget the memory of the merge
 */
record MergeTrouble(Storage storage, MemoryBudget budget, Merge merge) {
  /** A merge of an array. */
  @FunctionalInterface
  interface Merge {
    /** Merges the array of a store to fragments of at most so many bytes. */
    MergedFragments run(Storage store, long most, int threads, Progress progress);
  }

  void assertNothingIsLeft(Set<String> before, String message) {
    assertThat(StoredFiles.paths(storage)).as(message).isEqualTo(before);
    assertThat(budget.used()).as(message).isZero();
  }

  /** Fails each of the operations of a merge in each way. */
  void failEverywhere(List<Operation> operations, long most) {
    Set<String> before = StoredFiles.paths(storage);
    int failed = 0;
    for (int i = 0; i < operations.size(); i += TestLayer.cases(1, 9)) {
      int threads = i % 3;
      for (Fault fault :
          operations.get(i).act().changes() ? Fault.values() : new Fault[] {Fault.BEFORE}) {
        String message = "operation %d, %s, fails %s".formatted(i, operations.get(i), fault);
        FaultStorage faults = new FaultStorage(storage).failAt(i, fault);
        Throwable failure = catchThrowable(() -> merge.run(faults, most, threads, Progress.NONE));
        assertThat(failure).as(message).isInstanceOf(StorageException.class);
        assertThat(faults.leaked()).as(message).isEmpty();
        assertNothingIsLeft(before, message);
        failed++;
      }
    }
    assertThat(failed).isGreaterThan(TestLayer.cases(100, 10));
  }

  /** Interrupts a merge at each of its steps but the last ones, of which so many are left out. */
  void interruptEverywhere(int atLeast, int leftOut) {
    List<Long> steps = new ArrayList<>();
    merge.run(storage, Long.MAX_VALUE, 1, (done, total) -> steps.add(done));
    Set<String> after = StoredFiles.paths(storage);
    assertThat(steps).hasSizeGreaterThan(atLeast);
    for (int i = 0; i < steps.size() - leftOut; i += TestLayer.cases(1, 5)) {
      int at = i;
      int[] step = {0};
      Progress interrupting =
          (done, total) -> {
            if (step[0]++ == at) {
              Thread.currentThread().interrupt();
            }
          };
      assertThatThrownBy(() -> merge.run(storage, Long.MAX_VALUE, at % 2, interrupting))
          .as("step %d", i)
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.interrupted()).as("step %d", i).isTrue();
      assertNothingIsLeft(after, "step " + i);
    }
  }
}
