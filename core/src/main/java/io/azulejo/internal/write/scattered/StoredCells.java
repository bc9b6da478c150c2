package io.azulejo.internal.write.scattered;

import io.azulejo.query.BatchReader;
import io.azulejo.schema.NDRange;

/** Reads what a dense array held when a write to it began. */
public interface StoredCells {
  /**
   * Reads all cells of a box.
   *
   * @return batches in global order, with a column for each attribute in the order of the schema
   */
  BatchReader read(NDRange box);

  /**
   * About how many bytes values, offsets and validity of a cell of a box have: a mean of the
   * fragments that have cells there, from their tables alone.
   */
  double bytesPerCell(NDRange box);
}
