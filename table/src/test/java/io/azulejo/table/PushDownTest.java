package io.azulejo.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.SerialForms;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.table.Translation.Conjunct;
import io.azulejo.table.Translation.Direction;
import io.azulejo.table.Translation.Nulls;
import io.azulejo.table.Translation.SortKey;
import io.azulejo.testkit.RandomArrays;
import io.azulejo.testkit.TestLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random arrays, random predicates, random dialects: what is pushed down loses no row that an
 * engine wants, and gives no other where it is said to be exact.
 */
class PushDownTest {
  static final List<Dialect> DIALECTS =
      List.of(
          Dialect.SPARK,
          Dialect.SPARK.withOutOfRange(Dialect.OutOfRange.NULL),
          Dialect.SPARK
              .withFinerUnits(Dialect.FinerUnits.ROUNDED)
              .withUnsigned(Dialect.Unsigned.WRAPPED),
          Dialect.TRINO,
          Dialect.CALCITE,
          Dialect.CALCITE.withNat(Dialect.Nat.VALUE).withFinerUnits(Dialect.FinerUnits.ROUNDED),
          Dialect.DUCKDB,
          new Dialect(
              Dialect.Nans.GREATEST,
              Dialect.Zeros.DISTINCT,
              Dialect.StringOrder.UTF16,
              Dialect.TrailingSpaces.IGNORED,
              Dialect.Mixed.EXACT,
              Dialect.Unsigned.WRAPPED,
              Datatype.DATETIME_DAY,
              Dialect.FinerUnits.ROUNDED,
              Dialect.Nat.VALUE,
              Dialect.OutOfRange.NULL),
          new Dialect(
              Dialect.Nans.UNORDERED,
              Dialect.Zeros.DISTINCT,
              Dialect.StringOrder.BYTES,
              Dialect.TrailingSpaces.IGNORED,
              Dialect.Mixed.EXACT,
              Dialect.Unsigned.EXACT,
              Datatype.DATETIME_AS,
              Dialect.FinerUnits.NUMBERS,
              Dialect.Nat.NULL,
              Dialect.OutOfRange.NULL));

  private final Map<Verdict, Integer> verdicts = new HashMap<>();
  private int nonTrivial;

  static long seed() {
    long seed = Long.getLong("azulejo.seed", 20_261_123);
    System.out.println("azulejo.seed=" + seed);
    return seed;
  }

  @Test
  void pushedPredicatesLoseNoRowAndAreExactWhereTheySaySo() {
    check(TestLayer.cases(40, 10), 75);
    assertThat(verdicts.get(Verdict.EXACT)).isGreaterThan(TestLayer.cases(1200, 250));
    assertThat(verdicts.get(Verdict.SUPERSET)).isGreaterThan(TestLayer.cases(150, 20));
    assertThat(nonTrivial).isGreaterThan(TestLayer.cases(600, 120));
  }

  @Test
  @Tag("slow")
  void pushedPredicatesAreRightInAHundredThousandCases() {
    check(800, 125);
    System.out.println(verdicts + ", some rows but not all: " + nonTrivial);
    assertThat(nonTrivial).isGreaterThan(20_000);
  }

  private void check(int arrays, int predicates) {
    long seed = seed();
    for (int number = 0; number < arrays; number++) {
      Random random = new Random(seed + number);
      try (Azulejo engine = Azulejo.builder().computeThreads(1).build()) {
        Array array =
            new RandomArrays(engine, random).make(Location.of("mem://push-down/" + number));
        check("array " + number + " of seed " + seed, array, random, predicates);
      }
    }
  }

  void check(String about, Array array, Random random, int predicates) {
    int each = Math.min(25, predicates);
    for (int done = 0; done < predicates; done += each) {
      Dialect dialect = DIALECTS.get(random.nextInt(DIALECTS.size()));
      TableOptions options =
          TableOptions.of(dialect)
              .withCells(random.nextBoolean() ? ReadRequest.Cells.WRITTEN : ReadRequest.Cells.ALL)
              .withCodes(random.nextInt(4) == 0)
              .withLabels(random.nextBoolean());
      ArrayTable table = ArrayTable.of(array, options);
      Rows all = Rows.of(table, table.all());
      RandomPredicates source =
          new RandomPredicates(random, table.columns(), List.copyOf(all.seen.values()), dialect);
      for (int i = 0; i < each; i++) {
        check(about, table, all, source.next(), random);
      }
    }
  }

  /**
   * Rows of a table.
   *
   * @param seen each different one as the engine sees it, by its bytes
   * @param counts how many there are of each
   */
  private record Rows(Map<String, Map<String, Object>> seen, Map<String, Integer> counts) {
    static Rows of(ArrayTable table, Translation translation) {
      Rows rows = new Rows(new LinkedHashMap<>(), new LinkedHashMap<>());
      rows.add(table, translation.request(names(table)));
      return rows;
    }

    static List<String> names(ArrayTable table) {
      return table.columns().stream().map(TableColumn::name).toList();
    }

    void add(ArrayTable table, ReadRequest request) {
      RowOracle oracle = new RowOracle(table.options().dialect());
      List<TableColumn> columns = table.columns();
      try (BatchReader in = table.array().read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          for (int row = 0; row < batch.rows(); row++) {
            StringBuilder key = new StringBuilder();
            for (Column column : batch.columns()) {
              key.append(column.isNull(row) ? "null" : Arrays.toString(column.getBytes(row)));
            }
            counts.merge(key.toString(), 1, Integer::sum);
            if (!seen.containsKey(key.toString())) {
              seen.put(key.toString(), oracle.seen(columns, batch, row));
            }
          }
        }
      }
    }

    /** The rows of which a predicate is true. */
    Map<String, Integer> meeting(Predicate predicate, RowOracle oracle) {
      Map<String, Integer> met = new LinkedHashMap<>(counts);
      met.keySet().removeIf(key -> !Boolean.TRUE.equals(oracle.test(predicate, seen.get(key))));
      return met;
    }
  }

  static String printable(String text) {
    StringBuilder printable = new StringBuilder();
    for (char c : text.toCharArray()) {
      boolean plain = (c >= ' ' && c < 127) || c == '\n';
      printable.append(plain ? String.valueOf(c) : "<%04x>".formatted((int) c));
    }
    return printable.toString();
  }

  private void check(String about, ArrayTable table, Rows all, Predicate predicate, Random random) {
    Dialect dialect = table.options().dialect();
    RowOracle oracle = new RowOracle(dialect);
    Translation pushed = table.translate(predicate);
    Supplier<String> what =
        () ->
            printable(
                String.join(
                    "\n",
                    about,
                    table.array().schema().toString(),
                    table.options().toString(),
                    predicate.toString(),
                    "pushed " + pushed.verdict() + ", " + pushed));
    Map<String, Integer> wanted = all.meeting(predicate, oracle);
    Rows read = Rows.of(table, pushed);
    read.seen.putAll(all.seen);
    assertThat(read.counts.keySet()).as(what).containsAll(wanted.keySet());
    Predicate left = pushed.residual().orElse(Predicate.constant(true));
    assertThat(read.meeting(left, oracle)).as(what).isEqualTo(wanted);
    for (Conjunct part : pushed.conjuncts()) {
      if (part.verdict() == Verdict.EXACT) {
        assertThat(read.meeting(part.predicate(), oracle)).as(what).isEqualTo(read.counts);
      }
    }
    if (pushed.verdict() == Verdict.EXACT) {
      assertThat(read.counts).as(what).isEqualTo(wanted);
    }
    assertThat(pushed.isEmpty() && !read.counts.isEmpty()).as(what).isFalse();
    if (random.nextInt(10) == 0) {
      Rows parts = new Rows(new LinkedHashMap<>(), new LinkedHashMap<>());
      SplitOptions options = SplitOptions.DEFAULT.targetBytes(30 + random.nextInt(600));
      List<Split> splits = new ArrayList<>(pushed.splits(Rows.names(table), options));
      for (Split split : splits) { // as they come to another process
        parts.add(table, SerialForms.split(SerialForms.of(split)).request());
      }
      parts.seen.putAll(all.seen);
      assertThat(parts.meeting(left, oracle)).as(what).isEqualTo(wanted);
    }
    if (random.nextInt(10) == 0) {
      Rows ordered = new Rows(new LinkedHashMap<>(), new LinkedHashMap<>());
      ordered.add(table, pushed.requestInGlobalOrder(Rows.names(table)));
      ordered.seen.putAll(all.seen);
      assertThat(ordered.meeting(left, oracle)).as(what).isEqualTo(wanted);
    }
    if (pushed.takesLimit() && random.nextInt(4) == 0) {
      checkFirstRows(what, table, pushed, oracle, wanted, random);
    }
    verdicts.merge(pushed.verdict(), 1, Integer::sum);
    nonTrivial += !read.counts.isEmpty() && !read.counts.equals(all.counts) ? 1 : 0;
  }

  /** A limit, and an order that the array has: what comes is the first rows of the engine. */
  private static void checkFirstRows(
      Supplier<String> what,
      ArrayTable table,
      Translation pushed,
      RowOracle oracle,
      Map<String, Integer> wanted,
      Random random) {
    int limit = 1 + random.nextInt(5);
    ReadRequest request = pushed.request(Rows.names(table)).limit(limit);
    Rows some = new Rows(new LinkedHashMap<>(), new LinkedHashMap<>());
    some.add(table, request);
    int all = wanted.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(some.counts.values().stream().mapToInt(Integer::intValue).sum())
        .as(what)
        .isEqualTo(Math.min(all, limit));
    some.counts.forEach((row, count) -> assertThat(count).isLessThanOrEqualTo(wanted.get(row)));
    List<SortKey> keys = new ArrayList<>();
    int dimensions = table.array().schema().dimensions().size();
    boolean backwards = random.nextBoolean();
    for (int i = random.nextInt(dimensions); i >= 0; i--) {
      int d = backwards ? i : dimensions - 1 - i;
      String name = table.columns().get(d).name();
      keys.add(new SortKey(name, Direction.ASCENDING, Nulls.FIRST));
    }
    Optional<Layout> layout = pushed.layoutFor(keys);
    if (layout.isEmpty()) {
      return;
    }
    Rows first = new Rows(new LinkedHashMap<>(), new LinkedHashMap<>());
    first.add(table, request.layout(layout.get()));
    List<List<Object>> sorted = new ArrayList<>();
    Rows everything = Rows.of(table, pushed);
    everything.counts.forEach(
        (row, count) -> {
          for (int i = 0; i < count; i++) {
            sorted.add(values(everything.seen.get(row), keys));
          }
        });
    sorted.sort(oracle::order);
    List<List<Object>> given = new ArrayList<>();
    first.counts.forEach(
        (row, count) -> {
          for (int i = 0; i < count; i++) {
            given.add(values(first.seen.get(row), keys));
          }
        });
    given.sort(oracle::order);
    assertThat(given).as(what).hasSameSizeAs(sorted.subList(0, Math.min(all, limit)));
    for (int i = 0; i < given.size(); i++) {
      assertThat(oracle.order(given.get(i), sorted.get(i))).as(what).isZero();
    }
  }

  private static List<Object> values(Map<String, Object> row, List<SortKey> keys) {
    List<Object> values = new ArrayList<>();
    keys.forEach(key -> values.add(row.get(key.column())));
    return values;
  }
}
