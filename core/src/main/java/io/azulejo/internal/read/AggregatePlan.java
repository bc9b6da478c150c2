package io.azulejo.internal.read;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.aggregate.AggregateFields;
import io.azulejo.internal.read.aggregate.AggregateRun;
import io.azulejo.internal.read.aggregate.StatisticsAggregator;
import io.azulejo.internal.read.dense.DenseFilter;
import io.azulejo.internal.read.dense.DensePlan;
import io.azulejo.internal.read.request.ResolvedRequest;
import io.azulejo.internal.read.sparse.SparsePlan;
import io.azulejo.internal.read.tile.AheadBatches;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import java.math.BigInteger;

/** Plans how to aggregate the cells of an array, and carries out the plan. */
final class AggregatePlan {
  /** The largest UINT64. */
  private static final BigInteger MAX_UINT64 =
      BigInteger.TWO.pow(Long.SIZE).subtract(BigInteger.ONE);

  private final Snapshot snapshot;
  private final ArraySchema schema;
  private final ResolvedRequest resolved;
  private final AggregateFields fields;
  private final ReadScope scope;

  /**
   * Creates a plan.
   *
   * @param resolved the request with the fields to read; its layout is ordered if an aggregate
   *     depends on the order of cells
   * @param fields the aggregates to compute and the fields that they need
   * @throws InvalidRequestException if the request has a limit
   */
  AggregatePlan(
      Snapshot snapshot, ResolvedRequest resolved, AggregateFields fields, ReadScope scope) {
    this.snapshot = snapshot;
    this.schema = snapshot.schema().schema();
    this.resolved = resolved;
    this.fields = fields;
    this.scope = scope;
    ReadRequest request = resolved.request();
    if (request.limit() != Long.MAX_VALUE) {
      throw new InvalidRequestException(
          "limit of %d cells: aggregates are computed from all cells; omit the limit"
              .formatted(request.limit()));
    }
  }

  /** Computes the aggregates and returns one row per group. */
  Batch answer() {
    try (AggregateRun run = new AggregateRun(fields, scope)) {
      boolean countsAll = schema.isDense() && keepsShape();
      if (countsAll) {
        run.countCells(densePlan().count().min(MAX_UINT64).longValue());
      }
      if (!countsAll || !fields.read().isEmpty()) {
        read(run);
      }
      return run.result();
    }
  }

  /**
   * Returns whether all cells in the requested ranges of a dense array count, whatever their
   * values.
   */
  private boolean keepsShape() {
    boolean all = resolved.condition().isEmpty();
    return fields.groupBy().isEmpty()
        && switch (resolved.request().cells().orElse(ReadRequest.Cells.MATCHING)) {
          case MATCHING, ALL -> all;
          case GRID -> true;
          case WRITTEN -> false;
        };
  }

  private void read(AggregateRun run) {
    boolean whole = fields.fitStatistics();
    if (schema.isDense()) {
      DensePlan plan = densePlan();
      take(whole ? plan.reader(new StatisticsAggregator(run)) : plan.reader(), run);
      return;
    }
    SparsePlan plan = SparsePlan.once(snapshot, resolved, scope);
    take(whole ? plan.reader(new StatisticsAggregator(run)) : plan.reader(), run);
  }

  private DensePlan densePlan() {
    boolean filled = resolved.request().cells().filter(ReadRequest.Cells.ALL::equals).isPresent();
    DenseFilter.Kept kept = filled ? DenseFilter.Kept.FILLED : DenseFilter.Kept.COVERED;
    return new DensePlan(snapshot, resolved, kept, scope);
  }

  private void take(Batches reader, AggregateRun run) {
    try (Batches cells = new AheadBatches(reader, scope)) {
      for (Batch batch = cells.next(); batch != null; batch = cells.next()) {
        run.add(batch);
      }
    }
  }
}
