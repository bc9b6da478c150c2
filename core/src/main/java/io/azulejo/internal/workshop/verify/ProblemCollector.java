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
 * Runs checks and collects problems. If a check fails, the failure is collected as a problem, and
 * other checks can continue. Thread-safe.
 */
final class ProblemCollector {
  /**
   * Maximum number of similar problems to keep. For example, problems are similar if only their
   * tiles differ. Further similar problems are only counted.
   */
  private static final int MAX_OF_A_KIND = 20;

  private final boolean strict;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<List<Object>, Integer> counts = new HashMap<>();

  /**
   * Creates an empty collector.
   *
   * @param strict whether to throw failures that are not about the stored bytes, instead of
   *     collecting them; for callers that change the array based on the problems
   */
  ProblemCollector(boolean strict) {
    this.strict = strict;
  }

  /** Returns an empty collector with the same strictness. */
  ProblemCollector emptyCopy() {
    return new ProblemCollector(strict);
  }

  /** A check. An {@link AzulejoException} that it throws is collected as a problem. */
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

  /** Runs a check and collects an exception as a problem of the file. Returns true on success. */
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

  /** Returns the result of a supplier. Collects an exception as a problem and returns empty. */
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
   * Rethrows an exception if this collector is strict and the exception is not about the stored
   * bytes. Examples are a failing store, a lack of memory, and a missing or wrong key. Unsupported
   * data is never rethrown: it remains unsupported, and callers do not change it.
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

  /** Returns whether a problem has severity {@link Severity#ERROR}. */
  boolean hasErrors() {
    synchronized (problems) {
      return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    }
  }

  /** Returns all problems, sorted by severity (worst first), then by location. */
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
    return new VerifyResults.FoundProblem(
        first.severity(),
        first.kind(),
        first.location(),
        first.structure(),
        first.field(),
        java.util.OptionalLong.empty(),
        "%d more problems of this kind".formatted(count),
        first.consequence(),
        first.remedy());
  }
}
