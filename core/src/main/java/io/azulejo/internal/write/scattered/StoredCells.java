package io.azulejo.internal.write.scattered;

import io.azulejo.query.BatchReader;
import io.azulejo.schema.NDRange;

/** Reads cells of a dense array as they were when a write to it began. */
public interface StoredCells {
  /**
   * Reads all cells of a box.
   *
   * @return batches in global order, with one column per attribute in schema order
   */
  BatchReader read(NDRange box);

  /**
   * Returns the estimated size of a cell's values, offsets and validity in bytes. The estimate is
   * the mean over the fragments that overlap the box and uses only their metadata.
   */
  double bytesPerCell(NDRange box);
}
