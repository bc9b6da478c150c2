package io.azulejo.internal.write.sparse;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.DuplicatePolicy;

/** Resolves cells with equal coordinates in an array that does not allow duplicates. */
final class DuplicateResolution {
  private final DuplicatePolicy policy;

  DuplicateResolution(DuplicatePolicy policy) {
    this.policy = policy;
  }

  /**
   * Returns the cells without duplicates.
   *
   * @param equalToNext for each place, whether the next cell has the same coordinates; null if no
   *     two adjacent cells do
   * @throws InvalidRequestException if there are duplicates and they are rejected
   */
  SortedCells apply(SortedCells cells, boolean[] equalToNext) {
    if (equalToNext == null) {
      return cells;
    }
    if (policy == DuplicatePolicy.KEEP_LAST) {
      return cells.without(equalToNext);
    }
    int place = 0;
    while (!equalToNext[place]) {
      place++;
    }
    CellPart a = cells.part(place);
    CellPart b = cells.part(place + 1);
    throw new InvalidRequestException(
        ("%s and %s of this write (counted from 0) have the same coordinates %s, but"
                + " the array does not allow duplicates; omit one, or keep the last one"
                + " (duplicates: keep last)")
            .formatted(
                a.numbers.text(cells.row(place)),
                b.numbers.text(cells.row(place + 1)),
                a.place(cells.row(place))));
  }
}
