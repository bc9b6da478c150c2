package io.azulejo.internal.read.request;

import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Layout;
import java.util.List;
import java.util.Optional;

/**
 * A request that was checked against the schema of its array, without labels: ranges of labels have
 * become ranges of their dimensions.
 *
 * @param request the request, for its limit and {@link ReadRequest#cells}; it has a layout
 * @param fields the columns of the answer, in its order
 * @param cells the cells that are asked for
 * @param condition what cells have to meet
 */
public record ResolvedRequest(
    ReadRequest request,
    List<OutputField> fields,
    RequestedCells cells,
    Optional<BoundCondition> condition) {
  /** The order of the cells. */
  public Layout layout() {
    return request.layout().orElseThrow();
  }

  /** The same cells with other columns. */
  public ResolvedRequest withFields(List<OutputField> others) {
    return new ResolvedRequest(request, others, cells, condition);
  }

  /** The same columns of other cells. */
  public ResolvedRequest withCells(RequestedCells others) {
    return new ResolvedRequest(request, fields, others, condition);
  }
}
