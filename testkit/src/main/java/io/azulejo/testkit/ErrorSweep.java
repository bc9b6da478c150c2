package io.azulejo.testkit;

import io.azulejo.Azulejo;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage.Fault;
import io.azulejo.testkit.FaultStorage.Operation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A sweep that makes every operation of a change fail, alone or together with all later ones. It
 * also simulates a disk that becomes full at every relevant size, and a read-only store. It checks
 * each outcome:
 *
 * <ul>
 *   <li>The change succeeds or fails with a storage error or an unknown outcome.
 *   <li>A read returns the state after a successful change, or before a failed one. If the outcome
 *       is unknown, it may return either.
 *   <li>A failed change leaves no new files, unless the outcome is unknown or the cleanup may have
 *       failed.
 *   <li>No file stays open and no memory stays leased.
 *   <li>The next change works.
 * </ul>
 */
public final class ErrorSweep {
  private final Scenario scenario;
  private String only;
  private boolean thinned;
  private int step = 1;
  private final Set<Object> seen = new HashSet<>();
  private Object before;
  private Object after;
  private Object laterThanBefore;
  private Object laterThanAfter;

  /** Creates a sweep over a scenario. */
  public ErrorSweep(Scenario scenario) {
    this.scenario = scenario;
  }

  /**
   * Disturbs only the first, the middle and the last of consecutive writes to a file. Returns this
   * sweep.
   */
  public ErrorSweep thinned() {
    thinned = true;
    return this;
  }

  /**
   * Disturbs only every {@code operations}-th operation, and the last operations. Returns this
   * sweep.
   */
  public ErrorSweep every(int operations) {
    step = operations;
    return this;
  }

  /**
   * Runs only one case. Returns this sweep.
   *
   * @param id the id of the case, as reported in the message of a failure
   */
  public ErrorSweep only(String id) {
    only = id;
    return this;
  }

  /**
   * Runs all selected cases.
   *
   * @return the number of cases
   * @throws AssertionError if any case failed; the message describes the first failures
   */
  public int run() throws Exception {
    List<Operation> operations = prepare();
    Findings findings = new Findings("error in \"" + scenario.name + "\"", only);
    for (int number : Findings.numbers(operations, thinned, step)) {
      Operation operation = operations.get(number);
      boolean changes = operation.act().changes();
      for (Fault fault : changes ? Fault.values() : new Fault[] {Fault.BEFORE}) {
        long at = number;
        String what =
            "operation %d of %d, %s, fails %s"
                .formatted(number, operations.size(), operation, fault);
        boolean cleanup = operation.act() == FaultStorage.Act.DELETE;
        findings.check(
            number + "/" + fault,
            what,
            () -> check(faults -> faults.failAt(at, fault), cleanup, fault != Fault.BEFORE));
        findings.check(
            number + "/" + fault + "/for-good",
            what + ", and so do all later ones",
            () -> checkCrash(at, fault));
      }
    }
    TreeSet<Long> sizes = new TreeSet<>();
    for (int number : Findings.numbers(operations, thinned, step)) {
      long written = operations.subList(0, number + 1).stream().mapToLong(Operation::bytes).sum();
      if (operations.get(number).bytes() > 0) {
        sizes.add(written - operations.get(number).bytes());
        sizes.add(written - 1);
      }
    }
    for (long size : sizes) {
      findings.check(
          "full/" + size,
          "disk full after " + size + " bytes",
          () -> check(faults -> faults.fullAfter(size), false, false));
    }
    findings.check(
        "read-only", "the store is read-only", () -> check(FaultStorage::readOnly, false, false));
    return findings.report();
  }

  /**
   * Runs the change without faults, records the states before and after it, and returns its
   * operations.
   */
  List<Operation> prepare() throws Exception {
    Storage changed = scenario.start();
    FaultStorage clean = new FaultStorage(changed);
    before = scenario.readFirst(scenario.start());
    scenario.run(scenario.change(), clean);
    List<Operation> operations = clean.history();
    after = scenario.readFirst(changed);
    if (before.equals(after)) {
      throw new AssertionError(scenario.name + ": the change has no visible effect");
    }
    laterThanBefore = later(scenario.start());
    laterThanAfter = later(changed);
    return operations;
  }

  private Object later(Storage storage) throws Exception {
    scenario.runNext(storage);
    return scenario.read(storage);
  }

  /** Checks what another process finds, because nothing releases the files of this one. */
  private void checkCrash(long operation, Fault fault) throws Exception {
    FaultStorage faults = new FaultStorage(scenario.start()).crashAt(operation, fault);
    Throwable failure = change(faults);
    checkEnd(failure, faults.leaked());
    checkFound(failure, faults.restart(Survival.of(Survival.Kind.GONE)), true, true);
  }

  private void check(
      UnaryOperator<FaultStorage> trouble, boolean mayLeaveFiles, boolean mayBeUnknown)
      throws Exception {
    Storage storage = scenario.start();
    FaultStorage faults = trouble.apply(new FaultStorage(storage));
    Throwable failure = change(faults);
    checkEnd(failure, faults.leaked());
    checkFound(failure, storage, mayLeaveFiles, mayBeUnknown);
  }

  /**
   * Checks that the change succeeded or failed with a storage error, and released its resources.
   *
   * @param failure the exception, or null if the change succeeded
   * @param leaked the resources that are still open
   */
  static void checkEnd(Throwable failure, List<?> leaked) {
    if (failure != null && !(failure instanceof AzulejoException)) {
      throw new AssertionError(
          "the change failed with an unexpected exception: " + failure, failure);
    }
    if (failure != null
        && !(failure instanceof StorageException)
        && !(failure instanceof CommitUnknownException)) {
      throw new AssertionError(
          "the change failed with an exception that is not about storage: " + failure, failure);
    }
    if (!leaked.isEmpty()) {
      throw new AssertionError("files were left open: " + leaked, failure);
    }
  }

  /**
   * Checks the state that the change left.
   *
   * @param failure the exception, or null if the change succeeded
   * @param storage the files that the change left, in memory; the check changes them
   * @param mayLeaveFiles whether a failed change may leave files behind
   * @param mayBeUnknown whether the exception may say that the outcome is unknown although nothing
   *     changed
   */
  void checkFound(Throwable failure, Storage storage, boolean mayLeaveFiles, boolean mayBeUnknown)
      throws Exception {
    boolean unknown = failure instanceof CommitUnknownException;
    if (unknown
        && !mayBeUnknown
        && !scenario.leavesFiles()
        && scenario.read(storage).equals(before)) {
      throw new AssertionError(
          "the exception says that the outcome is unknown, but the store said that nothing was "
              + "done, and nothing has changed",
          failure);
    }
    String kind = failure == null ? "success" : failure.getClass().getName();
    if (!seen.add(List.of(kind, mayLeaveFiles, StoredFiles.contents(storage)))) {
      return;
    }
    Object read = scenario.read(storage);
    if (failure == null ? !read.equals(after) : !unknown && !read.equals(before)) {
      if (failure == null || !scenario.isBetween(read)) {
        throw new AssertionError(
            "after %s, the read returned %s (expected %s)"
                .formatted(
                    failure == null ? "success" : failure, read, failure == null ? after : before),
            failure);
      }
      scenario.runNext(storage);
      Object then = scenario.read(storage);
      if (scenario.isFinishedByNext() && !then.equals(laterThanAfter)) {
        throw new AssertionError(
            "an intermediate state became %s after the next change (expected %s)"
                .formatted(then, laterThanAfter),
            failure);
      }
      return;
    }
    if (unknown && !read.equals(before) && !read.equals(after) && !scenario.isBetween(read)) {
      throw new AssertionError(
          "the read returned %s (expected the state before, %s, or after, %s)"
              .formatted(read, before, after),
          failure);
    }
    if (failure != null && !unknown && !mayLeaveFiles && !scenario.leavesFiles()) {
      Set<String> left = StoredFiles.paths(storage);
      left.removeAll(StoredFiles.paths(scenario.start()));
      left.removeIf(scenario::isIgnored);
      if (!left.isEmpty()) {
        throw new AssertionError("files were left behind: " + left, failure);
      }
    }
    if (!read.equals(before) && !read.equals(after)) {
      scenario.runNext(storage);
      scenario.read(storage);
      return;
    }
    Object expected = read.equals(after) ? laterThanAfter : laterThanBefore;
    scenario.runNext(storage);
    Object then = scenario.read(storage);
    if (!then.equals(expected)) {
      throw new AssertionError(
          "after the next change, the read returned %s (expected %s)".formatted(then, expected),
          failure);
    }
  }

  /** Returns whether a read returns the state before the change. */
  boolean isBefore(Storage storage) throws Exception {
    return scenario.read(storage).equals(before);
  }

  /** Returns whether a read returns the state after the change. */
  boolean isAfter(Storage storage) throws Exception {
    return scenario.read(storage).equals(after);
  }

  /** Runs the change on a store and returns its exception, or null if it succeeded. */
  Throwable change(Storage store) {
    return change(store, store);
  }

  /**
   * Runs the change and checks that it returns all leased memory.
   *
   * @param store the store of the scenario
   * @param spills the store for spill files
   * @return the exception, or null if the change succeeded
   */
  Throwable change(Storage store, Storage spills) {
    try (Azulejo engine = scenario.engine(store, spills)) {
      Throwable failure = null;
      try {
        scenario.change().with(engine);
      } catch (Exception | AssertionError e) {
        failure = e;
      }
      long held = Leases.held(engine);
      if (held != 0) {
        return new AssertionError(held + " bytes of leased memory were not returned", failure);
      }
      return failure;
    }
  }
}
