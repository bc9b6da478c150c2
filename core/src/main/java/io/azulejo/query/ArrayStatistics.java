package io.azulejo.query;

import java.util.Map;

/**
 * Statistics of an array's cells that are known without reading the cells. They cover the cells of
 * a snapshot, without hidden and deleted cells. In a dense array, they cover only written cells, as
 * with {@link ReadRequest.Cells#WRITTEN}. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface ArrayStatistics {
  /** Returns the number of cells. */
  Statistic<Long> cells();

  /** Returns the statistics of each field by field name, in the order of the request. */
  Map<String, FieldStatistics> fields();
}
