package io.azulejo.spark;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A random query of rows or groups, with the check of an answer. An order need not be total: then
 * any of the rows that are equal in it may come first, and within a limit.
 */
final class RandomQuery {
  /** Sums of whole numbers below this one are exact in floating-point numbers. */
  private static final double EXACT = 0x1p53;

  /** The parts of 1 that fractions must be multiples of. */
  private static final double PARTS = 0x1p20;

  private final StructField[] fields;
  private final List<Row> rows;
  private final Random random;
  private final Optional<Column> condition;
  private final List<Column> columns = new ArrayList<>();
  private final List<Column> aggregates = new ArrayList<>();
  private final List<Column> order = new ArrayList<>();
  private final boolean total;
  private final Optional<Integer> limit;

  /**
   * Makes a query.
   *
   * @param schema the columns, dimensions first
   * @param dimensions the number of dimensions
   * @param rows all rows, from which literals are taken
   */
  RandomQuery(StructType schema, int dimensions, List<Row> rows, Random random) {
    this.fields = schema.fields();
    this.rows = rows;
    this.random = random;
    this.condition =
        random.nextInt(6) == 0
            ? Optional.empty()
            : Optional.of(new RandomConditions(schema, rows, random).next());
    this.total = random.nextBoolean();
    if (random.nextInt(3) == 0) {
      chooseGroups();
    } else {
      chooseRows(dimensions);
    }
    this.limit =
        switch (random.nextInt(4)) {
          case 0 -> Optional.of(random.nextInt(4));
          case 1 -> Optional.of(random.nextInt(rows.size() + 3));
          default -> Optional.empty();
        };
  }

  private void chooseGroups() {
    List<Integer> keys = shuffled();
    keys.stream().limit(random.nextInt(3)).forEach(key -> columns.add(column(key)));
    aggregates.add(count(lit(1)));
    for (int i = random.nextInt(3); i > 0; i--) {
      aggregates.add(aggregate(random.nextInt(fields.length)));
    }
    if (total) {
      order.addAll(columns);
    }
  }

  private Column aggregate(int field) {
    Column column = column(field);
    return switch (random.nextInt(7)) {
      case 0 -> count(column);
      case 1 -> countDistinct(column);
      case 2, 3 -> max(column);
      case 4, 5 -> min(column);
      default ->
          !isSummable(field) ? count(column) : random.nextBoolean() ? sum(column) : avg(column);
    };
  }

  /** Whether sums of a column are the same in whatever order its numbers are added. */
  private boolean isSummable(int field) {
    if (!(fields[field].dataType() instanceof NumericType)) {
      return false;
    }
    boolean fractions = false;
    double sum = 0;
    for (Row row : rows) {
      if (row.get(field) instanceof Number number) {
        double value = number.doubleValue();
        fractions |= value != Math.rint(value);
        sum += Double.isFinite(value) ? Math.abs(value) : 0;
        if (value * PARTS != Math.rint(value * PARTS) && !Double.isNaN(value)) {
          return false;
        }
      }
    }
    return sum < (fractions ? EXACT / PARTS : EXACT);
  }

  private void chooseRows(int dimensions) {
    List<Integer> keys = shuffled();
    if (random.nextBoolean()) {
      Collections.sort(keys);
      if (random.nextInt(3) == 0) {
        Collections.reverse(keys.subList(0, dimensions));
      }
    }
    int most = total ? keys.size() : random.nextInt(keys.size() + 1);
    for (int key : keys.subList(0, most)) {
      Column column = column(key);
      columns.add(column);
      order.add(
          switch (random.nextInt(16)) {
            case 0 -> column.desc();
            case 1 -> column.asc_nulls_last();
            case 2 -> column.desc_nulls_first();
            default -> column;
          });
    }
    if (total) {
      columns.clear();
    }
    shuffled().stream()
        .limit(1 + random.nextInt(fields.length))
        .forEach(key -> columns.add(column(key)));
  }

  private List<Integer> shuffled() {
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, fields.length).boxed().toList());
    Collections.shuffle(numbers, random);
    return numbers;
  }

  private Column column(int field) {
    return RandomConditions.quoted(fields[field].name());
  }

  /** Returns the query of a table. */
  Dataset<Row> of(Dataset<Row> table) {
    return of(table, limit);
  }

  /** Returns the query of a table without its limit. */
  Dataset<Row> unlimited(Dataset<Row> table) {
    return of(table, Optional.empty());
  }

  private Dataset<Row> of(Dataset<Row> table, Optional<Integer> most) {
    Dataset<Row> found = condition.map(table::where).orElse(table);
    if (!aggregates.isEmpty()) {
      Column[] others = aggregates.subList(1, aggregates.size()).toArray(Column[]::new);
      found = found.groupBy(columns.toArray(Column[]::new)).agg(aggregates.get(0), others);
    }
    if (!order.isEmpty()) {
      found = found.orderBy(order.toArray(Column[]::new));
    }
    if (most.isPresent()) {
      found = found.limit(most.get());
    }
    return aggregates.isEmpty() ? found.select(columns.toArray(Column[]::new)) : found;
  }

  /**
   * Says what is wrong with an answer.
   *
   * @param answer the rows of the query
   * @param all the right rows of the query without its limit
   */
  Optional<String> mistake(List<Row> answer, List<Row> all) {
    List<List<String>> found = answer.stream().map(CellText::values).toList();
    List<List<String>> right = all.stream().map(CellText::values).toList();
    List<List<String>> first = right.subList(0, Math.min(limit.orElse(right.size()), right.size()));
    if (found.size() != first.size()) {
      return Optional.of(
          "%d rows, not %d; first %s, not %s"
              .formatted(found.size(), first.size(), head(found), head(first)));
    }
    Map<List<String>, Integer> left = new HashMap<>();
    right.forEach(row -> left.merge(row, 1, Integer::sum));
    for (List<String> row : found) {
      if (left.merge(row, -1, Integer::sum) < 0) {
        return Optional.of("the row %s is wrong, or there too often".formatted(row));
      }
    }
    for (int i = 0; i < first.size(); i++) {
      int keys = total && !order.isEmpty() ? first.get(i).size() : order.size();
      if (!found.get(i).subList(0, keys).equals(first.get(i).subList(0, keys))) {
        return Optional.of("row %d is %s, not %s".formatted(i, found.get(i), first.get(i)));
      }
    }
    return Optional.empty();
  }

  private static List<List<String>> head(List<List<String>> rows) {
    return rows.subList(0, Math.min(3, rows.size()));
  }

  @Override
  public String toString() {
    String shape =
        aggregates.isEmpty()
            ? "select " + columns
            : "select %s group by %s".formatted(aggregates, columns);
    return shape
        + condition.map(filter -> " where " + filter).orElse("")
        + (order.isEmpty() ? "" : " order by " + order)
        + limit.map(most -> " limit " + most).orElse("");
  }
}
