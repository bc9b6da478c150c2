package io.azulejo.internal.write.fragment;

import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import java.util.List;

/**
 * Turns cells of an array into fragments that are not part of the array yet. Closing it deletes
 * what was written, finished or not. For one thread at a time.
 */
public interface CellSink extends AutoCloseable {
  /**
   * Adds cells.
   *
   * @param columns a column for each attribute, then where cells have coordinates for each
   *     dimension, each checked against its field; their arrays, which nobody writes to any more,
   *     may be kept until the cells are in files
   * @param rows the number of cells
   * @throws io.azulejo.error.InvalidRequestException if the cells do not fit the array or the
   *     request
   */
  void append(CellColumn[] columns, int rows);

  /**
   * Completes the fragments: their files are durable when this returns.
   *
   * @return the names of the fragments; none where there are no cells
   */
  List<FragmentName> finish();

  /** Deletes the fragments, finished or not. */
  @Override
  void close();
}
