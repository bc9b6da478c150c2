package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Queries have the same answers whether the array takes part in them or not. */
class PushDownTest extends ArraysInCatalog {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123L);
  private static final int QUERIES = 60;

  private final Random random = new Random(SEED);

  /** Cells of three fragments that overlap, with nulls, NaN, zeros of both signs, and odd texts. */
  private Location write(boolean dense) {
    Location place = place(dense ? "dense" : "sparse");
    ArraySchema.Builder schema = dense ? ArraySchema.dense() : ArraySchema.sparse();
    schema
        .dimension(Dimension.of("y", Datatype.INT64, Range.of(1, 40), 10))
        .dimension(Dimension.of("x", Datatype.INT64, Range.of(-20, 19), 10))
        .attribute(Attribute.of("i", Datatype.INT32))
        .attribute(Attribute.builder("u", Datatype.UINT64).nullable(true).build())
        .attribute(Attribute.of("f", Datatype.FLOAT64))
        .attribute(
            Attribute.builder("s", Datatype.STRING_ASCII)
                .cellValNum(Attribute.VAR)
                .nullable(true)
                .build())
        .attribute(Attribute.of("t", Datatype.DATETIME_MS))
        .attribute(Attribute.of("n", Datatype.DATETIME_NS))
        .attribute(Attribute.builder("e", Datatype.UINT8).enumeration("colours").build())
        .enumeration(Enumeration.ofStrings("colours", false, List.of("red", "green", "blue")));
    azulejo.create(place, schema.build());
    for (int n = 0; n < 3; n++) {
      azulejo.array(place).append(batch(dense ? 1600 : 500, dense));
    }
    return place;
  }

  private Batch batch(int rows, boolean dense) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < 1600; i++) {
      places.add(i);
    }
    java.util.Collections.shuffle(places, random);
    List<Object> y = new ArrayList<>();
    List<Object> x = new ArrayList<>();
    List<Object> i = new ArrayList<>();
    List<Object> u = new ArrayList<>();
    List<Object> f = new ArrayList<>();
    List<Object> s = new ArrayList<>();
    List<Object> t = new ArrayList<>();
    List<Object> n = new ArrayList<>();
    List<Object> e = new ArrayList<>();
    double[] odd = {Double.NaN, 0.0, -0.0, Double.POSITIVE_INFINITY, -1.5, 2.5};
    String[] texts = {"", "a", "ab", "abc", "b", "b ", "~"};
    for (int row = 0; row < rows; row++) {
      y.add(1L + places.get(row) / 40);
      x.add(-20L + places.get(row) % 40);
      i.add(random.nextInt(20) - 10);
      u.add(random.nextInt(4) == 0 ? null : random.nextBoolean() ? -1L : (long) random.nextInt(9));
      f.add(odd[random.nextInt(odd.length)]);
      s.add(random.nextInt(5) == 0 ? null : texts[random.nextInt(texts.length)]);
      t.add(random.nextInt(9) == 0 ? Long.MIN_VALUE : random.nextInt(100_000) * 1000L);
      n.add(random.nextInt(3) == 0 ? Long.MIN_VALUE : random.nextInt(9) - 4L);
      e.add(random.nextInt(4));
    }
    List<Column> columns = new ArrayList<>();
    if (!dense) {
      columns.add(Column.of("y", Datatype.INT64, y));
      columns.add(Column.of("x", Datatype.INT64, x));
    }
    columns.add(Column.of("i", Datatype.INT32, i));
    columns.add(Column.of("u", Datatype.UINT64, u));
    columns.add(Column.of("f", Datatype.FLOAT64, f));
    columns.add(Column.of("s", Datatype.STRING_ASCII, s));
    columns.add(Column.of("t", Datatype.DATETIME_MS, t));
    columns.add(Column.of("n", Datatype.DATETIME_NS, n));
    columns.add(Column.of("e", Datatype.UINT8, e));
    return Batch.of(rows, columns);
  }

  private String condition(int depth) {
    return switch (random.nextInt(depth > 2 ? 10 : 13)) {
      case 0 -> "y " + operator() + " " + (random.nextInt(50) - 4);
      case 1 -> "x between " + (random.nextInt(50) - 25) + " and " + random.nextInt(30);
      case 2 -> "i " + operator() + " " + (random.nextInt(24) - 12);
      case 3 -> "u " + operator() + " " + pick("3", "18446744073709551615", "0", "-1", "2.5");
      case 4 ->
          "f "
              + operator()
              + " "
              + pick("double('NaN')", "0.0D", "-0.0D", "2.5D", "double('Infinity')");
      case 5 -> "s " + operator() + " " + pick("''", "'ab'", "'b'", "'b '", "'zz'");
      case 6 -> "s like " + pick("'a%'", "'%b'", "'%b%'", "'a_'");
      case 7 -> pick("u", "s", "t", "e", "i", "n") + pick(" is null", " is not null");
      case 8 -> pick("i in (1, 2, -3)", "s in ('a', 'b')", "u in (1, null)", "f in (0.0D, 2.5D)");
      case 9 ->
          pick(
              "t > timestamp_ntz'1970-01-01 10:00:00'",
              "e = 'red'",
              "e > 'blue'",
              "e is null",
              "i = y",
              "f <=> double('NaN')",
              "cast(i as string) = '3'",
              "n is null",
              "n < 0",
              "n <=> 3");
      case 10 -> "not (" + condition(depth + 1) + ")";
      case 11 -> "(" + condition(depth + 1) + " and " + condition(depth + 1) + ")";
      default -> "(" + condition(depth + 1) + " or " + condition(depth + 1) + ")";
    };
  }

  private String operator() {
    return pick("<", "<=", "=", "<>", ">=", ">", "<=>");
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String query() {
    String where = random.nextInt(6) == 0 ? "" : " where " + condition(0);
    return switch (random.nextInt(8)) {
      case 0 -> "select count(*), count(u), min(i), max(i), sum(i), avg(i) from TABLE" + where;
      case 1 -> "select e, count(*), min(y), max(x), min(s) from TABLE" + where + " group by e";
      case 2 -> "select i, min(f), max(f), sum(y), count(s) from TABLE" + where + " group by i";
      case 3 -> "select y, x, f from TABLE" + where + " order by y, x limit " + random.nextInt(20);
      case 4 -> "select count(*) from (select 1 from TABLE" + where + " limit 7)";
      case 5 -> "select max(u), min(t), min(n), count(n), count(distinct s) from TABLE" + where;
      default -> "select * from TABLE" + where;
    };
  }

  @Test
  void answersAreTheSameWithAndWithoutPushDown() {
    for (boolean dense : new boolean[] {false, true}) {
      Location place = write(dense);
      view("pushed", place, true);
      view("plain", place, false);
      int narrowed = 0;
      for (int n = 0; n < QUERIES; n++) {
        String query = query();
        Dataset<Row> pushed = spark.sql(query.replace("TABLE", "pushed"));
        List<String> answer = rows(pushed);

        assertThat(answer)
            .as("azulejo.seed=%d, %s: %s", SEED, dense ? "dense" : "sparse", query)
            .isEqualTo(rows(query.replace("TABLE", "plain")));
        String plan = plan(pushed);
        narrowed += plan.contains(" ranges: all, condition: none, ") ? 0 : 1;
      }
      assertThat(narrowed).as("queries of which something was pushed").isGreaterThan(QUERIES / 4);
    }
  }

  @Test
  void countsOfNoRowsAreZero() {
    Location never = place("never");
    azulejo.create(never, TestSchemas.of("dense(y INT64 1..40/10) i INT32"));
    for (Location place : List.of(never, write(false), write(true))) {
      view("pushed", place, true);
      for (String where : List.of("y = 1000", "y = 1 and i > 1000", "i > 1000")) {
        assertThat(rows("select count(*), count(i), min(i), sum(i) from pushed where " + where))
            .as("%s of %s", where, place)
            .containsExactly("0|0|null|null");
        assertThat(rows("select i, count(*) from pushed where " + where + " group by i")).isEmpty();
      }
    }
  }

  private void view(String name, Location place, boolean pushDown) {
    load(place, "pushdown", pushDown, "partition_count", 3).createOrReplaceTempView(name);
  }
}
