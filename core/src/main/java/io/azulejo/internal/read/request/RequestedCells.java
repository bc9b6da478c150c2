package io.azulejo.internal.read.request;

import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells that a request asks for, checked.
 *
 * @param everything whether no dimension has a range
 * @param ranges the ranges of each dimension; null where it has none
 * @param points single cells in place of ranges; null where there are ranges
 */
public record RequestedCells(boolean everything, List<List<Range>> ranges, RequestedPoints points) {
  /** The cells of a request, the ranges of which name dimensions alone. */
  public static RequestedCells of(ArraySchema schema, ReadRequest request, ReadScope scope) {
    request.points().ifPresent(points -> scope.hold(RequestedPoints.bytes(schema, points)));
    return new RequestedCells(
        request.subarray().isAll() && request.points().isEmpty(),
        new RequestedRanges(schema).check(request.subarray().ranges()),
        request.points().map(points -> new RequestedPoints(schema, points)).orElse(null));
  }

  /**
   * The same cells of a dense array, each as often, with the ranges of each dimension in the order
   * of its coordinates.
   */
  public RequestedCells inOrder(ArraySchema schema) {
    List<List<Range>> ordered = new ArrayList<>();
    for (int d = 0; d < ranges.size(); d++) {
      List<Range> given = ranges.get(d);
      ordered.add(given == null ? null : OrderedRanges.of(schema.dimensions().get(d), given));
    }
    return new RequestedCells(everything, ordered, points);
  }
}
