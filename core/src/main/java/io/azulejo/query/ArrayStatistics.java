package io.azulejo.query;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of an array without a look at cells: of those that it was opened to see, without
 * those that were hidden or deleted; of a dense array of those that were written, as {@link
 * ReadRequest.Cells#WRITTEN} has it.
 *
 * @param cells how many cells there are
 * @param fields what is known of fields, by name, in the order in which they were asked for
 */
public record ArrayStatistics(Statistic<Long> cells, Map<String, FieldStatistics> fields) {
  /** Makes an immutable record: takes a copy of its map. */
  public ArrayStatistics {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }
}
