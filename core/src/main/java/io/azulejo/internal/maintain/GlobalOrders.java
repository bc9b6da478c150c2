package io.azulejo.internal.maintain;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;

/** Compares the global orders of arrays. */
public final class GlobalOrders {
  private GlobalOrders() {}

  /**
   * Returns whether two arrays store cells in the same global order. The schemas must have the same
   * number and types of dimensions.
   */
  public static boolean areSame(ArraySchema a, ArraySchema b) {
    boolean tiles = a.cellOrder() != Layout.HILBERT;
    boolean same = a.cellOrder() == b.cellOrder() && (!tiles || a.tileOrder() == b.tileOrder());
    for (int d = 0; same && d < a.dimensions().size(); d++) {
      Dimension ofA = a.dimensions().get(d);
      Dimension ofB = b.dimensions().get(d);
      same = ofA.domain().equals(ofB.domain()) && (!tiles || ofA.extent().equals(ofB.extent()));
    }
    return same;
  }
}
