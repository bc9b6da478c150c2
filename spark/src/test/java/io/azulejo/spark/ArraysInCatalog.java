package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.MissingCells;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.ColumnHint;
import io.azulejo.table.Dialect;
import io.azulejo.table.TableOptions;
import io.azulejo.testkit.TestArrays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of arrays in a folder of their own, which a catalog has as tables: statements call it
 * {@code CAT}. Options are pairs of a name and a value.
 */
abstract class ArraysInCatalog {
  private static final AtomicInteger CATALOGS = new AtomicInteger();

  @TempDir Path folder;
  final SparkSession spark = Sessions.get();
  @AutoClose final Azulejo azulejo = Azulejo.create();

  /** A new name for each test, because a catalog keeps the folder that it had first. */
  final String catalog = "catalog" + CATALOGS.incrementAndGet();

  @BeforeEach
  void register() {
    register(catalog);
  }

  /** Registers a catalog of the folder. */
  final void register(String name, Object... options) {
    set(name, "path", folder.toString());
    options(options).forEach((option, value) -> set(name, option, value));
    spark.conf().set("spark.sql.catalog." + name, AzulejoCatalog.class.getName());
  }

  /** Sets an option of a catalog that was not used yet. */
  final void set(String name, String option, String value) {
    spark.conf().set("spark.sql.catalog.%s.%s".formatted(name, option), value);
  }

  Dataset<Row> sql(String statement) {
    return spark.sql(statement.replace("CAT", catalog));
  }

  /** Creates a table of some columns. */
  final void table(String name, String columns, String dimensions) {
    sql(
        "create table CAT.%s (%s) tblproperties (dimensions = '%s')"
            .formatted(name, columns, dimensions));
  }

  /** Creates a table of the rows of a query. */
  final void tableAs(String name, String dimensions, String query) {
    sql(
        "create table CAT.%s tblproperties (dimensions = '%s') as ".formatted(name, dimensions)
            + query);
  }

  /** Creates tables of x and another column from a query, in all ways; returns their names. */
  final List<String> tablesInAllWays(String column, String query) {
    tableAs("ctas", "x", query);
    table("plain", "x int, " + column, "x");
    sql("insert into CAT.plain select * from CAT.ctas");
    table("altered", "x int", "x");
    sql("alter table CAT.altered add column (" + column + ")");
    sql("insert into CAT.altered select * from CAT.ctas");
    sql(
        "create or replace table CAT.replaced tblproperties (dimensions = 'x') as select * from CAT.plain");
    writer(sql("select * from CAT.plain"), "errorifexists", "dimensions", "x")
        .save(place("saved").toString());
    return List.of("ctas", "plain", "altered", "replaced", "saved");
  }

  /** Returns the failure of a statement, for assertions on it. */
  final AbstractThrowableAssert<?, ?> refused(String statement) {
    return assertThatThrownBy(() -> sql(statement)).as(statement);
  }

  final List<String> rows(String query) {
    return rows(sql(query));
  }

  static List<String> rows(Dataset<Row> rows) {
    return CellText.rows(rows.collectAsList());
  }

  /** Returns the cells of an array as texts, read by the engine alone. */
  static List<String> cells(Array array) {
    return CellText.rows(ArrayTable.of(array, TableOptions.of(Dialect.SPARK)));
  }

  /** Returns the present cells of an array as texts, read by the engine alone. */
  final List<String> cells(Location place) {
    return cells(azulejo.open(place));
  }

  static String plan(Dataset<Row> query) {
    return query.queryExecution().executedPlan().toString();
  }

  final DataType type(String table, String column) {
    return sql("select * from CAT." + table).schema().apply(column).dataType();
  }

  final Location place(String name) {
    return Location.of(folder.resolve(name).toString());
  }

  final ArraySchema schema(String name) {
    return azulejo.open(place(name)).schema();
  }

  /** Says in the metadata of an array what type a column has for Spark. */
  final void hint(String name, String column, MetadataValue value) {
    azulejo
        .array(place(name))
        .metadata()
        .change(MetadataChange.builder().put(ColumnHint.key(column), value).build());
  }

  final Dataset<Row> load(String name, Object... options) {
    return load(place(name), options);
  }

  final Dataset<Row> load(Location place, Object... options) {
    return spark.read().format("azulejo").options(options(options)).load(place.toString());
  }

  static DataFrameWriter<Row> writer(Dataset<Row> rows, String mode, Object... options) {
    return rows.write().format("azulejo").mode(mode).options(options(options));
  }

  /** Appends the rows of a query to an array. */
  static void save(Dataset<Row> rows, Location place, Object... options) {
    writer(rows, "append", options).save(place.toString());
  }

  /** Appends cells to an array by the engine alone; the others of dense tiles are filled. */
  final void append(Location place, Column... columns) {
    WriteRequest request =
        azulejo.open(place).schema().isDense()
            ? WriteRequest.DEFAULT.missing(MissingCells.FILLED)
            : WriteRequest.DEFAULT;
    TestArrays.write(azulejo.array(place), request, ChangeOptions.DEFAULT, Batch.of(columns));
  }

  /** Returns a number for each of some cells, which are counted from 0. */
  static long[] longs(int cells, LongUnaryOperator number) {
    return LongStream.range(0, cells).map(number).toArray();
  }

  /** Returns the files in a folder. */
  static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).map(Path::toString).sorted().toList();
    }
  }

  /** Removes what no longer belongs to an array, however new it is. */
  static List<GcReport.Entry> collectGarbage(Azulejo azulejo, Location place) {
    GcRequest all = GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments();
    return azulejo.maintenance(place).gc(all).entries();
  }

  static Map<String, String> options(Object... options) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i].toString(), options[i + 1].toString());
    }
    return map;
  }
}
