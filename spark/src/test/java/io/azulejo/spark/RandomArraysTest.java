package io.azulejo.spark;

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
import java.util.List;
import java.util.Random;
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
      assertThat(e).hasMessageContaining("out of Spark's range");
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
    int dimensions = array.schema().dimensions().size();
    for (int i = 0; i < QUERIES && !rows.isEmpty(); i++) {
      RandomQuery query = new RandomQuery(pushed.schema(), dimensions, rows, random);
      List<Row> right = query.unlimited(plain).collectAsList();
      found += right.isEmpty() ? 0 : 1;
      for (String order : ORDERS) {
        List<Row> answer = query.of(load(array.location(), time, true, order)).collectAsList();
        assertThat(query.mistake(answer, right))
            .as("%s of %s at %d, order %s", query, array.schema(), time, order)
            .isEmpty();
      }
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

  private String one(String[] names) {
    return names[random.nextInt(names.length)];
  }
}
