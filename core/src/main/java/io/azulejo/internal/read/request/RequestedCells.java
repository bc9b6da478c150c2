package io.azulejo.internal.read.request;

import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Range;
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
}
