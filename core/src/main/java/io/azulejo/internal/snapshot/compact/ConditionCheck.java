package io.azulejo.internal.snapshot.compact;

import io.azulejo.internal.format.ConditionNode;
import io.azulejo.schema.ArraySchema;

/** Checks that a delete condition fits a schema, with the same checks as a read. */
@FunctionalInterface
public interface ConditionCheck {
  /**
   * Checks a decoded condition. Does not read files and has no side effects. The caller adds the
   * file name to the exception.
   *
   * @param condition the decoded condition
   * @param schema a schema of the array
   * @throws io.azulejo.error.CorruptDataException if a read with this schema would refuse the
   *     condition
   */
  void check(ConditionNode condition, ArraySchema schema);
}
