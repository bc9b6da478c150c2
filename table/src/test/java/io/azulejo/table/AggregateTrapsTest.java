package io.azulejo.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.query.Batch;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.table.TableAggregate.Function;
import io.azulejo.table.Translation.Direction;
import io.azulejo.table.Translation.Nulls;
import io.azulejo.table.Translation.SortKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The mistakes of connectors that push aggregates and limits down. */
class AggregateTrapsTest extends SmallArrays {
  @Test
  void aggregatesWaitForWhatIsTestedLater() {
    Array array = numbers(Datatype.INT32, 1, 2, 3);
    Translation left = pushed(array, Dialect.SPARK, new Predicate.Foreign("x % 2 = 1"));
    assertThat(left.aggregates(List.of(TableAggregate.count()), List.of()).isPushed()).isFalse();
  }

  @Test
  void sumsArePushedWhereTheyCannotOverflow() {
    Array array = numbers(Datatype.INT64, Long.MAX_VALUE, 2, 3);
    Translation all = pushed(array, Dialect.SPARK, Predicate.constant(true));
    assertThat(aggregates(all, Function.SUM).reason().orElse("")).contains("may overflow");
    Translation small = pushed(array, Dialect.SPARK, Predicate.between("x", -1000, 1000));
    Batch sum = aggregates(small, Function.SUM).read();
    assertThat(sum.columns().get(1).getLong(0)).isEqualTo(5);
  }

  @Test
  void extremesWithNanAreLeftToTheEngine() {
    Array array = numbers(Datatype.FLOAT64, 1, Double.NaN);
    Translation all = pushed(array, Dialect.SPARK, Predicate.constant(true));
    assertThat(aggregates(all, Function.MAX).reason().orElse("")).contains("NaN");
    assertThat(aggregates(all, Function.MIN).isPushed()).isTrue();
    Translation numbers = pushed(array, Dialect.SPARK, new Predicate.IsNan("x").not());
    assertThat(aggregates(numbers, Function.MAX).isPushed()).isTrue();
    assertThat(
            aggregates(pushed(array, Dialect.TRINO, Predicate.constant(true)), Function.MIN)
                .isPushed())
        .isFalse();
  }

  @Test
  void statisticsSayWhichAggregatesCanBePushed() {
    Array numbers = numbers(Datatype.FLOAT64, 1, 2.5);
    Translation all = pushed(numbers, Dialect.SPARK, Predicate.constant(true));
    assertThat(aggregates(all, Function.MAX).read().columns().get(1).getDouble(0)).isEqualTo(2.5);
  }

  @Test
  void sumsArePushedWhereStatisticsHaveSmallNumbersAlone() {
    Array numbers = numbers(Datatype.INT64, 1_000_000_000_000L, -5);
    Translation all = pushed(numbers, Dialect.SPARK, Predicate.constant(true));
    assertThat(aggregates(all, Function.SUM).read().columns().get(1).getLong(0))
        .isEqualTo(999_999_999_995L);
  }

  @Test
  void groupsThatAreStoredInSeveralWaysHaveToBeCombined() {
    Array times = numbers(Datatype.DATETIME_NS, 1500, 1999, 2000);
    Dialect rounding = Dialect.SPARK.withFinerUnits(Dialect.FinerUnits.ROUNDED);
    Translation all = pushed(times, rounding, Predicate.constant(true));
    AggregateTranslation byTime = all.aggregates(List.of(TableAggregate.count()), List.of("x"));
    assertThat(byTime.isComplete()).isFalse();
    assertThat(byTime.read().rows()).isEqualTo(3);
    assertThat(all.aggregates(List.of(TableAggregate.count()), List.of("d")).isComplete()).isTrue();
  }

  @Test
  void firstRowsArePushedInTheOrderOfDimensionsAlone() {
    Translation all =
        pushed(numbers(Datatype.INT32, 3, 2, 1), Dialect.SPARK, Predicate.constant(true));
    SortKey d = new SortKey("d", Direction.ASCENDING, Nulls.LAST);
    assertThat(all.layoutFor(List.of(d))).contains(Layout.ROW_MAJOR);
    assertThat(all.layoutFor(List.of(new SortKey("d", Direction.DESCENDING, Nulls.LAST))))
        .isEmpty();
    assertThat(all.layoutFor(List.of(new SortKey("x", Direction.ASCENDING, Nulls.LAST)))).isEmpty();
  }
}
