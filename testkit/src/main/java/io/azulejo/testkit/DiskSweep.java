package io.azulejo.testkit;

import io.azulejo.error.CommitUnknownException;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.disk.Disk;
import io.azulejo.testkit.disk.Disk.Done;
import io.azulejo.testkit.disk.Disk.Kind;
import io.azulejo.testkit.disk.Disk.Operation;
import io.azulejo.testkit.disk.PowerLoss;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A sweep that runs a change on a local file store on a {@link Disk}. The disk loses power before
 * each change and each sync, and after the last operation. In other cases, each operation fails
 * with an I/O error, either alone or together with all later ones. This tests the store's order of
 * syncs together with the engine's protocol.
 *
 * <p>After a power loss, the state must satisfy {@link CrashSweep}, and a change that reported no
 * effect must have none. After an error, the state must satisfy {@link ErrorSweep}, and a
 * subsequent power loss must not undo an acknowledged change.
 */
public final class DiskSweep {
  private final Scenario scenario;
  private final Function<Disk, Storage> local;
  private final CrashSweep crashes;
  private final ErrorSweep errors;
  private final Set<Object> seen = new HashSet<>();
  private List<PowerLoss> losses = PowerLoss.FEW;
  private List<PowerLoss> lossesAfterErrors = PowerLoss.FEW;
  private boolean linkless;
  private String only;
  private int max = Integer.MAX_VALUE;

  /**
   * Creates a sweep over a scenario.
   *
   * @param scenario the change to test
   * @param local creates a local file store on a disk, for locations {@code mem://…}
   */
  public DiskSweep(Scenario scenario, Function<Disk, Storage> local) {
    this.scenario = scenario;
    this.local = local;
    this.crashes = new CrashSweep(scenario);
    this.errors = new ErrorSweep(scenario);
  }

  /** Sets the outcomes of a power loss to check (default: {@link PowerLoss#FEW}). */
  public DiskSweep powerLosses(List<PowerLoss> some) {
    losses = some;
    return this;
  }

  /** Sets the outcomes of a power loss after an error to check (default: {@link PowerLoss#FEW}). */
  public DiskSweep powerLossesAfterErrors(List<PowerLoss> some) {
    lossesAfterErrors = some;
    return this;
  }

  /** Makes the disk reject hard links. Returns this sweep. */
  public DiskSweep withoutLinks() {
    linkless = true;
    return this;
  }

  /**
   * Limits the disturbed operations to about {@code operations}, evenly spread, and the same number
   * of the last ones. The limit applies to power losses and to errors separately.
   */
  public DiskSweep atMost(int operations) {
    max = operations;
    return this;
  }

  /**
   * Runs only one case. Returns this sweep.
   *
   * @param id the id of the case, as reported in the message of a failure
   */
  public DiskSweep only(String id) {
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
    crashes.prepare();
    errors.prepare();
    Disk clean = disk();
    scenario.run(scenario.change(), local.apply(clean));
    List<Operation> operations = clean.history();
    Findings findings = new Findings("local \"" + scenario.name + "\"", only);
    List<Integer> changes = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    for (int number = 0; number < operations.size(); number++) {
      all.add(number);
      Kind kind = operations.get(number).kind();
      if (kind.changes() || kind.syncs()) {
        changes.add(number);
      }
    }
    changes.add(operations.size());
    for (int number : some(changes)) {
      if (findings.wanted("power/" + number)) {
        losePower(findings, number);
      }
    }
    for (int number : some(all)) {
      for (Done done : ways(operations.get(number).kind())) {
        for (boolean lasting : new boolean[] {false, true}) {
          String id = number + "/" + done + (lasting ? "/for-good" : "");
          if (findings.wanted(id)) {
            fail(findings, id, number, done, lasting);
          }
        }
      }
    }
    return findings.report();
  }

  private Disk disk() throws Exception {
    Disk disk = Disk.of(scenario.start());
    return linkless ? disk.withoutLinks() : disk;
  }

  private Set<Integer> some(List<Integer> numbers) {
    Set<Integer> some = new LinkedHashSet<>();
    int step = Math.max(1, numbers.size() / max);
    for (int i = 0; i < numbers.size(); i++) {
      if (i % step == 0 || i >= numbers.size() - max) {
        some.add(numbers.get(i));
      }
    }
    return some;
  }

  private static Done[] ways(Kind kind) {
    if (kind == Kind.WRITE) {
      return Done.values();
    }
    return kind.changes() || kind.syncs()
        ? new Done[] {Done.NOTHING, Done.ALL}
        : new Done[] {Done.NOTHING};
  }

  private void losePower(Findings findings, int number) throws Exception {
    Disk disk = disk().failFrom(number, Done.NOTHING);
    Throwable failure = errors.change(local.apply(disk));
    String id = "power/" + number;
    String what = "power loss at " + operation(disk, number);
    findings.check(id, what, () -> ErrorSweep.checkEnd(failure, disk.open()));
    checkLosses(findings, id, what, disk, failure, losses);
  }

  private static String operation(Disk disk, int number) {
    List<Operation> history = disk.history();
    return "operation %d, %s"
        .formatted(number, number < history.size() ? history.get(number) : "the end");
  }

  private void checkLosses(
      Findings findings,
      String id,
      String what,
      Disk disk,
      Throwable failure,
      List<PowerLoss> some) {
    for (PowerLoss loss : some) {
      findings.check(
          id + "/" + loss,
          what + ", undurable data: " + loss,
          () -> checkLoss(disk.after(loss), failure));
    }
  }

  private void checkLoss(Storage found, Throwable failure) throws Exception {
    boolean unknown = failure instanceof CommitUnknownException;
    if (!seen.add(List.of(failure == null, unknown, StoredFiles.contents(found)))) {
      return;
    }
    boolean done = failure != null && !unknown && crashes.isDoneInOneAct(found);
    crashes.checkRestart(found, failure == null);
    if (done) {
      throw new AssertionError(
          "the exception says that nothing was done, but everything is there", failure);
    }
  }

  private void fail(Findings findings, String id, int number, Done done, boolean lasting)
      throws Exception {
    Disk disk = lasting ? disk().failFrom(number, done) : disk().failAt(number, done);
    Throwable failure = errors.change(local.apply(disk));
    String what =
        "%s fails, with %s done%s"
            .formatted(operation(disk, number), done, lasting ? ", and so do all later ones" : "");
    Kind kind = number < disk.history().size() ? disk.history().get(number).kind() : Kind.LOOK;
    boolean mayLeaveFiles = lasting || done == Done.ALL || kind == Kind.DELETE || !kind.changes();
    boolean mayBeUnknown = kind.changes() || kind.syncs() || kind == Kind.OPEN || lasting;
    findings.check(
        id,
        what,
        () -> {
          ErrorSweep.checkEnd(failure, disk.open());
          errors.checkFound(failure, disk.seen(), mayLeaveFiles, mayBeUnknown);
        });
    checkLosses(findings, id, what, disk, failure, lossesAfterErrors);
  }
}
