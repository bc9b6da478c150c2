package io.azulejo.internal.read.tile;

import io.azulejo.query.PlannedRead;
import io.azulejo.schema.Layout;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The description of a plan. */
public record ReadDescription(
    boolean dense,
    Order order,
    Fragments fragments,
    Tiles tiles,
    Map<String, Long> storedBytes,
    Steps steps,
    List<String> labels)
    implements PlannedRead {
  /** Takes copies of the map and of the list. */
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

  /** The portions of the read. */
  public record Portions(long cells, long batchBytes, long count) implements PlannedRead.Steps {}

  /** Returns a plan with dimension labels that are looked up. */
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
