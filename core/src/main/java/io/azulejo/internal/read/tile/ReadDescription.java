package io.azulejo.internal.read.tile;

import io.azulejo.query.PlannedRead;
import io.azulejo.schema.Layout;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The description of a planned read. */
public record ReadDescription(
    boolean dense,
    Order order,
    Fragments fragments,
    Tiles tiles,
    Map<String, Long> storedBytes,
    Steps steps,
    List<String> labels)
    implements PlannedRead {
  /** Copies the map and the list. */
  public ReadDescription {
    storedBytes = Collections.unmodifiableMap(new LinkedHashMap<>(storedBytes));
    labels = List.copyOf(labels);
  }

  /** The order of the cells. */
  public record CellOrder(Layout layout, boolean newestOnly, String description)
      implements PlannedRead.Order {}

  /** The numbers of fragments. */
  public record FragmentCounts(int seen, int touched) implements PlannedRead.Fragments {}

  /** The numbers of tiles. */
  record TileCounts(long all, long outside, long pruned, long matching, long tested)
      implements PlannedRead.Tiles {}

  /**
   * The steps of the read.
   *
   * @param cells maximum number of cells to return
   * @param batchBytes maximum size of a batch in bytes
   * @param count estimated number of steps
   */
  public record Portions(long cells, long batchBytes, long count) implements PlannedRead.Steps {}

  /** Returns a plan that also lists the dimension labels to look up. */
  public static PlannedRead withLabels(PlannedRead plan, List<String> names) {
    return new ReadDescription(
        plan.dense(),
        plan.order(),
        plan.fragments(),
        plan.tiles(),
        plan.storedBytes(),
        plan.steps(),
        names);
  }

  @Override
  public String toString() {
    return String.join("; ", lines());
  }
}
