package io.azulejo.internal.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The problems that were found so far. Checks are run by this, one by one, so that one which fails
 * keeps no other from being run. Safe for use by many threads.
 */
final class ProblemCollector {
  /** Of problems that differ in their tiles alone so many are kept; the rest is counted. */
  private static final int MAX_OF_A_KIND = 20;

  private final boolean strict;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<List<Object>, Integer> counts = new HashMap<>();

  /**
   * No problems yet.
   *
   * @param strict whether it is no problem but a failure where a store cannot be read: what is to
   *     be changed by what was found has to be known
   */
  ProblemCollector(boolean strict) {
    this.strict = strict;
  }

  /** A check that may find what the engine cannot read. */
  @FunctionalInterface
  interface Check {
    /** Runs it. */
    void run();
  }

  void add(Problem problem) {
    synchronized (problems) {
      List<Object> like =
          List.of(
              problem.severity(),
              problem.kind(),
              problem.location(),
              problem.structure(),
              problem.field());
      if (counts.merge(like, 1, Integer::sum) <= MAX_OF_A_KIND) {
        problems.add(problem);
      }
    }
  }

  /** Runs a check; what it throws is a problem of a file. Returns whether it threw nothing. */
  boolean attempt(
      Severity severity, Location file, String consequence, String remedy, Check check) {
    try {
      check.run();
      return true;
    } catch (AzulejoException e) {
      take(e, severity, file, consequence, remedy);
      return false;
    }
  }

  /** What a supplier gives, unless that is a problem. */
  <T> Optional<T> attempt(
      Severity severity, Location file, String consequence, String remedy, Supplier<T> supplier) {
    try {
      return Optional.of(supplier.get());
    } catch (AzulejoException e) {
      take(e, severity, file, consequence, remedy);
      return Optional.empty();
    }
  }

  /** Throws a failure of the store again, where that is no problem of the array. */
  void refuse(AzulejoException e) {
    if (strict && e instanceof StorageException) {
      throw e;
    }
  }

  private void take(
      AzulejoException e, Severity severity, Location file, String consequence, String remedy) {
    refuse(e);
    add(ProblemBuilder.of(severity, e, file, consequence, remedy));
  }

  /** Whether there is an error already. */
  boolean hasErrors() {
    synchronized (problems) {
      return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    }
  }

  /** All, the worst first, then by place. */
  List<Problem> sorted() {
    synchronized (problems) {
      List<Problem> all = new ArrayList<>(problems);
      counts.forEach(
          (like, count) -> {
            if (count > MAX_OF_A_KIND) {
              all.add(rest(like, count - MAX_OF_A_KIND));
            }
          });
      all.sort(
          Comparator.comparing(Problem::severity)
              .thenComparing(problem -> problem.location().toString()));
      return all;
    }
  }

  private Problem rest(List<Object> like, int count) {
    Problem first =
        problems.stream()
            .filter(
                p ->
                    like.equals(
                        List.of(p.severity(), p.kind(), p.location(), p.structure(), p.field())))
            .findFirst()
            .orElseThrow();
    return new Problem(
        first.severity(),
        first.kind(),
        first.location(),
        first.structure(),
        first.field(),
        java.util.OptionalLong.empty(),
        "%d more like that".formatted(count),
        first.consequence(),
        first.remedy());
  }
}
