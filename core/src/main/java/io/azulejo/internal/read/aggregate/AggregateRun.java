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

/** Aggregates in the making: takes cells in, batch after batch, in the order in which they come. */
public final class AggregateRun implements AutoCloseable {
  /** What groups may take however small the budget. */
  private static final long ALWAYS = 1L << 20;

  /** What a group takes while groups are put in order: its key by itself, and references. */
  private static final int SORTING = 64;

  private final AggregateFields fields;
  private final ReadScope scope;
  private final Map<AggregateFields.Part, FieldAccumulator> parts;
  private final List<FieldAccumulator> accumulators;
  private final Groups groups;
  private final int[] numbers;

  /** The cells of each group. */
  private long[] cells = new long[1];

  /** Whether {@link #cells} is known beforehand. */
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
            : Groups.by(fields.groupBy().stream().map(GroupKey::key).toList());
    numbers = groups == null ? null : new int[FieldAccumulator.CHUNK];
    lease = scope.lease(0);
  }

  /** Takes the cells of a batch in. */
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

  /** Says what the groups take by now, and refuses too many of them. */
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

  /** The values that are kept are more than there is room for. */
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

  /** What takes in the values of each field that is aggregated. */
  List<FieldAccumulator> accumulators() {
    return accumulators;
  }

  /** Counts cells whose values are taken in otherwise. */
  void addCells(long count) {
    cells[0] += counted ? 0 : count;
  }

  /** Says how many cells there are, whatever is taken in. */
  public void countCells(long count) {
    cells[0] = count;
    counted = true;
  }

  /** The answer: a row for each group, in the order of their values. */
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
