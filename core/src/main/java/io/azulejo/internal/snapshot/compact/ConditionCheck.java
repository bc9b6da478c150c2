package io.azulejo.internal.snapshot.compact;

import io.azulejo.internal.format.ConditionNode;
import io.azulejo.schema.ArraySchema;

/** Checks that the condition of a deletion fits a schema, with the checks of a read. */
@FunctionalInterface
public interface ConditionCheck {
  /**
   * Checks a decoded condition. Reads no file and has no side effects. The caller adds the file to
   * the exception.
   *
   * @throws io.azulejo.error.CorruptDataException if a read with this schema would refuse the
   *     condition
   */
  void check(ConditionNode condition, ArraySchema schema);
}
