package io.azulejo.internal.read.tile;

import java.util.List;

/**
 * The parts of one tile of a field, each in a data file of its own; null for those that it does not
 * have.
 *
 * @param fixed the cells of fixed size, or else the offsets of cells of variable size, if these are
 *     not kept within the values
 * @param var the values of cells of variable size
 * @param validity which cells are null
 */
public record TileParts(TilePart fixed, TilePart var, TilePart validity) {
  /** Wants all bytes of the parts. */
  public void widen() {
    for (TilePart part : new TilePart[] {fixed, var, validity}) {
      if (part != null) {
        part.widen();
      }
    }
  }

  /** Adds the parts that there are to what is to be fetched. */
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
