package io.azulejo.internal.write.sparse;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import java.util.ArrayList;
import java.util.List;

/** Resolves cells with equal coordinates in an array that does not allow duplicates. */
final class DuplicateResolution {
  private final DuplicatePolicy policy;

  DuplicateResolution(DuplicatePolicy policy) {
    this.policy = policy;
  }

  /** Returns whether the last of several cells with equal coordinates is kept. */
  boolean keepsLast() {
    return policy == DuplicatePolicy.KEEP_LAST;
  }

  /**
   * Returns the cells without duplicates.
   *
   * @param equalToNext for each place, whether the next cell has the same coordinates; null if no
   *     two adjacent cells do
   * @throws InvalidRequestException if there are duplicates and they are rejected
   */
  SortedCells apply(SortedCells cells, boolean[] equalToNext, ArraySchema schema) {
    if (equalToNext == null) {
      return cells;
    }
    if (keepsLast()) {
      return cells.without(equalToNext);
    }
    int place = 0;
    while (!equalToNext[place]) {
      place++;
    }
    throw refusal(
        schema, cells.part(place), cells.row(place), cells.part(place + 1), cells.row(place + 1));
  }

  /** Creates an exception that names two cells with equal coordinates. */
  static InvalidRequestException refusal(
      ArraySchema schema, CellPart a, int rowA, CellPart b, int rowB) {
    return new InvalidRequestException(
        ("%s and %s of this write (counted from 0) have the same coordinates %s, but"
                + " the array does not allow duplicates; omit one, or keep the last one"
                + " (duplicates: keep last)")
            .formatted(a.numbers.text(rowA), b.numbers.text(rowB), place(schema, a, rowA)));
  }

  /** Returns the coordinates of a cell as text for messages. Its keys must be decoded. */
  static String place(ArraySchema schema, CellPart part, int row) {
    List<String> texts = new ArrayList<>();
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      texts.add(
          dimension.name()
              + " = "
              + (dimension.isVar()
                  ? CoordinateText.ofText(part.coordinates[d], row)
                  : CoordinateText.ofKey(dimension.type(), part.keys[d][row])));
    }
    return "(" + String.join(", ", texts) + ")";
  }
}
