package io.azulejo.internal.read.request;

import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells that a request selects, checked against the schema.
 *
 * @param everything whether the request selects all cells
 * @param ranges the ranges of each dimension; null for a dimension without ranges
 * @param points single cells, selected instead of ranges; null if the request has no points
 */
public record RequestedCells(boolean everything, List<List<Range>> ranges, RequestedPoints points) {
  /**
   * Checks and returns the cells of a request whose ranges name only dimensions, not labels.
   *
   * @param place the location of the array, for warnings
   * @throws io.azulejo.error.InvalidRequestException if the ranges or points do not fit the schema
   */
  public static RequestedCells of(
      ArraySchema schema, Location place, ReadRequest request, ReadScope scope) {
    request.points().ifPresent(points -> scope.hold(RequestedPoints.bytes(schema, points)));
    return new RequestedCells(
        request.subarray().isAll() && request.points().isEmpty(),
        new RequestedRanges(schema, place, request.cropsRanges())
            .check(request.subarray().ranges()),
        request.points().map(points -> new RequestedPoints(schema, points)).orElse(null));
  }

  /**
   * Returns the same cells of a dense array, each as often as before, with the ranges of each
   * dimension in coordinate order.
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
