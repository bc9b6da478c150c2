package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * An update of some cells. The reference engine writes update files only if configured to, and then
 * treats them as deletions.
 *
 * @param condition the cells that keep their values
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
