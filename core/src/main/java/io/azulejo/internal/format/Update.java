package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * A conditional update of cells. The reference engine writes update files only if it is configured
 * to, and then treats them as deletions.
 *
 * @param condition selects the cells that keep their values
 * @param values the new values of all other cells
 */
public record Update(ConditionNode condition, List<Value> values) {
  /** Copies the list. */
  public Update {
    values = List.copyOf(values);
  }

  /**
   * The new value of a field.
   *
   * @param field the name of the field
   * @param value the encoded value
   */
  record Value(String field, Slice value) {}
}
