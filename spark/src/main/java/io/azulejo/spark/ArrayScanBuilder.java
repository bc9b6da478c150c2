package io.azulejo.spark;

import io.azulejo.schema.Layout;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.Translation;
import io.azulejo.table.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownTopN;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/**
 * Builds a read. Accepts the filters, columns, limits, sort orders and aggregates that Spark pushes
 * down.
 */
final class ArrayScanBuilder
    implements SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownLimit,
        SupportsPushDownTopN,
        SupportsPushDownAggregates {
  private final ArrayOptions options;
  private final ArrayTable table;
  private final List<Predicate> pushed = new ArrayList<>();
  private List<io.azulejo.table.Predicate> predicates = List.of();
  private List<Predicate> residual = List.of();
  private StructType schema;
  private Translation translation;
  private Optional<Integer> limit = Optional.empty();
  private Layout layout = Layout.UNORDERED;
  private Optional<SparkAggregates> aggregates = Optional.empty();

  ArrayScanBuilder(ArrayOptions options, ArrayTable table) {
    this.options = options;
    this.table = table;
    this.schema = SparkTypes.schema(table.columns());
    this.translation = table.all();
  }

  @Override
  public Predicate[] pushPredicates(Predicate[] filters) {
    if (!options.pushesDown()) {
      residual = List.of(filters);
      return filters;
    }
    List<Predicate> left = new ArrayList<>();
    List<io.azulejo.table.Predicate> all = new ArrayList<>();
    for (Predicate filter : filters) {
      io.azulejo.table.Predicate predicate = SparkPredicates.of(filter);
      Verdict verdict = table.translate(predicate).verdict();
      if (verdict != Verdict.NONE) {
        pushed.add(filter);
        all.add(predicate);
      }
      if (verdict != Verdict.EXACT) {
        left.add(filter);
      }
    }
    predicates = List.copyOf(all);
    residual = List.copyOf(left);
    translation = table.translate(new io.azulejo.table.Predicate.And(all));
    return left.toArray(Predicate[]::new);
  }

  @Override
  public Predicate[] pushedPredicates() {
    return pushed.toArray(Predicate[]::new);
  }

  @Override
  public void pruneColumns(StructType required) {
    schema = required;
  }

  /**
   * Limits the rows of each part. Returns false, because Spark must apply the limit again to the
   * rows of all parts.
   */
  @Override
  public boolean pushLimit(int rows) {
    if (options.pushesDown() && translation.takesLimit()) {
      limit = Optional.of(rows);
    }
    return false;
  }

  @Override
  public boolean isPartiallyPushed() {
    return true;
  }

  @Override
  public boolean pushTopN(SortOrder[] orders, int rows) {
    List<Translation.SortKey> keys = new ArrayList<>();
    for (SortOrder order : orders) {
      Optional<String> column = SparkPredicates.column(order.expression());
      if (column.isEmpty() || !options.pushesDown()) {
        return false;
      }
      keys.add(
          new Translation.SortKey(
              column.get(),
              order.direction() == SortDirection.ASCENDING
                  ? Translation.Direction.ASCENDING
                  : Translation.Direction.DESCENDING,
              order.nullOrdering() == NullOrdering.NULLS_FIRST
                  ? Translation.Nulls.FIRST
                  : Translation.Nulls.LAST));
    }
    Optional<Layout> ordered = translation.layoutFor(keys);
    if (ordered.isEmpty()) {
      return false;
    }
    layout = ordered.get();
    limit = Optional.of(rows);
    return true;
  }

  @Override
  public boolean pushAggregation(Aggregation wanted) {
    aggregates = options.pushesDown() ? SparkAggregates.of(translation, wanted) : Optional.empty();
    return aggregates.isPresent();
  }

  @Override
  public Scan build() {
    return new ArrayScan(options, table, predicates, residual, schema, layout, limit, aggregates);
  }
}
