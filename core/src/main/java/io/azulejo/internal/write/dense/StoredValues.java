package io.azulejo.internal.write.dense;

import io.azulejo.query.Column;
import java.util.Optional;

/** Looks up values of a one-dimensional array as it was before a write. */
public interface StoredValues {
  /**
   * Returns the stored value of an attribute at a coordinate; empty if the cell was never written.
   */
  Optional<Column> at(String attribute, long coordinate);
}
