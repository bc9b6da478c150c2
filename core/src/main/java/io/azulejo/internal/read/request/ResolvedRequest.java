package io.azulejo.internal.read.request;

import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Layout;
import java.util.List;
import java.util.Optional;

/**
 * A request that was checked against the schema of its array. Ranges of labels have been replaced
 * by ranges of their dimensions.
 *
 * @param request the original request, for its limit and {@link ReadRequest#cells}; it must have a
 *     layout
 * @param fields the columns of the result, in order
 * @param cells the cells to read
 * @param condition the condition that cells must meet; empty for all cells
 */
public record ResolvedRequest(
    ReadRequest request,
    List<OutputField> fields,
    RequestedCells cells,
    Optional<BoundCondition> condition) {
  /** Returns the order of the cells. */
  public Layout layout() {
    return request.layout().orElseThrow();
  }

  /** Returns a request for the same cells with other columns. */
  public ResolvedRequest withFields(List<OutputField> others) {
    return new ResolvedRequest(request, others, cells, condition);
  }

  /** Returns a request for the same columns with other cells. */
  public ResolvedRequest withCells(RequestedCells others) {
    return new ResolvedRequest(request, fields, others, condition);
  }
}
