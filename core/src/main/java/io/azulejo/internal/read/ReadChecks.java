package io.azulejo.internal.read;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.label.LabelArray;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DimensionLabel;

/** What opening an array does not look at, and reads find out when they come to it. */
public final class ReadChecks {
  private ReadChecks() {}

  /**
   * Checks that the condition of a deletion can be tested.
   *
   * @throws CorruptDataException if it does not fit the schema
   */
  public static void deletion(ConditionNode condition, ArraySchema schema) {
    BoundCondition.ofStored(condition, schema);
  }

  /**
   * Opens the array of a label.
   *
   * @throws CorruptDataException if it is not what the label needs
   */
  public static Snapshot label(Snapshot array, DimensionLabel label, Tasks tasks) {
    return LabelArray.open(array, label, array.storage(), tasks);
  }
}
