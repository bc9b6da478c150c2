package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.ReadRequest.Cells;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.Dialect;
import io.azulejo.table.TableColumn;
import io.azulejo.table.TableOptions;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/**
 * Random queries of the arrays of a corpus are answered as Spark answers them from rows in memory,
 * in every order of reading, from one partition or several, with push-down and without it.
 *
 * <p>The rows in memory are all rows of the array, read without push-down and compared with those
 * that core reads. Spark queries them as local rows whose columns may all be null, so the connector
 * has no part in the right answer.
 *
 * <p>Each array has random numbers of its own, so a failed query is repeated by the three
 * properties that its message begins with.
 */
class CorpusQueriesTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_206L);
  private static final CorpusFolder CORPUS = CorpusFolder.find();

  /** Fewer for the bundled selection, which has few arrays. */
  private static final int QUERIES =
      Integer.getInteger("azulejo.cases", TestLayer.cases(CORPUS.bundled() ? 1_000 : 4_000, 150));

  private static final String ARRAY = System.getProperty("azulejo.array", "");
  private static final int QUERIES_OF_A_VIEW = 4;
  private static final int MANY_ROWS = 20_000;

  /** Of arrays with more than many rows, these are compared but not queried. */
  private static final int MOST_ROWS = 50_000;

  private static final int MANY_MISTAKES = 5;
  private static final List<String> ORDERS =
      List.of("none", "row-major", "col-major", "global-order");

  private final SparkSession spark = Sessions.get().newSession();
  private final List<String> mistakes = new ArrayList<>();
  private final Set<String> queried = new HashSet<>();
  private int beyond;
  private int queries;
  private int found;
  private int pushed;

  /**
   * All rows of an array as a table, in memory.
   *
   * @param repeat what repeats its queries
   * @param options the options that decide which rows and columns there are
   * @param schema the columns, dimensions first
   */
  private record View(
      String repeat,
      String place,
      Map<String, String> options,
      StructType schema,
      int dimensions,
      List<Row> rows) {
    Column[] columns() {
      return Arrays.stream(schema.fieldNames())
          .map(RandomConditions::quoted)
          .toArray(Column[]::new);
    }
  }

  @Test
  void answersAreThoseOfRowsInMemory() {
    spark.conf().set("spark.sql.caseSensitive", true);
    spark.conf().set("spark.sql.shuffle.partitions", 1);
    spark.conf().set("spark.sql.adaptive.enabled", false);
    List<Expectation> arrays = new ArrayList<>();
    CORPUS.expectationFiles().stream()
        .map(CORPUS::expectation)
        .filter(each -> !each.group() && !each.someFails())
        .filter(each -> ARRAY.isEmpty() || each.name().equals(ARRAY))
        .forEach(arrays::add);
    Collections.shuffle(arrays, new Random(SEED));

    int before = -1;
    for (int round = 0; queries > before && queries < QUERIES; round++) {
      before = queries;
      for (Expectation array : arrays) {
        if (queries < QUERIES && mistakes.size() < MANY_MISTAKES) {
          queryRandomly(array, round);
        }
      }
    }

    System.out.printf(
        "%d random queries of %d arrays of %s: %d with rows, %d pushed down; -Dazulejo.seed=%d%n",
        queries,
        queried.size(),
        CORPUS.bundled() ? "the bundled selection" : CORPUS.path(),
        found,
        pushed,
        SEED);
    assertThat(mistakes).isEmpty();
    assertThat(queries).isEqualTo(QUERIES);
    if (ARRAY.isEmpty()) {
      assertThat(found).as("queries with rows").isGreaterThan(QUERIES / 2);
      assertThat(pushed).as("queries that were pushed down").isGreaterThan(QUERIES / 2);
      assertThat(beyond).as("arrays with times beyond those of Spark").isLessThan(QUERIES / 50);
      if (!CORPUS.bundled() && QUERIES >= 4_000) {
        assertThat(queried).hasSizeGreaterThan(550);
      }
    }
  }

  private void queryRandomly(Expectation expectation, int round) {
    String repeat =
        "-Dazulejo.seed=%d -Dazulejo.array=%s -Dazulejo.cases=%d"
            .formatted(SEED, expectation.name(), (round + 1) * QUERIES_OF_A_VIEW);
    Random random = new Random(Objects.hash(SEED, expectation.name(), round));
    Map<String, String> options = new TreeMap<>();
    String cells = random.nextInt(3) == 0 ? "all" : "written";
    options.put("enumerations", random.nextInt(3) == 0 ? "codes" : "values");
    options.put("labels", Boolean.toString(random.nextBoolean()));
    if (expectation.key().isPresent()) {
      options.put("encryption_key", expectation.content().get("key").asText());
    }
    Location place = Location.of(expectation.location().toString());
    try (Azulejo azulejo = Azulejo.create()) {
      Array array = expectation.keyed(azulejo, place).open(place);
      if (array.schema().isDense()) {
        options.put("cells", cells);
      }
      double rows = cells(array, "all".equals(options.get("cells")));
      if (rows <= (round == 0 ? MOST_ROWS : MANY_ROWS)) {
        View view = view(repeat, array, options);
        if (!view.schema().isEmpty() && rows <= MANY_ROWS) {
          queried.add(expectation.name());
          query(view, random);
        }
      }
    } catch (Exception e) {
      // Spark throws checked exceptions that it does not declare.
      if (String.valueOf(e.getMessage()).contains("out of Spark's range")) {
        beyond++;
      } else {
        mistakes.add("%s with %s: %s".formatted(repeat, options, e));
      }
    }
  }

  /** Returns the number of written cells, or of all cells of the non-empty domain. */
  private static double cells(Array array, boolean all) {
    if (!all || array.nonEmptyDomain().isEmpty()) {
      return array.statistics(List.of()).cells().value().orElseThrow();
    }
    double cells = 1;
    for (Range range : array.nonEmptyDomain().get().ranges()) {
      cells *= ((Range.Longs) range).high() - ((Range.Longs) range).low() + 1.0;
    }
    return cells;
  }

  /**
   * Reads all rows. Columns with texts that are not UTF-8 are left out, as strings of Java cannot
   * hold them.
   */
  private View view(String repeat, Array array, Map<String, String> options) {
    ArrayTable table =
        ArrayTable.of(
            array,
            TableOptions.of(Dialect.SPARK)
                .withCells("all".equals(options.get("cells")) ? Cells.ALL : Cells.WRITTEN)
                .withCodes(options.get("enumerations").equals("codes"))
                .withLabels(Boolean.parseBoolean(options.get("labels"))));
    String place = array.location().toString();
    Dataset<Row> whole = load(place, options, Map.of("pushdown", "false"));
    List<Row> rows = whole.collectAsList();
    assertThat(CellText.rows(rows))
        .as("%s, all rows with %s", repeat, options)
        .isEqualTo(CellText.rows(table));
    StructField[] all = whole.schema().fields();
    List<StructField> fields = new ArrayList<>();
    int dimensions = 0;
    for (int i = 0; i < all.length; i++) {
      int at = i;
      if (rows.stream().noneMatch(row -> isReplaced(row.get(at)))) {
        fields.add(DataTypes.createStructField(all[i].name(), all[i].dataType(), true));
        dimensions += table.columns().get(i).role() == TableColumn.Role.DIMENSION ? 1 : 0;
      }
    }
    List<Row> known =
        rows.stream()
            .map(row -> fields.stream().map(field -> row.<Object>getAs(field.name())))
            .map(values -> RowFactory.create(values.toArray()))
            .toList();
    return new View(repeat, place, options, DataTypes.createStructType(fields), dimensions, known);
  }

  private static boolean isReplaced(Object value) {
    return value instanceof String text && text.indexOf('\uFFFD') >= 0;
  }

  /** Queries an array, one time in eight by compiled code, whose compilation takes longer. */
  private void query(View view, Random random) {
    boolean compiled = random.nextInt(8) == 0;
    spark.conf().set("spark.sql.codegen.wholeStage", compiled);
    spark.conf().set("spark.sql.codegen.factoryMode", compiled ? "FALLBACK" : "NO_CODEGEN");
    Dataset<Row> memory = spark.createDataFrame(view.rows(), view.schema());
    int bytes = 8 * view.schema().size() * view.rows().size();
    for (int i = 0; i < QUERIES_OF_A_VIEW && queries < QUERIES; i++, queries++) {
      RandomQuery query = new RandomQuery(view.schema(), view.dimensions(), view.rows(), random);
      List<Row> right = query.unlimited(memory).collectAsList();
      found += right.isEmpty() ? 0 : 1;
      for (String pushDown : i == 0 ? List.of("true", "false") : List.of("true")) {
        Map<String, String> read =
            Map.of(
                "pushdown", pushDown,
                "order", ORDERS.get(random.nextInt(ORDERS.size())),
                "split_size", Integer.toString(1 + bytes / (1 + random.nextInt(4))));
        mistake(view, query, read, right)
            .map(
                mistake ->
                    "%s: %s, with %s and %s: %s"
                        .formatted(view.repeat(), query, view.options(), read, mistake))
            .ifPresent(mistakes::add);
      }
    }
  }

  private Optional<String> mistake(
      View view, RandomQuery query, Map<String, String> read, List<Row> right) {
    try {
      Dataset<Row> table = load(view.place(), view.options(), read).select(view.columns());
      Dataset<Row> answer = query.of(table);
      List<Row> rows = answer.collectAsList();
      pushed += isPushedDown(answer.queryExecution().executedPlan().toString()) ? 1 : 0;
      return query.mistake(rows, right);
    } catch (Exception e) {
      // Spark throws checked exceptions that it does not declare.
      return Optional.of(e.toString());
    }
  }

  private static boolean isPushedDown(String plan) {
    return plan.contains(", limit: ")
        || plan.contains(", aggregates: ")
        || !plan.contains(" ranges: all, condition: none, ");
  }

  private Dataset<Row> load(String place, Map<String, String> options, Map<String, String> read) {
    return spark.read().format("azulejo").options(options).options(read).load(place);
  }
}
