package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
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
 * Collects problems. It also runs checks, so that the failure of one becomes a problem and does not
 * prevent others. Thread-safe.
 */
final class ProblemCollector {
  /** The number of problems kept of those that differ in their tiles alone; the rest is counted. */
  private static final int MAX_OF_A_KIND = 20;

  private final boolean strict;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<List<Object>, Integer> counts = new HashMap<>();

  /**
   * Without problems.
   *
   * @param strict whether a failure that says nothing about the stored bytes is thrown instead of
   *     collected, for callers that change the array according to the problems
   */
  ProblemCollector(boolean strict) {
    this.strict = strict;
  }

  /** An empty collector that is as strict as this one. */
  ProblemCollector another() {
    return new ProblemCollector(strict);
  }

  /** A check; what it throws becomes a problem. */
  @FunctionalInterface
  interface Check {
    /** Runs the check. */
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

  /** Runs a check; an exception becomes a problem of a file. Returns whether there was none. */
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

  /** The result of a supplier; empty if it throws, which becomes a problem of a file. */
  <T> Optional<T> attempt(
      Severity severity, Location file, String consequence, String remedy, Supplier<T> supplier) {
    try {
      return Optional.of(supplier.get());
    } catch (AzulejoException e) {
      take(e, severity, file, consequence, remedy);
      return Optional.empty();
    }
  }

  /**
   * Rethrows, if strict, a failure of the store, or a lack of memory or of a key. Unsupported data
   * are collected: they stay unsupported, and callers leave them alone.
   */
  void refuse(AzulejoException e) {
    if (strict && (e instanceof StorageException || e instanceof InvalidRequestException)) {
      throw e;
    }
  }

  private void take(
      AzulejoException e, Severity severity, Location file, String consequence, String remedy) {
    refuse(e);
    add(ProblemBuilder.ofCheck(severity, e, file, consequence, remedy));
  }

  /** Whether there is a problem of severity {@link Severity#ERROR}. */
  boolean hasErrors() {
    synchronized (problems) {
      return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    }
  }

  /** All problems by severity, the worst first, then by location. */
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
    return new VerifyResults.Found(
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
