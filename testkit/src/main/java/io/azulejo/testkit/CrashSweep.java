package io.azulejo.testkit;

import io.azulejo.error.AzulejoException;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage.Act;
import io.azulejo.testkit.FaultStorage.Fault;
import io.azulejo.testkit.FaultStorage.Operation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A sweep that simulates a crash at every operation of a change: before it, halfway through it and
 * after it. It checks every state that a restart may find:
 *
 * <ul>
 *   <li>A read returns the state before or after the change. If the change was acknowledged, it
 *       returns the state after it.
 *   <li>The next change works.
 *   <li>Garbage collection leaves the same files as after a run without a crash.
 * </ul>
 *
 * <p>A state is checked once. States that differ only in the random parts of file names count as
 * equal.
 */
public final class CrashSweep {
  private final Scenario scenario;
  private List<Survival> survivals = Survival.ALL;
  private String only;
  private boolean thinned;
  private int step = 1;

  private final Set<Object> seen = new HashSet<>();
  private Object before;
  private Object after;
  private Later laterThanBefore;
  private Later laterThanAfter;

  /**
   * The expected state after the next change.
   *
   * @param read the result of a read
   * @param files the files after garbage collection; empty if the scenario does not collect garbage
   */
  private record Later(Object read, List<String> files) {}

  /** Creates a sweep over a scenario. */
  public CrashSweep(Scenario scenario) {
    this.scenario = scenario;
  }

  /** Sets the crash outcomes to check (default: {@link Survival#ALL}). Returns this sweep. */
  public CrashSweep survivals(List<Survival> some) {
    survivals = some;
    return this;
  }

  /**
   * Disturbs only the first, the middle and the last of consecutive writes to a file. Returns this
   * sweep.
   */
  public CrashSweep thinned() {
    thinned = true;
    return this;
  }

  /**
   * Disturbs only every {@code operations}-th operation, and the last operations. Returns this
   * sweep.
   */
  public CrashSweep every(int operations) {
    step = operations;
    return this;
  }

  /**
   * Runs only one case. Returns this sweep.
   *
   * @param id the id of the case, as reported in the message of a failure
   */
  public CrashSweep only(String id) {
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
    Findings findings = new Findings("crash of \"" + scenario.name + "\"", only);
    boolean deletes = operations.stream().anyMatch(operation -> operation.act() == Act.DELETE);
    for (boolean backwards : deletes ? new boolean[] {false, true} : new boolean[] {false}) {
      for (int number : Findings.numbers(operations, thinned, step)) {
        Operation operation = operations.get(number);
        for (Fault fault :
            operation.act().changes() ? Fault.values() : new Fault[] {Fault.BEFORE}) {
          String id = number + "/" + fault + (backwards ? "/backwards" : "");
          if (findings.wanted(id)) {
            crash(findings, id, operation, number, fault, backwards, operations.size());
          }
        }
      }
    }
    return findings.report();
  }

  /**
   * Runs the change without faults, records the states before and after it, and returns its
   * operations.
   */
  List<Operation> prepare() throws Exception {
    FaultStorage clean = new FaultStorage(scenario.start());
    before = scenario.readFirst(scenario.start());
    scenario.run(scenario.change(), clean);
    after = scenario.readFirst(clean.restart(Survival.of(Survival.Kind.GONE)));
    if (before.equals(after)) {
      throw new AssertionError(scenario.name + ": the change has no visible effect");
    }
    List<Operation> operations = clean.history();
    laterThanBefore = later(scenario.start());
    laterThanAfter = later(clean.restart(Survival.of(Survival.Kind.GONE)));
    return operations;
  }

  private Later later(Storage storage) throws Exception {
    scenario.runNext(storage);
    Object read = scenario.read(storage);
    return new Later(read, scenario.collects() ? scenario.collected(storage) : List.of());
  }

  private void crash(
      Findings findings,
      String id,
      Operation operation,
      int number,
      Fault fault,
      boolean backwards,
      int operations)
      throws Exception {
    FaultStorage faults = new FaultStorage(scenario.start()).crashAt(number, fault);
    if (backwards) {
      faults.deletingBackwards();
    }
    String description =
        "operation %d of %d, %s, %s%s"
            .formatted(number, operations, operation, fault, backwards ? ", in reverse order" : "");
    Throwable failure = null;
    try {
      scenario.run(scenario.change(), faults);
    } catch (Exception | AssertionError e) {
      failure = e;
    }
    Throwable thrown = failure;
    findings.check(id, description, () -> checkEnd(thrown, faults));
    for (Map.Entry<Survival, Storage> found : faults.restarts(survivals).entrySet()) {
      findings.check(
          id + "/" + found.getKey(),
          description + ", uncommitted data: " + found.getKey(),
          () -> checkRestart(found.getValue(), thrown == null));
    }
  }

  private static void checkEnd(Throwable failure, FaultStorage faults) {
    if (failure != null && !(failure instanceof AzulejoException)) {
      throw new AssertionError(
          "the change failed with an unexpected exception: " + failure, failure);
    }
    if (!faults.leaked().isEmpty()) {
      throw new AssertionError("files were left open: " + faults.leaked());
    }
  }

  /**
   * Checks the state that a restart found after a crash.
   *
   * @param storage the files that the restart found, in memory; the check changes them
   * @param acknowledged whether the change succeeded before the crash
   * @throws AssertionError if the state is not allowed
   */
  void checkRestart(Storage storage, boolean acknowledged) throws Exception {
    if (!seen.add(List.of(acknowledged, StoredFiles.contents(storage)))) {
      return;
    }
    Object read = scenario.read(storage);
    boolean isAfter = read.equals(after);
    if (acknowledged && !isAfter) {
      throw new AssertionError("the change was acknowledged, but the read returned " + read);
    }
    if (!isAfter && !read.equals(before)) {
      if (!scenario.isBetween(read)) {
        throw new AssertionError(
            "the read returned %s (expected the state before, %s, or after, %s)"
                .formatted(read, before, after));
      }
      checkBetween(storage);
      return;
    }
    Later expected = isAfter ? laterThanAfter : laterThanBefore;
    scenario.runNext(storage);
    Object then = scenario.read(storage);
    if (!then.equals(expected.read)) {
      throw new AssertionError(
          "after the next change, the read returned %s (expected %s)"
              .formatted(then, expected.read));
    }
    if (scenario.collects()) {
      List<String> files = scenario.collected(storage);
      if (!files.equals(expected.files)) {
        throw new AssertionError(
            "after garbage collection, the files are %s (expected %s)"
                .formatted(files, expected.files));
      }
      if (!scenario.read(storage).equals(expected.read)) {
        throw new AssertionError("garbage collection changed the result of the read");
      }
    }
  }

  /**
   * Returns whether a read returns the state after the change, and that state is not one of the
   * allowed intermediate states.
   */
  boolean isDoneInOneAct(Storage storage) throws Exception {
    Object read = scenario.read(storage);
    return read.equals(after) && !scenario.isBetween(read);
  }

  /**
   * Checks that the next change works on an intermediate state, and that garbage collection does
   * not change the result of a read.
   */
  private void checkBetween(Storage storage) throws Exception {
    scenario.runNext(storage);
    Object then = scenario.read(storage);
    if (scenario.isFinishedByNext() && !then.equals(laterThanAfter.read)) {
      throw new AssertionError(
          "an intermediate state became %s after the next change (expected %s)"
              .formatted(then, laterThanAfter.read));
    }
    if (scenario.collects()) {
      scenario.collected(storage);
      if (!scenario.read(storage).equals(then)) {
        throw new AssertionError("garbage collection changed the result of the read");
      }
    }
  }
}
