package io.azulejo.query;

import java.util.Map;

/**
 * What is known of an array without reading cells: of the cells that it was opened to see, without
 * hidden and deleted ones; of a dense array of the written ones, as in {@link
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
