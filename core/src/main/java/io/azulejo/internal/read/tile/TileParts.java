package io.azulejo.internal.read.tile;

import java.util.List;

/**
 * The parts of one tile of a field, each in its own data file. A part that the field does not have
 * is null.
 *
 * @param fixed the fixed-size cells or the offsets of variable-size cells; null if the offsets are
 *     stored with the values
 * @param var the values of variable-size cells
 * @param validity the validity bytes of a nullable field
 */
public record TileParts(TilePart fixed, TilePart var, TilePart validity) {
  /** Restores the full range of all parts. */
  public void widen() {
    for (TilePart part : new TilePart[] {fixed, var, validity}) {
      if (part != null) {
        part.widen();
      }
    }
  }

  /** Adds the existing parts to a list of parts to fetch. */
  public void addTo(List<TilePart> wanted) {
    add(fixed, wanted);
    add(var, wanted);
    add(validity, wanted);
  }

  private static void add(TilePart part, List<TilePart> wanted) {
    if (part != null) {
      wanted.add(part);
    }
  }
}
