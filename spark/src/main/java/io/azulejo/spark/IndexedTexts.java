package io.azulejo.spark;

import io.azulejo.query.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A vector of strings selected by enumeration indexes. A row is null if the enumeration has no
 * string at its index.
 */
final class IndexedTexts extends CellVector {
  private final EnumerationIndexes indexes;
  private final UTF8String[] texts;

  /**
   * Creates a vector.
   *
   * @param indexes the column that stores the indexes
   * @param texts the strings of the enumeration
   * @param validity one byte per row, 0 for null; null if all rows have an index
   */
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
