package io.azulejo.internal.read;

import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.condition.Masks;
import io.azulejo.internal.read.condition.PeriodLiterals;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Grouping;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Filters the rows of an aggregation by a condition on its result columns. */
final class HavingFilter {
  private final Aggregation aggregation;
  private final ArraySchema array;
  private final Function<String, Enumeration> enumerations;

  /**
   * Creates a filter for the {@code having} condition of an aggregation.
   *
   * @param array the schema of the aggregated array
   * @param enumerations finds an enumeration by name
   * @throws io.azulejo.error.InvalidRequestException if the condition compares a period, which is a
   *     date, with a number
   */
  HavingFilter(
      Aggregation aggregation, ArraySchema array, Function<String, Enumeration> enumerations) {
    this.aggregation = aggregation;
    this.array = array;
    this.enumerations = enumerations;
    aggregation.having().ifPresent(having -> PeriodLiterals.check(having, aggregation.groupBy()));
  }

  /**
   * Returns the rows that satisfy the condition, or all rows if the aggregation does not have one.
   */
  Batch apply(Batch answer) {
    Optional<Condition> having = aggregation.having();
    return having.isEmpty() ? answer : apply(answer, having.get());
  }

  private Batch apply(Batch answer, Condition having) {
    BoundCondition bound = BoundCondition.of(having, schema(answer), enumerations);
    byte[] mask = bound.test(answer);
    int kept = Masks.count(mask, 0, mask.length);
    if (kept == mask.length) {
      return answer;
    }
    int[] rows = new int[kept];
    for (int row = 0, at = 0; row < mask.length; row++) {
      if (mask[row] != 0) {
        rows[at++] = row;
      }
    }
    List<Column> taken = new ArrayList<>();
    for (Column column : answer.columns()) {
      taken.add(ColumnWriter.take(column, rows));
    }
    return Batch.of(kept, taken);
  }

  /**
   * Returns a schema whose attributes are the result columns. If several columns share a name, only
   * the first is included.
   */
  private ArraySchema schema(Batch answer) {
    ArraySchema.Builder schema = ArraySchema.sparse();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < answer.columns().size(); i++) {
      Column column = answer.column(i);
      if (names.add(column.name())) {
        Attribute.Builder attribute = Attribute.builder(column.name(), column.type());
        if (column instanceof FixedColumn fixed) {
          attribute.cellValNum(fixed.valuesPerCell());
        } else {
          attribute.var();
        }
        if (column.nullable()) {
          attribute.nullable();
        }
        enumeration(i).ifPresent(attribute::enumeration);
        schema.attribute(attribute.build());
      }
    }
    return schema.buildAsStored();
  }

  /** Returns the name of the enumeration whose indexes a result column contains, if any. */
  private Optional<String> enumeration(int column) {
    int groups = aggregation.groupBy().size();
    Optional<String> field;
    if (column < groups) {
      Grouping grouping = aggregation.groupBy().get(column);
      field =
          Optional.of(grouping.field())
              .filter(name -> grouping.function() == Grouping.Function.VALUE);
    } else {
      Aggregate aggregate = aggregation.aggregates().get(column - groups);
      Predicate<String> one =
          name ->
              switch (aggregate.function()) {
                case MIN, MAX, FIRST, LAST -> true;
                default -> false;
              };
      field = aggregate.field().filter(one);
    }
    return field.flatMap(array::attribute).flatMap(Attribute::enumeration);
  }
}
