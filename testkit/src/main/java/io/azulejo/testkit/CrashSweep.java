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
 * Lets the machine crash at every operation of a change, before it, halfway and after it, and looks
 * at each thing that may be found when it is on again: what is read is what was there before the
 * change or after it, and the latter where the change was acknowledged; the next change works;
 * after garbage collection there are the files of a run without a crash. What is found and is the
 * same, but for names, as in a case before is not looked at again.
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

  /** What is there after the next change, and the files after garbage collection. */
  private record Later(Object read, List<String> files) {}

  /** A sweep over a scenario. */
  public CrashSweep(Scenario scenario) {
    this.scenario = scenario;
  }

  /** Looks at these outcomes of a crash alone; at all of {@link Survival#ALL} by default. */
  public CrashSweep surviving(List<Survival> some) {
    survivals = some;
    return this;
  }

  /** Of many writes to one file in a row only the first, the middle and the last go wrong. */
  public CrashSweep thinned() {
    thinned = true;
    return this;
  }

  /** Only every so many-th operation goes wrong, and each of the last ones. */
  public CrashSweep every(int operations) {
    step = operations;
    return this;
  }

  /** Runs the one case that a failure has named. */
  public CrashSweep only(String id) {
    only = id;
    return this;
  }

  /** Runs all; returns the number of cases, and throws an error that names those that are wrong. */
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

  /** Runs the change once, and finds out what is there then and next; returns what it does. */
  List<Operation> prepare() throws Exception {
    FaultStorage clean = new FaultStorage(scenario.start());
    before = scenario.readFirst(scenario.start());
    scenario.run(scenario.change(), clean);
    after = scenario.readFirst(clean.restart(Survival.of(Survival.Kind.GONE)));
    if (before.equals(after)) {
      throw new AssertionError(scenario.name + ": the change changes nothing that is read");
    }
    List<Operation> operations = clean.history();
    laterThanBefore = later(scenario.start());
    laterThanAfter = later(clean.restart(Survival.of(Survival.Kind.GONE)));
    return operations;
  }

  private Later later(Storage storage) throws Exception {
    scenario.continueOn(storage);
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
            .formatted(number, operations, operation, fault, backwards ? ", backwards" : "");
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
          description + ", of what was not committed " + found.getKey(),
          () -> checkRestart(found.getValue(), thrown == null));
    }
  }

  private static void checkEnd(Throwable failure, FaultStorage faults) {
    if (failure != null && !(failure instanceof AzulejoException)) {
      throw new AssertionError("the change fails with no typed error, but " + failure, failure);
    }
    if (!faults.leaked().isEmpty()) {
      throw new AssertionError("files are left open: " + faults.leaked());
    }
  }

  /**
   * Looks at what is there after a crash.
   *
   * @throws AssertionError if that must not be
   */
  void checkRestart(Storage storage, boolean acknowledged) throws Exception {
    if (!seen.add(List.of(acknowledged, StoredFiles.contents(storage)))) {
      return;
    }
    Object read = scenario.read(storage);
    boolean isAfter = read.equals(after);
    if (acknowledged && !isAfter) {
      throw new AssertionError("the change was acknowledged, but there is " + read);
    }
    if (!isAfter && !read.equals(before)) {
      if (!scenario.isBetween(read)) {
        throw new AssertionError(
            "there is %s, which is neither what was before, %s, nor what comes after, %s"
                .formatted(read, before, after));
      }
      checkBetween(storage);
      return;
    }
    Later expected = isAfter ? laterThanAfter : laterThanBefore;
    scenario.continueOn(storage);
    Object then = scenario.read(storage);
    if (!then.equals(expected.read)) {
      throw new AssertionError(
          "after the next change there is %s, not %s".formatted(then, expected.read));
    }
    if (scenario.collects()) {
      List<String> files = scenario.collected(storage);
      if (!files.equals(expected.files)) {
        throw new AssertionError(
            "after garbage collection there are the files %s, not %s"
                .formatted(files, expected.files));
      }
      if (!scenario.read(storage).equals(expected.read)) {
        throw new AssertionError("garbage collection has changed what is read");
      }
    }
  }

  /** Whether what the change was to do is there, and does not come step by step. */
  boolean isDoneInOneAct(Storage storage) throws Exception {
    Object read = scenario.read(storage);
    return read.equals(after) && !scenario.isBetween(read);
  }

  /** A change that was done in part goes on: what is collected is seen by nobody. */
  private void checkBetween(Storage storage) throws Exception {
    scenario.continueOn(storage);
    Object then = scenario.read(storage);
    if (scenario.isFinishedByNext() && !then.equals(laterThanAfter.read)) {
      throw new AssertionError(
          "what was between is %s after the next change, not %s"
              .formatted(then, laterThanAfter.read));
    }
    if (scenario.collects()) {
      scenario.collected(storage);
      if (!scenario.read(storage).equals(then)) {
        throw new AssertionError("garbage collection has changed what is read");
      }
    }
  }
}
