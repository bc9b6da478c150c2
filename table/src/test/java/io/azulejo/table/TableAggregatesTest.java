package io.azulejo.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.storage.Location;
import io.azulejo.table.AggregateTranslation.Output;
import io.azulejo.table.TableAggregate.Function;
import io.azulejo.testkit.RandomArrays;
import io.azulejo.testkit.TestArrays;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Aggregates that are pushed down, compared with those of the rows as an engine sees them. */
class TableAggregatesTest {
  private final Map<Function, Integer> pushed = new HashMap<>();

  @Test
  void pushedAggregatesAreThoseOfTheRows() {
    long seed = PushDownTest.seed();
    for (int number = 0; number < 30; number++) {
      Random random = new Random(seed + number);
      try (Azulejo engine = Azulejo.builder().computeThreads(1).build()) {
        Array array = new RandomArrays(engine, random).make(Location.of("mem://sums/" + number));
        for (Dialect dialect : PushDownTest.DIALECTS) {
          TableOptions options =
              TableOptions.of(dialect)
                  .withCells(
                      random.nextBoolean() ? ReadRequest.Cells.WRITTEN : ReadRequest.Cells.ALL);
          check(
              "array %d of seed %d".formatted(number, seed), ArrayTable.of(array, options), random);
        }
      }
    }
    for (Function function : Function.values()) {
      assertThat(pushed.getOrDefault(function, 0)).as(function.toString()).isGreaterThan(25);
    }
  }

  private void check(String about, ArrayTable table, Random random) {
    List<Map<String, Object>> all = rows(table, table.all());
    RandomPredicates source =
        new RandomPredicates(random, table.columns(), all, table.options().dialect());
    RowOracle oracle = new RowOracle(table.options().dialect());
    for (int i = 0; i < 12; i++) {
      Predicate predicate = i < 2 ? Predicate.constant(true) : source.next();
      List<Map<String, Object>> rows =
          all.stream().filter(row -> Boolean.TRUE.equals(oracle.test(predicate, row))).toList();
      List<String> names = table.columns().stream().map(TableColumn::name).toList();
      List<String> grouped =
          table.columns().stream().filter(RowOracle::isComparable).map(TableColumn::name).toList();
      List<String> groups =
          random.nextBoolean() ? List.of() : List.of(grouped.get(random.nextInt(grouped.size())));
      TableAggregate aggregate =
          random.nextInt(6) == 0
              ? TableAggregate.count()
              : TableAggregate.of(
                  Function.values()[random.nextInt(5)], names.get(random.nextInt(names.size())));
      AggregateTranslation translation =
          table.translate(predicate).aggregates(List.of(aggregate), groups);
      if (translation.isPushed()) {
        pushed.merge(aggregate.function(), 1, Integer::sum);
        Supplier<String> what =
            () ->
                PushDownTest.printable(
                    "%s%n%s%n%s%n%s of %s by %s"
                        .formatted(
                            about,
                            table.array().schema(),
                            table.options(),
                            aggregate,
                            predicate,
                            groups));
        assertThat(answers(table, translation, aggregate, groups, what))
            .as(what)
            .isEqualTo(expected(rows, aggregate, groups));
      }
    }
  }

  private static List<Map<String, Object>> rows(ArrayTable table, Translation translation) {
    RowOracle oracle = new RowOracle(table.options().dialect());
    List<TableColumn> columns = table.columns();
    ReadRequest request = translation.request(columns.stream().map(TableColumn::name).toList());
    return TestArrays.rows(
        table.array().read(request), (batch, row) -> oracle.seen(columns, batch, row));
  }

  /** The group of a row: equal where the engine takes values for equal. */
  private static Object group(Object value) {
    if (value instanceof byte[] bytes) {
      return "bytes " + new String(bytes, StandardCharsets.ISO_8859_1);
    }
    return value instanceof Double number ? (Object) (number + 0.0) : value;
  }

  private static Map<Object, Object> expected(
      List<Map<String, Object>> rows, TableAggregate aggregate, List<String> groups) {
    Map<Object, List<Object>> values = new HashMap<>();
    if (groups.isEmpty()) {
      values.put("all", new ArrayList<>());
    }
    for (Map<String, Object> row : rows) {
      Object key = groups.isEmpty() ? "all" : group(row.get(groups.get(0)));
      List<Object> some = values.computeIfAbsent(key, k -> new ArrayList<>());
      Object value =
          aggregate.column().map(row::get).orElse(aggregate.column().isEmpty() ? 1 : null);
      if (value != null) {
        some.add(value);
      }
    }
    Map<Object, Object> answers = new HashMap<>();
    values.forEach((key, some) -> answers.put(key, answer(aggregate.function(), some)));
    return answers;
  }

  private static Object answer(Function function, List<Object> values) {
    if (function == Function.COUNT) {
      return (long) values.size();
    }
    if (values.isEmpty()) {
      return null;
    }
    if (function == Function.MIN || function == Function.MAX) {
      Object best = values.get(0);
      for (Object value : values) {
        int sign = compare(value, best);
        best = (function == Function.MIN ? sign < 0 : sign > 0) ? value : best;
      }
      return group(best);
    }
    BigInteger sum = BigInteger.ZERO;
    for (Object value : values) {
      sum = sum.add((BigInteger) value);
    }
    return function == Function.SUM ? (Object) sum : sum.doubleValue() / values.size();
  }

  private static int compare(Object a, Object b) {
    if (a instanceof byte[] bytes) {
      return java.util.Arrays.compareUnsigned(bytes, (byte[]) b);
    }
    if (a instanceof RowOracle.Moment moment) {
      return moment.attoseconds().compareTo(((RowOracle.Moment) b).attoseconds());
    }
    if (a instanceof Double number) {
      return Double.compare(number + 0.0, (Double) b + 0.0);
    }
    return ((BigInteger) a).compareTo((BigInteger) b);
  }

  /** What the array answers, its rows of a group combined where it does not. */
  private static Map<Object, Object> answers(
      ArrayTable table,
      AggregateTranslation translation,
      TableAggregate aggregate,
      List<String> groups,
      Supplier<String> what) {
    RowOracle oracle = new RowOracle(table.options().dialect());
    Batch batch = translation.read();
    Output output = translation.outputs().get(0);
    Map<Object, List<Object>> values = new HashMap<>();
    Map<Object, Long> counts = new HashMap<>();
    for (int row = 0; row < batch.rows(); row++) {
      Object key = "all";
      if (!groups.isEmpty()) {
        TableColumn column = table.column(groups.get(0));
        key = group(oracle.seen(column, batch.columns().get(0), row));
      }
      assertThat(counts.containsKey(key) && translation.isComplete()).as(what).isFalse();
      long count = batch.columns().get(output.count()).getLong(row);
      counts.merge(key, count, Long::sum);
      List<Object> some = values.computeIfAbsent(key, k -> new ArrayList<>());
      if (count > 0 && aggregate.function() != Function.COUNT) {
        boolean extreme =
            aggregate.function() == Function.MIN || aggregate.function() == Function.MAX;
        Object value =
            extreme
                ? oracle.seen(
                    table.column(aggregate.column().orElseThrow()),
                    batch.columns().get(output.value()),
                    row)
                : RowOracle.integer(
                    batch.columns().get(output.value()).type(),
                    batch.columns().get(output.value()).getBytes(row));
        if (value != null) {
          some.add(value);
        }
      }
    }
    Map<Object, Object> answers = new HashMap<>();
    counts.forEach(
        (key, count) -> answers.put(key, combined(aggregate.function(), count, values.get(key))));
    return answers;
  }

  private static Object combined(Function function, long count, List<Object> values) {
    if (function == Function.COUNT) {
      return count;
    }
    Object all = answer(function == Function.AVG ? Function.SUM : function, values);
    return function == Function.AVG && all != null ? ((BigInteger) all).doubleValue() / count : all;
  }
}
