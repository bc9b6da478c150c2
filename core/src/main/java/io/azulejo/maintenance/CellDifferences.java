package io.azulejo.maintenance;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the cells of two arrays compare. Cells are the same where their coordinates and the values of
 * all attributes that both arrays have are the same to the bit: NaN is the same as NaN of the same
 * bits, and -0.0 is not 0.0. Null is the same as null, whatever lies beneath it. Values of
 * attributes with enumerations are the indexes.
 *
 * @param same the cells that both arrays have
 * @param different the cells at coordinates that both arrays have, of which values differ
 * @param onlyInFirst the cells of the first array alone
 * @param onlyInSecond the cells of the second array alone
 * @param byAttribute of how many of the different cells the values of an attribute differ, for the
 *     attributes that were compared
 * @param first the first cells that are not the same, in the order in which they were read
 * @param notCompared why cells could not be compared; empty where they were
 */
public record CellDifferences(
    long same,
    long different,
    long onlyInFirst,
    long onlyInSecond,
    Map<String, Long> byAttribute,
    List<CellDifference> first,
    Optional<String> notCompared) {
  /** Makes an immutable record: takes copies of its collections. */
  public CellDifferences {
    byAttribute = Collections.unmodifiableMap(new LinkedHashMap<>(byAttribute));
    first = List.copyOf(first);
  }

  /** Cells that could not be compared. */
  public static CellDifferences notCompared(String reason) {
    return new CellDifferences(0, 0, 0, 0, Map.of(), List.of(), Optional.of(reason));
  }

  /** Whether all cells are the same. */
  public boolean isSame() {
    return notCompared.isEmpty() && different == 0 && onlyInFirst == 0 && onlyInSecond == 0;
  }
}
