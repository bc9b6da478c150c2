package io.azulejo.internal.write.dense;

import io.azulejo.query.Column;
import java.util.Optional;

/** Looks up values in the array of one dimension as it is before a write. */
public interface StoredValues {
  /** The value of an attribute at a coordinate; empty where none was written. */
  Optional<Column> at(String attribute, long coordinate);
}
