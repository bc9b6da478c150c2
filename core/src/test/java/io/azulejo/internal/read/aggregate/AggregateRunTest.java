package io.azulejo.internal.read.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Progress;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Aggregates in the making, and what they take. */
class AggregateRunTest {
  private static final OutputField FIELD = OutputField.of(Attribute.of("k", Datatype.INT64));

  @AutoClose private final Tasks tasks = new Tasks(0, 0);
  private final MemoryBudget budget = new MemoryBudget(1 << 16);
  private final ReadScope scope =
      new ReadScope(
          Storage.inMemory(),
          new Resources(
              tasks, new ScratchPool(), budget, SpillFiles.in(Path.of("target")), Progress.NONE));

  private static AggregateFields fields(List<String> groupBy) {
    return AggregateFields.of(
        Aggregation.of(List.of(Aggregate.count(), Aggregate.sum("k")), groupBy), name -> FIELD);
  }

  private static Batch batch(long first, int count, int step) {
    ByteBuffer data = ByteBuffer.allocate(8 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      data.putLong(first + i / step);
    }
    return Batch.of(
        count, List.of(new FixedColumn("k", Datatype.INT64, 1, count, data.array(), null)));
  }

  @Test
  void batchesAreTakenInOneAfterTheOther() {
    try (AggregateRun run = new AggregateRun(fields(List.of("k")), scope)) {
      run.add(batch(-2, 10_000, 5_000));
      run.add(batch(-1, 3, 1));

      Batch found = run.result();

      assertThat(found.columns().stream().map(Column::name))
          .containsExactly("k", "count()", "sum(k)");
      assertThat(found.rows()).isEqualTo(4);
      assertThat(found.column(0).getLong(1)).isEqualTo(-1);
      assertThat(found.column(1).getLong(1)).isEqualTo(5_001);
      assertThat(found.column(2).getLong(1)).isEqualTo(-5_001);
      assertThat(found.column(2).getLong(0)).isEqualTo(-10_000);
    }
  }

  @Test
  void ofNoCellsThereIsOneRowButNoGroup() {
    try (AggregateRun run = new AggregateRun(fields(List.of()), scope);
        AggregateRun groups = new AggregateRun(fields(List.of("k")), scope)) {
      assertThat(run.result().rows()).isEqualTo(1);
      assertThat(run.result().column(0).getLong(0)).isZero();
      assertThat(groups.result().rows()).isZero();
    }
  }

  @Test
  void whatGroupsTakeIsLeasedAndGivenBack() {
    try (AggregateRun run = new AggregateRun(fields(List.of("k")), scope)) {
      run.add(batch(0, 3_000, 1));
      assertThat(budget.used()).isGreaterThan(3_000 * 64);
    }
    assertThat(budget.used()).isZero();
  }

  @Test
  void moreGroupsThanFitAreRefusedWithAdvice() {
    try (AggregateRun run = new AggregateRun(fields(List.of("k")), scope)) {
      assertThatThrownBy(() -> run.add(batch(0, 100_000, 1)))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("groups by [\"k\"] need more than a quarter of the memory budget")
          .hasMessageContaining("group by fields with fewer values");
    }
    assertThat(budget.used()).isZero();
  }

  @Test
  void moreValuesThanFitAreRefusedWithAdvice() {
    for (Aggregate aggregate : List.of(Aggregate.median("k"), Aggregate.countDistinct("k"))) {
      AggregateFields wanted =
          AggregateFields.of(Aggregation.of(List.of(aggregate)), name -> FIELD);
      try (AggregateRun run = new AggregateRun(wanted, scope)) {
        assertThatThrownBy(() -> run.add(batch(0, 200_000, 1)))
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageStartingWith(
                "the values of [\"k\"], which count(distinct ...), median and quantile keep, need"
                    + " more than a quarter of the memory budget")
            .hasMessageContaining("read a part of the array");
      }
      assertThat(budget.used()).isZero();
    }
  }
}
