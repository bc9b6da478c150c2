package io.azulejo.internal.read.aggregate;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Computes aggregates from batches. Cells must be added in the order that the aggregates need. The
 * caller must close the run to release its reserved memory.
 */
public final class AggregateRun implements AutoCloseable {
  /** Number of bytes that groups may use even if the memory budget is small. */
  private static final long ALWAYS = 1L << 20;

  /** Number of bytes per group that sorting needs: a copy of the key, and references. */
  private static final int SORTING = 64;

  private final AggregateFields fields;
  private final ReadScope scope;
  private final Map<AggregateFields.Part, FieldAccumulator> parts;
  private final List<FieldAccumulator> accumulators;
  private final Groups groups;
  private final int[] numbers;

  /** Number of cells in each group. */
  private long[] cells = new long[1];

  /** Whether {@link #cells} was set in advance. */
  private boolean counted;

  private MemoryBudget.Lease lease;

  public AggregateRun(AggregateFields fields, ReadScope scope) {
    this.fields = fields;
    this.scope = scope;
    parts = fields.accumulators();
    accumulators = List.copyOf(parts.values());
    groups =
        fields.groupBy().isEmpty()
            ? null
            : GroupsFactory.by(fields.groupBy().stream().map(GroupKey::key).toList());
    numbers = groups == null ? null : new int[FieldAccumulator.CHUNK];
    lease = scope.lease(0);
  }

  /**
   * Adds the cells of a batch. The batch is not retained.
   *
   * @throws InvalidRequestException if the groups or retained values need too much memory
   */
  public void add(Batch batch) {
    if (groups == null) {
      addCells(batch.rows());
      scope.compute(
          accumulators,
          accumulator -> {
            Column column = batch.column(accumulator.field().name());
            for (int from = 0; from < batch.rows(); from += FieldAccumulator.CHUNK) {
              int count = Math.min(FieldAccumulator.CHUNK, batch.rows() - from);
              accumulator.add(column, from, count, null);
            }
            return null;
          });
      if (accumulators.stream().anyMatch(FieldAccumulator::keepsValues)) {
        account();
      }
      return;
    }
    List<Column> made = new ArrayList<>();
    for (GroupKey key : fields.groupBy()) {
      made.add(key.of(batch));
    }
    Batch keys = Batch.of(batch.rows(), made);
    for (int from = 0; from < batch.rows(); from += FieldAccumulator.CHUNK) {
      int count = Math.min(FieldAccumulator.CHUNK, batch.rows() - from);
      groups.find(keys, from, count, numbers);
      grow();
      for (int i = 0; i < count; i++) {
        cells[numbers[i]]++;
      }
      for (FieldAccumulator accumulator : accumulators) {
        accumulator.add(batch.column(accumulator.field().name()), from, count, numbers);
      }
    }
    account();
  }

  private void grow() {
    if (groups.count() > cells.length) {
      cells = Arrays.copyOf(cells, FieldAccumulator.roomFor(groups.count()));
      accumulators.forEach(accumulator -> accumulator.grow(groups.count()));
      account();
    }
  }

  /** Updates the memory reservation, and fails if it would exceed a quarter of the budget. */
  private void account() {
    long bytes =
        groups == null
            ? 0
            : groups.bytes() + (long) Long.BYTES * cells.length + (long) SORTING * groups.count();
    long valueBytes = 0;
    for (FieldAccumulator accumulator : accumulators) {
      valueBytes += accumulator.keepsValues() ? accumulator.bytes() : 0;
      bytes += accumulator.bytes();
    }
    if (bytes == lease.bytes()) {
      return;
    }
    if (bytes > Math.max(ALWAYS, scope.budget() / 4)) {
      if (groups == null || valueBytes > bytes / 2) {
        throw tooManyValues();
      }
      throw new InvalidRequestException(
          ("more than %d groups by %s need more than a quarter of the memory budget of %d"
                  + " bytes; group by fields with fewer values, read a part of the array, or"
                  + " increase the budget")
              .formatted(
                  groups.count() - 1,
                  fields.groupBy().stream().map(key -> '"' + key.key().name() + '"').toList(),
                  scope.budget()));
    }
    lease.close();
    lease = scope.lease(bytes);
  }

  /** Returns the exception for accumulated values that exceed the memory limit. */
  private InvalidRequestException tooManyValues() {
    long bytes = accumulators.stream().mapToLong(FieldAccumulator::bytes).sum();
    List<FieldAccumulator> large =
        accumulators.stream().filter(accumulator -> accumulator.bytes() > bytes / 4).toList();
    return new InvalidRequestException(
        ("the values of %s, which %s, need more than a quarter of the memory budget of %d"
                + " bytes; read a part of the array, or increase the budget (on the command line"
                + " AZULEJO_OPTS=-Xmx8g)")
            .formatted(
                large.stream()
                    .map(accumulator -> '"' + accumulator.field().name() + '"')
                    .distinct()
                    .toList(),
                large.stream().allMatch(FieldAccumulator::keepsValues)
                    ? "count(distinct ...), median and quantile keep"
                    : "form the result",
                scope.budget()));
  }

  /** Returns the accumulators of all aggregated fields. */
  List<FieldAccumulator> accumulators() {
    return accumulators;
  }

  /**
   * Counts cells whose values are added from statistics. Has no effect after {@link #countCells}.
   */
  void addCells(long count) {
    cells[0] += counted ? 0 : count;
  }

  /** Sets the number of cells of the only group. Cells that are added later do not change it. */
  public void countCells(long count) {
    cells[0] = count;
    counted = true;
  }

  /** Returns one row per group, sorted by the values of the groups. */
  public Batch result() {
    int[] order = groups == null ? new int[1] : groups.sorted();
    List<Column> columns = new ArrayList<>();
    if (groups != null) {
      columns.addAll(groups.columns(order));
    }
    for (Aggregate aggregate : fields.aggregates()) {
      columns.add(
          aggregate.field().isEmpty()
              ? FieldAccumulator.counts(aggregate.toString(), order, group -> cells[group])
              : parts.get(AggregateFields.Part.of(aggregate)).column(aggregate, order));
    }
    return Batch.of(order.length, columns);
  }

  @Override
  public void close() {
    lease.close();
  }
}
