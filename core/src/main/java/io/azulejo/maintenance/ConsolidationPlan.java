package io.azulejo.maintenance;

import java.util.List;

/**
 * What a consolidation would do now, without doing it.
 *
 * @param mode what it would consolidate
 * @param steps one merge after the other
 * @param left what would be left as it is, and why
 */
public record ConsolidationPlan(MaintenanceMode mode, List<Step> steps, List<Left> left) {
  /** Makes an immutable record: takes copies of its lists. */
  public ConsolidationPlan {
    steps = List.copyOf(steps);
    left = List.copyOf(left);
  }

  /**
   * One merge.
   *
   * @param inputs the names of what is merged, the oldest first; a name that is none yet is that of
   *     the result of a step before, such as {@code step 1}
   * @param bytes the bytes of the inputs; of results of steps before, about
   * @param reason why these
   */
  public record Step(List<String> inputs, long bytes, String reason) {
    /** Makes an immutable record: takes copies of its list. */
    public Step {
      inputs = List.copyOf(inputs);
    }
  }

  /**
   * A fragment or a file that would not be merged.
   *
   * @param name its name
   * @param reason why it would not be merged
   */
  public record Left(String name, String reason) {}
}
