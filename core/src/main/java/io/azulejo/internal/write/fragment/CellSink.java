package io.azulejo.internal.write.fragment;

import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import java.util.List;

/**
 * Turns cells of an array into fragments that are not part of the array yet. Closing a sink deletes
 * the fragments, whether they are finished or not. Not safe for use by several threads at once.
 */
public interface CellSink extends AutoCloseable {
  /**
   * Adds cells.
   *
   * @param columns one column per attribute, then one per dimension if cells have coordinates, each
   *     checked against its field. The sink may keep the arrays until the cells are in files, so
   *     the caller must not modify them.
   * @param rows number of cells
   * @throws io.azulejo.error.InvalidRequestException if the cells do not fit the array or the
   *     request
   */
  void append(CellColumn[] columns, int rows);

  /**
   * Completes the fragments. Their files are durable when this method returns.
   *
   * @return the names of the fragments; empty if no cells were added
   */
  List<FragmentName> finish();

  /** Deletes the fragments, whether they are finished or not. */
  @Override
  void close();
}
