package io.azulejo.internal.read;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides how to come to the aggregates of the cells of an array, and makes them. */
final class AggregatePlan {
  /** The greatest UINT64. */
  private static final BigInteger MOST = BigInteger.TWO.pow(Long.SIZE).subtract(BigInteger.ONE);

  private final Snapshot snapshot;
  private final ArraySchema schema;
  private final ReadRequest request;
  private final AggregateFields fields;
  private final RequestedCells cells;
  private final ReadScope scope;

  /**
   * Aggregates to be planned.
   *
   * @param request the request, unordered
   */
  AggregatePlan(
      Snapshot snapshot,
      ReadRequest request,
      AggregateFields fields,
      RequestedCells cells,
      ReadScope scope) {
    this.snapshot = snapshot;
    this.schema = snapshot.schema().schema();
    this.request = request;
    this.fields = fields;
    this.cells = cells;
    this.scope = scope;
    if (request.limit() != Long.MAX_VALUE) {
      throw new InvalidRequestException(
          "a limit of %d cells: aggregates are made of all cells, so leave the limit out"
              .formatted(request.limit()));
    }
  }

  /** The answer: a row for each group. */
  Batch answer() {
    try (AggregateRun run = new AggregateRun(fields, scope)) {
      boolean countsAll = schema.isDense() && keepsShape();
      if (countsAll) {
        run.countCells(densePlan().count().min(MOST).longValue());
      }
      if (!countsAll || !fields.read().isEmpty()) {
        read(run);
      }
      return run.result();
    }
  }

  /** Whether all cells of a dense array's ranges are counted, whatever is in them. */
  private boolean keepsShape() {
    return fields.groupBy().isEmpty() && (!request.onlyMatching() || request.condition().isEmpty());
  }

  private void read(AggregateRun run) {
    if (schema.isDense()) {
      DensePlan plan = densePlan();
      boolean whole = fields.groupBy().isEmpty();
      take(whole ? plan.reader(new TileAnswers(run)) : plan.reader(), run);
      return;
    }
    SparsePlan plan = new SparsePlan(snapshot, request, fields.read(), cells, scope);
    List<SparseTile> left = fields.groupBy().isEmpty() ? unanswered(plan, run) : plan.tiles();
    if (!left.isEmpty()) {
      take(plan.reader(left), run);
    }
  }

  private DensePlan densePlan() {
    return new DensePlan(snapshot, request, fields.read(), cells, DenseFilter.Cells.COVERED, scope);
  }

  private static void take(Batches cells, AggregateRun run) {
    try (cells) {
      for (Batch batch = cells.next(); batch != null; batch = cells.next()) {
        run.add(batch);
      }
    }
  }

  /** The tiles that have to be read, after statistics have answered for the others. */
  private List<SparseTile> unanswered(SparsePlan plan, AggregateRun run) {
    Map<Fragment, Set<SparseTile>> whole = new LinkedHashMap<>();
    for (SparseTile tile : plan.tiles()) {
      if (plan.takesWhole(tile)) {
        whole.computeIfAbsent(tile.owner.fragment(), owner -> new HashSet<>()).add(tile);
      }
    }
    TileAnswers answers = new TileAnswers(run);
    List<Fragment> complete =
        whole.keySet().stream()
            .filter(fragment -> whole.get(fragment).size() == fragment.tiles())
            .toList();
    Set<Fragment> taken = answers.takeWhole(complete, scope);
    answers.load(whole.keySet().stream().filter(f -> !taken.contains(f)).toList(), scope);
    List<SparseTile> left = new ArrayList<>();
    for (SparseTile tile : plan.tiles()) {
      Fragment fragment = tile.owner.fragment();
      boolean answered =
          taken.contains(fragment)
              || (whole.getOrDefault(fragment, Set.of()).contains(tile)
                  && answers.take(fragment, tile.tile, tile.cells));
      if (!answered) {
        left.add(tile);
      }
    }
    return left;
  }
}
