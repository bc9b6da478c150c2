package io.azulejo.spark;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.OpenOptions;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.ColumnHint;
import io.azulejo.table.Dialect;
import io.azulejo.table.TableColumn;
import io.azulejo.table.TableOptions;
import io.azulejo.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * Random queries over random arrays of all types, with nulls, NaN, duplicates, several fragments,
 * deletions and evolution, as they were at random times: Spark answers what the engine reads, and
 * the same with and without push-down.
 */
class RandomArraysTest extends ArraysInCatalog {
  private static final long SEED = Long.getLong("azulejo.seed", 17);
  private static final int ARRAYS = Integer.getInteger("azulejo.cases", 8);
  private static final int QUERIES = 3;
  private static final TableOptions SPARK = TableOptions.of(Dialect.SPARK);
  private static final String[] ORDERS = {"none", "row-major", "col-major", "global-order"};

  private final Random random = new Random(SEED);
  private String outOfRange = "";
  private int beyond;
  private int found;

  @Test
  void answersAreThoseOfTheEngineWithAndWithoutPushDown() {
    System.out.println("random arrays in Spark: -Dazulejo.seed=" + SEED);
    for (int number = 0; number < ARRAYS; number++) {
      Location place = place("array" + number);
      new RandomArrays(azulejo, random).make(place);
      hint(place);
      for (long time : new long[] {1_000 + random.nextInt(60), Long.MAX_VALUE - 1}) {
        compare(azulejo.open(place, OpenOptions.DEFAULT.at(TimeRange.until(time))), time);
      }
    }
    assertThat(beyond).as("arrays with times beyond those of Spark").isLessThan(ARRAYS);
    assertThat(found).as("queries that found some rows").isGreaterThan(ARRAYS * QUERIES / 4);
  }

  /** Makes some columns instants and decimals. */
  private void hint(Location place) {
    MetadataChange.Builder change = MetadataChange.builder();
    for (TableColumn column : ArrayTable.of(azulejo.open(place), SPARK).columns()) {
      int scale = random.nextInt(6);
      String hint = column.stored().isDatetime() ? "instant" : "decimal(18,%d)".formatted(scale);
      if (random.nextBoolean()) {
        change.put(ColumnHint.key(column.name()), MetadataValue.ofString(hint));
      }
    }
    azulejo.array(place).metadata().change(change.build(), ChangeOptions.DEFAULT.at(1));
  }

  private void compare(Array array, long time) {
    outOfRange = "fail";
    Dataset<Row> pushed = load(array.location(), time, true, "none");
    List<Row> rows;
    try {
      rows = pushed.collectAsList();
    } catch (Exception e) {
      // Spark throws checked exceptions that it does not declare.
      assertThat(e).hasMessageContaining("that Spark can count");
      beyond++;
      outOfRange = "null";
      pushed = load(array.location(), time, true, "none");
      rows = pushed.collectAsList();
    }
    ArrayTable table = ArrayTable.of(array, SPARK.withHints(ColumnHint.of(array)));
    assertThat(CellText.rows(rows))
        .as("%s at %d", array.schema(), time)
        .isEqualTo(CellText.rows(table));
    Dataset<Row> plain = load(array.location(), time, false, one(ORDERS));
    for (int i = 0; i < QUERIES && !rows.isEmpty(); i++) {
      Column condition = condition(pushed.columns(), rows, 0);
      List<String> wanted = rows(plain.where(condition));
      found += wanted.isEmpty() ? 0 : 1;
      for (String order : ORDERS) {
        Dataset<Row> ordered = load(array.location(), time, true, order);
        assertThat(rows(ordered.where(condition)))
            .as("%s of %s at %d, order %s", condition, array.schema(), time, order)
            .isEqualTo(wanted);
      }
      String key = one(pushed.columns());
      String value = one(pushed.columns());
      assertThat(rows(summary(pushed.where(condition), key, value)))
          .as("%s by %s where %s of %s at %d", value, key, condition, array.schema(), time)
          .isEqualTo(rows(summary(plain.where(condition), key, value)));
    }
  }

  private Dataset<Row> load(Location place, long time, boolean pushDown, String order) {
    return load(
        place,
        "timestamp_end",
        time,
        "pushdown",
        pushDown,
        "order",
        order,
        "out_of_range",
        outOfRange,
        "partition_count",
        2);
  }

  private static Dataset<Row> summary(Dataset<Row> rows, String key, String value) {
    String type = rows.schema().apply(value).dataType().typeName();
    Column last =
        List.of("long", "integer", "short", "byte").contains(type)
            ? avg(RandomConditions.quoted(value))
            : count(RandomConditions.quoted(key));
    return type.equals("array")
        ? rows.groupBy(RandomConditions.quoted(key))
            .agg(count(RandomConditions.quoted(value)), count(lit(1)))
        : rows.groupBy(RandomConditions.quoted(key))
            .agg(
                count(RandomConditions.quoted(value)),
                min(RandomConditions.quoted(value)),
                max(RandomConditions.quoted(value)),
                last);
  }

  private String one(String[] names) {
    return names[random.nextInt(names.length)];
  }

  private Column condition(String[] names, List<Row> rows, int depth) {
    int kind = random.nextInt(depth > 2 ? 7 : 10);
    if (kind == 7) {
      return not(condition(names, rows, depth + 1));
    }
    if (kind > 7) {
      Column left = condition(names, rows, depth + 1);
      Column right = condition(names, rows, depth + 1);
      return kind == 8 ? left.and(right) : left.or(right);
    }
    String name = one(names);
    Column column = RandomConditions.quoted(name);
    Object value = rows.get(random.nextInt(rows.size())).getAs(name);
    if (kind == 0 || value == null) {
      return random.nextBoolean() ? column.isNull() : column.isNotNull();
    }
    if (value instanceof String text && kind == 1) {
      String prefix = text.substring(0, text.offsetByCodePoints(0, Math.min(1, text.length())));
      return random.nextBoolean() ? column.startsWith(prefix) : column.contains(prefix);
    }
    return switch (kind) {
      case 1 -> column.eqNullSafe(value);
      case 2 -> column.equalTo(value);
      case 3 -> column.notEqual(value);
      case 4 -> random.nextBoolean() ? column.lt(value) : column.leq(value);
      case 5 -> random.nextBoolean() ? column.gt(value) : column.geq(value);
      default -> column.isin(values(name, rows));
    };
  }

  private Object[] values(String name, List<Row> rows) {
    List<Object> values = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      values.add(rows.get(random.nextInt(rows.size())).getAs(name));
    }
    return values.toArray();
  }
}
