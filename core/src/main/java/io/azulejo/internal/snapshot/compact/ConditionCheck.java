package io.azulejo.internal.snapshot.compact;

import io.azulejo.internal.format.ConditionNode;
import io.azulejo.schema.ArraySchema;

/** Checks that the condition of a deletion fits a schema, as a read checks it. */
@FunctionalInterface
public interface ConditionCheck {
  /**
   * Checks a decoded condition. Reads no file; has no other effect than the exception. The caller
   * adds the file to the exception.
   *
   * @throws io.azulejo.error.CorruptDataException if a read with this schema would refuse the
   *     condition
   */
  void check(ConditionNode condition, ArraySchema schema);
}
