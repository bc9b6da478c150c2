package io.azulejo.spark;

import io.azulejo.query.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** A vector of strings that an enumeration's indexes select. An index without a string is null. */
final class IndexedTexts extends CellVector {
  private final EnumerationIndexes indexes;
  private final UTF8String[] texts;

  /** Creates a vector of the strings at the given indexes. */
  IndexedTexts(DataType type, Column indexes, UTF8String[] texts, byte @Nullable [] validity) {
    super(type, indexes.rows(), validity);
    this.indexes = new EnumerationIndexes(indexes);
    this.texts = texts;
  }

  @Override
  public boolean isNullAt(int row) {
    if (super.isNullAt(row)) {
      return true;
    }
    long index = indexes.get(row);
    return index < 0 || index >= texts.length;
  }

  @Override
  public boolean hasNull() {
    return true;
  }

  @Override
  public UTF8String getUTF8String(int row) {
    return texts[(int) indexes.get(row)];
  }
}
