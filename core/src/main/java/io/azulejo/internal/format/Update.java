package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * New values for some cells. The reference engine writes such files only when told to, and then
 * takes them for deletions.
 *
 * @param condition which cells keep what they have
 * @param values the new values
 */
public record Update(ConditionNode condition, List<Value> values) {
  /** Takes a copy of the list. */
  public Update {
    values = List.copyOf(values);
  }

  /**
   * A new value.
   *
   * @param field the field's name
   * @param value its bytes
   */
  record Value(String field, Slice value) {}
}
