package io.azulejo.query;

import java.util.Map;

/**
 * Statistics of the cells of an array, known without reading cells. Covers the snapshot's cells
 * without hidden and deleted ones; in a dense array only written cells, as in {@link
 * ReadRequest.Cells#WRITTEN}. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface ArrayStatistics {
  /** Returns the number of cells. */
  Statistic<Long> cells();

  /** Returns the statistics of each field by name, in the order of the request. */
  Map<String, FieldStatistics> fields();
}
