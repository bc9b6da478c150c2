package io.azulejo.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A set of rows, defined by the cells that they have in some columns. */
sealed interface Region {
  /** All rows. */
  Region EVERYTHING = new All(List.of());

  /** No rows. */
  Region NOTHING = new Any(List.of());

  /**
   * The rows whose cell in a column is in a set.
   *
   * @param field the column
   * @param set the set of cells; neither empty nor full
   */
  record Cells<T>(BoundField<T> field, CellSet<T> set) implements Region {}

  /**
   * The intersection of regions.
   *
   * @param parts the regions; no two are {@link Cells} of the same column
   */
  record All(List<Region> parts) implements Region {}

  /**
   * The union of regions.
   *
   * @param parts the regions; no two are {@link Cells} of the same column
   */
  record Any(List<Region> parts) implements Region {}

  /** Returns the intersection of regions. */
  static Region all(List<Region> regions) {
    return combined(regions, true);
  }

  /** Returns the union of regions. */
  static Region any(List<Region> regions) {
    return combined(regions, false);
  }

  private static Region combined(List<Region> regions, boolean all) {
    List<Region> parts = new ArrayList<>();
    Map<String, List<Cells<?>>> cells = new LinkedHashMap<>();
    for (Region region : regions) {
      for (Region part : parts(region, all)) {
        if (part instanceof Cells<?> some) {
          cells.computeIfAbsent(some.field().column().name(), c -> new ArrayList<>()).add(some);
        } else {
          parts.add(part);
        }
      }
    }
    Region neutral = all ? EVERYTHING : NOTHING;
    Region absorbing = all ? NOTHING : EVERYTHING;
    for (List<Cells<?>> some : cells.values()) {
      parts.add(merged(some, all));
    }
    if (parts.contains(absorbing)) {
      return absorbing;
    }
    parts.removeIf(neutral::equals);
    return parts.size() == 1
        ? parts.get(0)
        : parts.isEmpty() ? neutral : all ? new All(parts) : new Any(parts);
  }

  private static List<Region> parts(Region region, boolean all) {
    if (all && region instanceof All conjunction) {
      return conjunction.parts();
    }
    return !all && region instanceof Any choice ? choice.parts() : List.of(region);
  }

  /** Combines several sets of cells of the same column into one. */
  @SuppressWarnings("unchecked") // A name identifies a column, whose values have one type.
  private static <T> Region merged(List<Cells<?>> same, boolean all) {
    BoundField<T> field = (BoundField<T>) same.get(0).field();
    List<CellSet<T>> sets = new ArrayList<>();
    same.forEach(cells -> sets.add((CellSet<T>) cells.set()));
    return field.cells(all ? CellSet.intersection(sets) : CellSet.union(sets));
  }
}
