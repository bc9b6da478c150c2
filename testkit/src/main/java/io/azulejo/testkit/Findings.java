package io.azulejo.testkit;

import io.azulejo.testkit.FaultStorage.Act;
import io.azulejo.testkit.FaultStorage.Operation;
import java.util.ArrayList;
import java.util.List;

/** What the cases of a sweep have found wrong. */
final class Findings {
  private static final int SHOWN = 5;
  private static final int LAST = TestLayer.cases(12, 2);

  private final String sweep;
  private final String only;
  private final List<AssertionError> wrong = new ArrayList<>();
  private int cases;

  /**
   * Findings of a sweep.
   *
   * @param only the one case that is wanted; null for all
   */
  Findings(String sweep, String only) {
    this.sweep = sweep;
    this.only = only;
  }

  /** A check of one case. */
  interface Check {
    void run() throws Exception;
  }

  /**
   * The operations at which something is to go wrong; in the short layer of tests about a twelfth
   * of them.
   *
   * @param thinned of many writes to one file in a row only the first, the middle and the last
   * @param step of all that are left every so many-th, and the last ones, which make all visible
   */
  static List<Integer> numbers(List<Operation> operations, boolean thinned, int step) {
    List<Integer> numbers = numbers(operations, thinned);
    List<Integer> some = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      if (i % step == 0 || i >= numbers.size() - LAST) {
        some.add(numbers.get(i));
      }
    }
    return some;
  }

  private static List<Integer> numbers(List<Operation> operations, boolean thinned) {
    List<Integer> numbers = new ArrayList<>();
    int end;
    for (int start = 0; start < operations.size(); start = end) {
      end = start + 1;
      while (thinned
          && end < operations.size()
          && operations.get(start).act() == Act.WRITE
          && operations.get(end).act() == Act.WRITE
          && operations.get(end).location().equals(operations.get(start).location())) {
        end++;
      }
      numbers.add(start);
      if (end - start > 2) {
        numbers.add((start + end) / 2);
      }
      if (end - start > 1) {
        numbers.add(end - 1);
      }
    }
    return numbers;
  }

  boolean wanted(String id) {
    return only == null || only.equals(id) || only.startsWith(id + "/");
  }

  /** Runs the check of a case, if it is wanted. */
  void check(String id, String description, Check check) {
    if (only != null && !only.equals(id)) {
      return;
    }
    cases++;
    try {
      check.run();
    } catch (Exception | AssertionError e) {
      wrong.add(
          new AssertionError(
              "%s: %s: %s%nalone: .only(\"%s\")".formatted(sweep, description, e.getMessage(), id),
              e));
    }
  }

  /** The number of cases that were checked; throws where some were wrong. */
  int report() {
    if (cases == 0) {
      throw new AssertionError(
          sweep + ": there is no case" + (only == null ? "" : " \"" + only + "\""));
    }
    if (wrong.isEmpty()) {
      return cases;
    }
    StringBuilder text =
        new StringBuilder("%d of %d cases are wrong".formatted(wrong.size(), cases));
    wrong.stream().limit(SHOWN).forEach(error -> text.append("\n\n").append(error.getMessage()));
    AssertionError all = new AssertionError(text.toString(), wrong.get(0));
    wrong.stream().skip(1).limit(SHOWN - 1).forEach(all::addSuppressed);
    throw all;
  }
}
