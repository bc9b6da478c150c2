package io.tiledb.java.api;

import io.azulejo.FragmentInfo;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/** A node of a {@link ConsolidationPlan}: fragments, their bounding box, and their size. */
final class PlanNode {
  private final List<Datatype> types;
  private final List<String> names = new ArrayList<>();
  private NDRange box;
  private long bytes;

  private PlanNode(List<Datatype> types, String name, NDRange box, long bytes) {
    this.types = types;
    this.names.add(name);
    this.box = box;
    this.bytes = bytes;
  }

  /**
   * Returns the names of the fragments of each node.
   *
   * @param desired the desired size of a fragment in bytes
   */
  static List<List<String>> plan(StoredFragments fragments, long desired) {
    List<Datatype> types =
        fragments.array().schema().dimensions().stream()
            .map(Dimension::type)
            .map(Datatype::ofEngine)
            .toList();
    List<PlanNode> nodes = new ArrayList<>();
    for (FragmentInfo fragment : fragments.list()) {
      fragment
          .nonEmptyDomain()
          .ifPresent(
              box ->
                  nodes.add(
                      new PlanNode(types, fragment.name(), box, StoredFragments.size(fragment))));
    }
    joinOverlapping(nodes);
    joinSmall(nodes, desired / 2);
    List<List<String>> plan = new ArrayList<>();
    nodes.stream().filter(node -> node.names.size() > 1).forEach(node -> plan.add(node.names));
    nodes.stream()
        .filter(node -> node.names.size() == 1 && node.bytes >= 1.5 * desired)
        .forEach(node -> plan.add(node.names));
    return plan;
  }

  private static void joinOverlapping(List<PlanNode> nodes) {
    boolean joined = true;
    while (joined) {
      joined = false;
      for (int i = 0; i < nodes.size(); i++) {
        for (int j = i + 1; j < nodes.size(); j++) {
          if (nodes.get(i).overlaps(nodes.get(j).box)) {
            nodes.get(i).join(nodes.remove(j--));
            joined = true;
          }
        }
      }
    }
  }

  private static void joinSmall(List<PlanNode> nodes, long small) {
    boolean joined = true;
    while (joined) {
      joined = false;
      for (int i = 0; i < nodes.size(); i++) {
        for (int j = i + 1; j < nodes.size() && nodes.get(i).bytes <= small; j++) {
          if (nodes.get(j).bytes <= small && isFree(nodes, i, j)) {
            nodes.get(i).join(nodes.remove(j--));
            joined = true;
          }
        }
      }
    }
  }

  /** Returns whether the common box of two nodes does not overlap another node. */
  private static boolean isFree(List<PlanNode> nodes, int i, int j) {
    NDRange union = nodes.get(i).union(nodes.get(j).box);
    for (int k = 0; k < nodes.size(); k++) {
      if (k != i && k != j && nodes.get(k).overlaps(union)) {
        return false;
      }
    }
    return true;
  }

  private boolean overlaps(NDRange other) {
    for (int i = 0; i < types.size(); i++) {
      if (!Ranges.overlap(box.get(i), other.get(i), types.get(i))) {
        return false;
      }
    }
    return true;
  }

  private NDRange union(NDRange other) {
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      ranges.add(Ranges.union(box.get(i), other.get(i), types.get(i)));
    }
    return new NDRange(ranges);
  }

  private void join(PlanNode other) {
    box = union(other.box);
    bytes += other.bytes;
    names.addAll(other.names);
  }
}
