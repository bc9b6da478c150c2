package io.azulejo.internal.read;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.label.LabelArray;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DimensionLabel;

/** Integrity checks that opening an array skips. A read performs them when it needs the data. */
public final class ReadChecks {
  private ReadChecks() {}

  /**
   * Checks that the condition of a deletion can be evaluated.
   *
   * @throws CorruptDataException if the condition does not fit the schema
   */
  public static void deletion(ConditionNode condition, ArraySchema schema) {
    BoundCondition.ofStored(condition, schema);
  }

  /**
   * Opens the label array of a dimension label.
   *
   * @param array the snapshot of the array that has the label
   * @throws CorruptDataException if the label array does not fit the label
   */
  public static Snapshot label(Snapshot array, DimensionLabel label, Tasks tasks) {
    return LabelArray.open(array, label, array.storage(), tasks);
  }
}
