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
 * Runs a change on a store of local files, on a {@link Disk} that loses its power before every
 * operation of the file system, or answers it with an I/O error, once or from then on. So the order
 * in which the store makes things durable is tried with the protocol of the engine above it.
 *
 * <p>After a loss of power holds what {@link CrashSweep} wants; moreover, nothing is there of a
 * change that said it had no effect. After an error holds what {@link ErrorSweep} wants, and a loss
 * of power that follows takes nothing that was acknowledged.
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
   * A sweep over a scenario.
   *
   * @param local makes the store of local files on a disk, for locations {@code mem://…}
   */
  public DiskSweep(Scenario scenario, Function<Disk, Storage> local) {
    this.scenario = scenario;
    this.local = local;
    this.crashes = new CrashSweep(scenario);
    this.errors = new ErrorSweep(scenario);
  }

  /** Looks at these outcomes of a loss of power; at {@link PowerLoss#FEW} by default. */
  public DiskSweep losing(List<PowerLoss> some) {
    losses = some;
    return this;
  }

  /** Looks at these outcomes of a loss of power that follows an error; by default the same few. */
  public DiskSweep losingAfterErrors(List<PowerLoss> some) {
    lossesAfterErrors = some;
    return this;
  }

  /** On a file system without hard links. */
  public DiskSweep withoutLinks() {
    linkless = true;
    return this;
  }

  /** Only about so many operations go wrong, and as many of the last ones. */
  public DiskSweep atMost(int operations) {
    max = operations;
    return this;
  }

  /** Runs the one case that a failure has named. */
  public DiskSweep only(String id) {
    only = id;
    return this;
  }

  /** Runs all; returns the number of cases, and throws an error that names those that are wrong. */
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
    String what = "the power goes at " + operation(disk, number);
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
          what + ", of what was not durable " + loss,
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
      throw new AssertionError("it said that nothing was done, but all is there", failure);
    }
  }

  private void fail(Findings findings, String id, int number, Done done, boolean lasting)
      throws Exception {
    Disk disk = lasting ? disk().failFrom(number, done) : disk().failAt(number, done);
    Throwable failure = errors.change(local.apply(disk));
    String what =
        "%s fails, with %s done%s"
            .formatted(operation(disk, number), done, lasting ? ", and all that come after" : "");
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
