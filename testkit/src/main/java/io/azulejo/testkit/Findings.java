package io.azulejo.testkit;

import io.azulejo.testkit.FaultStorage.Act;
import io.azulejo.testkit.FaultStorage.Operation;
import java.util.ArrayList;
import java.util.List;

/** The failed cases of a sweep. Counts all cases and reports the failures together at the end. */
final class Findings {
  private static final int SHOWN = 5;
  private static final int LAST = TestLayer.cases(12, 2);

  private final String sweep;
  private final String only;
  private final List<AssertionError> wrong = new ArrayList<>();
  private int cases;

  /**
   * Creates a collector for the cases of a sweep.
   *
   * @param sweep the name of the sweep, for messages
   * @param only the id of the only case to run, or null for all
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
   * Returns the numbers of the operations to disturb, in increasing order.
   *
   * @param operations the operations of the change, in order
   * @param thinned whether to select only the first, the middle and the last of consecutive writes
   *     to a file
   * @param step selects every {@code step}-th of the remaining operations. The last ones (12 in the
   *     full test layer, 2 in the short one) are always selected, because they make everything
   *     visible.
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

  /** Runs the check of a case if the case is selected. A failure is recorded, not thrown. */
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
              "%s: %s: %s%nrun it alone with .only(\"%s\")"
                  .formatted(sweep, description, e.getMessage(), id),
              e));
    }
  }

  /**
   * Returns the number of checked cases.
   *
   * @throws AssertionError if any case failed or none was checked; the message describes the first
   *     failures
   */
  int report() {
    if (cases == 0) {
      throw new AssertionError(
          sweep + (only == null ? ": no cases" : ": case \"" + only + "\" not found"));
    }
    if (wrong.isEmpty()) {
      return cases;
    }
    StringBuilder text = new StringBuilder("%d of %d cases failed".formatted(wrong.size(), cases));
    wrong.stream().limit(SHOWN).forEach(error -> text.append("\n\n").append(error.getMessage()));
    AssertionError all = new AssertionError(text.toString(), wrong.get(0));
    wrong.stream().skip(1).limit(SHOWN - 1).forEach(all::addSuppressed);
    throw all;
  }
}
