package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.MissingCells;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.DataFrameWriterV2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** Rows are updated, merged, deleted and overwritten: all of a statement, or nothing. */
class RowChangeTest extends ArraysInCatalog {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123L);

  private final String table = catalog + ".t";

  private List<String> rows() {
    return rows("select * from CAT.t");
  }

  private Location place() {
    return place("t");
  }

  private List<String> files() throws IOException {
    return files(folder.resolve("t"));
  }

  private void create(boolean dense) {
    sql(
        "create table CAT.t (y int, x int, a double, s string) tblproperties (dimensions = 'y,x',"
            + " 'schema.dim.y.min' = 0, 'schema.dim.y.max' = 7, 'schema.dim.y.extent' = 4,"
            + " 'schema.dim.x.min' = 0, 'schema.dim.x.max' = 7, 'schema.dim.x.extent' = 4"
            + (dense ? ", array_type = 'dense'" : "")
            + ")");
  }

  private void insert(String values) {
    sql("insert into CAT.t values " + values);
  }

  @Test
  void rowsAreUpdatedMergedAndDeletedByOneFileEach() throws IOException {
    create(false);
    insert("(0, 0, 1, 'a'), (1, 1, 2, null), (2, 2, double('nan'), 'c'), (3, 3, 4, 'd')");

    sql("update CAT.t set a = a + 10, s = upper(s) where cast(y as string) like '%1' or y = 3");
    assertThat(rows()).containsExactly("0|0|1.0|a", "1|1|12.0|null", "2|2|NaN|c", "3|3|14.0|D");

    sql("delete from CAT.t where isnan(a) and cast(x as string) like '%2'");
    assertThat(rows()).containsExactly("0|0|1.0|a", "1|1|12.0|null", "3|3|14.0|D");

    long commits = commits();
    sql(
        "merge into CAT.t t using (select * from values (0, 0, 'gone'), (1, 1, 'one'), (5, 5,"
            + " 'five') as v(y, x, s)) n on t.y = n.y and t.x = n.x when matched and n.s = 'gone'"
            + " then delete when matched then update set s = n.s when not matched then insert (y,"
            + " x, a, s) values (n.y, n.x, 0, n.s) when not matched by source then update set a ="
            + " -1");
    assertThat(rows()).containsExactly("1|1|12.0|one", "3|3|-1.0|D", "5|5|0.0|five");
    assertThat(commits()).isEqualTo(commits + 1);

    sql("update CAT.t set x = x + 1, y = y - 1 where y = 3 or y = 5");
    assertThat(rows()).containsExactly("1|1|12.0|one", "2|4|-1.0|D", "4|6|0.0|five");
  }

  private long commits() throws IOException {
    return files().stream().filter(file -> file.contains("__commits")).count();
  }

  @Test
  void plainDeletionsByNullableColumnsKeepNulls() {
    for (boolean duplicates : new boolean[] {false, true}) {
      sql(
          "create or replace table CAT.t tblproperties (dimensions = 'x', 'schema.set_allows_dups' = '%s')"
                  .formatted(duplicates)
              + " as select int(id) x, nullif(int(id % 7), 3) a, nullif(string(id % 5), '1') s"
              + " from range(12000)");
      List<String> conditions =
          List.of("a > 5", "a <> 4 and s = '2'", "a in (0, 1)", "not (a = 4)", "s like '0%'");
      for (String condition : conditions) {
        List<String> left = rows("select * from CAT.t where (%s) is not true".formatted(condition));

        sql("delete from CAT.t where " + condition);

        assertThat(rows()).as(condition).isEqualTo(left);
      }
      assertThat(rows()).hasSizeGreaterThan(1000).anyMatch(row -> row.contains("null"));
    }
  }

  @Test
  void rowsByANullableConditionAreOverwritten() throws Exception {
    create(false);
    insert("(0, 0, 1, 'a'), (1, 1, 5, 'b'), (2, 2, null, 'c')");

    sql("select 3 y, 3 x, 7D a, 'd' s").writeTo(table).overwrite(functions.expr("a > 2"));

    assertThat(rows()).containsExactly("0|0|1.0|a", "2|2|null|c", "3|3|7.0|d");
  }

  @Test
  void rowsThatChangePlacesAreAllThere() {
    create(false);
    insert("(0, 0, 0, 'a'), (0, 1, 1, 'b'), (0, 2, 2, 'c')");

    sql("update CAT.t set x = x + 1");

    assertThat(rows()).containsExactly("0|1|0.0|a", "0|2|1.0|b", "0|3|2.0|c");
    refused("update CAT.t set x = 7").hasStackTraceContaining("InvalidRequestException");
    assertThat(rows()).containsExactly("0|1|0.0|a", "0|2|1.0|b", "0|3|2.0|c");
  }

  @Test
  void aStatementThatFailsLeavesTheArrayAsItWas() throws IOException {
    create(false);
    insert("(0, 0, 0, 'a'), (0, 1, 1, 'b'), (4, 4, 2, 'c')");
    List<String> before = files();

    refused("update CAT.t set a = if(x = 4, raise_error('broken'), 7)")
        .hasStackTraceContaining("broken");
    refused(
            "merge into CAT.t t using (select * from values (0, 0), (0, 0) as v(y, x)) n"
                + " on t.y = n.y and t.x = n.x when matched then update set a = 1")
        .hasStackTraceContaining("MERGE_CARDINALITY_VIOLATION");

    assertThat(files()).isEqualTo(before);
  }

  @Test
  void denseArraysAreUpdatedButTheirCellsNotDeleted() {
    create(true);
    save(
        sql(
            "select cast(id div 4 as int) y, cast(id % 4 as int) x, double(id) a, 'a' s from range(16)"),
        place());

    sql("update CAT.t set a = a + 100 where y = 2 and x > 1");

    assertThat(rows()).hasSize(16).contains("2|1|9.0|a", "2|2|110.0|a", "2|3|111.0|a");
    refused("delete from CAT.t where y = 2").hasMessageContaining("cannot be deleted one by one");
    refused(
            "merge into CAT.t t using (select 0 y, 0 x) n"
                + " on t.y = n.y and t.x = n.x when matched then delete")
        .hasStackTraceContaining("cannot be deleted one by one");
    assertThat(rows()).hasSize(16);
  }

  /** Another program writes a cell of the row 0. */
  private static void writeOther(String array, int x, List<Double> a, WriteRequest request) {
    try (Azulejo other = Azulejo.create()) {
      TestArrays.write(
          other.array(Location.of(array)),
          request,
          ChangeOptions.DEFAULT,
          Batch.of(
              Column.of("y", Datatype.INT32, 0),
              Column.of("x", Datatype.INT32, x),
              Column.of("a", Datatype.FLOAT64, a),
              Column.of("s", Datatype.STRING_UTF8, List.of("other"))));
    }
  }

  @Test
  void whatOthersWroteMeanwhileIsNotOverwritten() throws IOException {
    create(false);
    String array = place().toString();
    insert("(0, 0, 0, 'a')");
    List<String> before = files();
    spark
        .udf()
        .register(
            "meanwhile",
            (Double a) -> {
              writeOther(array, 0, List.of(5.0), WriteRequest.DEFAULT);
              return a + 1;
            },
            DataTypes.DoubleType);

    refused("update CAT.t set a = meanwhile(a)")
        .hasStackTraceContaining("the array changed after its rows were read");

    assertThat(rows()).containsExactly("0|0|5.0|other");
    assertThat(before).isNotEmpty().isSubsetOf(files());
  }

  @Test
  void cellsOfTheSameTileThatOthersWroteMeanwhileAreNeverOverwritten() {
    set(catalog, "conflicts", "ignored");
    create(true);
    save(
        sql(
            "select cast(id div 8 as int) y, cast(id % 8 as int) x, double(id) a, 'a' s from range(64)"),
        place());
    String array = place().toString();
    spark
        .udf()
        .register(
            "besides",
            (Double a) -> {
              writeOther(array, 1, List.of(0.0), WriteRequest.DEFAULT.missing(MissingCells.KEPT));
              return a + 1;
            },
            DataTypes.DoubleType);

    refused("update CAT.t set a = besides(a) where y = 0 and x = 0")
        .hasStackTraceContaining("the array changed after its rows were read")
        .hasStackTraceContaining("whole tiles");
    assertThat(rows()).hasSize(64).contains("0|0|0.0|a", "0|1|0.0|other");
  }

  @Test
  void rowsAreNotMovedOntoOthersThatAreThere() {
    create(false);
    insert("(0, 4, 4, 'a'), (0, 5, 5, 'b'), (1, 6, 6, 'c'), (2, 7, 7, 'd')");
    List<String> before = rows();

    refused("update CAT.t set x = 5 where x = 4")
        .hasStackTraceContaining("rows would move to coordinates of existing rows");
    refused(
            "merge into CAT.t t using (select 6 x) n on t.x = n.x"
                + " when matched then update set y = 2, x = 7")
        .hasStackTraceContaining("rows would move to coordinates of existing rows");
    assertThat(rows()).isEqualTo(before);
    sql(
        "merge into CAT.t t using (select explode(array(6, 7)) x) n on t.x = n.x"
            + " when matched and n.x = 7 then delete when matched then update set y = 2, x = 7");
    sql("update CAT.t set y = 1, x = x + 1 where x < 6");
    assertThat(rows()).containsExactly("1|5|4.0|a", "1|6|5.0|b", "2|7|6.0|c");
  }

  @Test
  void arraysWithDuplicatesHaveNoRowsThatCoordinatesName() {
    sql(
        "create table CAT.t (y int, a int) tblproperties (dimensions = 'y',"
            + " 'schema.set_allows_dups' = 'true')");
    insert("(1, 1), (1, 2)");

    refused("update CAT.t set a = 7 where a = 1")
        .hasMessageContaining("the array allows duplicates");
    sql("delete from CAT.t where a = 1 or a is null");
    assertThat(rows()).containsExactly("1|2");
    assertThatThrownBy(() -> save(sql("select 1 y, 1 a"), place(), "mode", "upsert"))
        .hasMessageContaining("the array allows duplicates");
  }

  @Test
  void upsertsReplaceRowsAtTheSameCoordinatesAndKeepTheOthers() {
    for (boolean dense : new boolean[] {false, true}) {
      sql("drop table if exists CAT.t");
      create(dense);
      for (String row : List.of("0, 0, 1D, 'a'", "0, 1, 2D, 'b'", "0, 1, 3D, 'c'")) {
        save(sql("select * from values (" + row + ") as t(y, x, a, s)"), place(), "mode", "upsert");
      }
      assertThat(rows("select * from CAT.t where s is not null"))
          .containsExactly("0|0|1.0|a", "0|1|3.0|c");
    }
  }

  @Test
  void tilesThatRowsLieInAreReplaced() throws Exception {
    for (boolean dense : new boolean[] {false, true}) {
      sql("drop table if exists CAT.t");
      create(dense);
      sql("select cast(id div 8 as int) y, cast(id % 8 as int) x, double(id) a, 'a' s from range(64)")
          .writeTo(table)
          .append();

      sql("select 5 y, 5 x, 7D a, 'new' s").writeTo(table).overwritePartitions();

      assertThat(sql("select * from CAT.t where y < 4 or x < 4").count()).isEqualTo(48);
      assertThat(rows("select * from CAT.t where y >= 4 and x >= 4 and s is not null"))
          .containsExactly("5|5|7.0|new");
    }
  }

  @Test
  void tilesOfTextsAreNotReplaced() {
    table("t", "k string, a int", "k");

    assertThatThrownBy(() -> sql("select 'a' k, 1 a").writeTo(table).overwritePartitions())
        .hasMessageContaining("only be overwritten if all dimensions have tiles");
  }

  @Test
  void coordinatesOfAllTypesNameRowsThatAreDeleted() {
    sql(
        "create table CAT.t (s string, d double, t date, u decimal(20, 0), b tinyint, a int)"
            + " tblproperties (dimensions = 's,d,t,u,b', 'schema.dim.d.min' = '-10', 'schema.dim.d.max' = '10')");
    insert(
        "('a', -0.0, date'2024-01-01', 18446744073709500000, -5, 1),"
            + " ('a', 0.1, date'2024-01-01', 18446744073709500000, -5, 2),"
            + " ('', 0.1, date'1969-01-01', 3, 5, 3),"
            + " ('\u00e9', 9.75, date'2024-01-02', 0, 0, 4),"
            + " ('\u00e9', 9.75, date'2024-01-02', 0, 1, 5)");

    sql("delete from CAT.t where cast(a as string) in ('1', '3', '4')");

    assertThat(rows("select a from CAT.t")).containsExactly("2", "5");
  }

  @Test
  void valuesOfEnumerationsAreUpdatedAndUnknownOnesRefused() {
    azulejo.create(
        place(),
        TestSchemas.of("sparse(k UINT16 0..60000/100) e UINT8 words=red|blue nullable, u UINT8"));
    insert("(50000, 'red', 200), (1, null, 0), (2, 'red', 7)");

    sql("update CAT.t set e = if(e = 'red', 'blue', null), u = u + 55 where u >= 7");
    assertThat(rows()).containsExactly("1|null|0", "2|blue|62", "50000|blue|255");
    sql("delete from CAT.t where e = 'blue' and cast(k as string) like '5%'");
    assertThat(rows()).containsExactly("1|null|0", "2|blue|62");
    refused("update CAT.t set e = 'green'")
        .hasStackTraceContaining("is not a value of enumeration");
    refused("update CAT.t set u = u + 200").hasStackTraceContaining("is out of range (0 to 255");
    assertThat(rows()).containsExactly("1|null|0", "2|blue|62");
  }

  @Test
  void tooManyRowsAreNotDeletedOneByOne() {
    table("t", "k int, a int", "k");
    sql("insert into CAT.t select cast(id * 2 as int) k, 1 a from range(10100)");

    refused("delete from CAT.t where cast(k as string) like '%'")
        .hasStackTraceContaining("cannot delete more than 10000 rows one by one");
    assertThat(sql("select * from CAT.t").count()).isEqualTo(10100);

    sql("delete from CAT.t where k < 20000 and cast(k as string) like '%0'");
    assertThat(sql("select * from CAT.t").count()).isEqualTo(8100);
    sql("delete from CAT.t where k < 10100 and cast(k as string) like '%'");
    assertThat(sql("select * from CAT.t where k < 10100").count()).isZero();
  }

  @Test
  void whatWasThereIsStillSeenAsOfThen() throws Exception {
    create(false);
    insert("(0, 0, 0, 'a'), (1, 1, 1, 'b')");
    long then = azulejo.open(place()).fragments().get(0).times().end();

    sql("select 1 y, 1 x, 5D a, 'new' s").writeTo(table).overwrite(functions.expr("y >= 0"));

    assertThat(rows()).containsExactly("1|1|5.0|new");
    assertThat(rows("select * from CAT.t version as of " + then))
        .containsExactly("0|0|0.0|a", "1|1|1.0|b");
    DataFrameWriterV2<Row> late = sql("select 1 y, 1 x, 5D a, 'new' s").writeTo(table);
    late.option("timestamp_end", Long.toString(then));
    assertThatThrownBy(() -> late.overwrite(functions.expr("y >= 0")))
        .hasMessageContaining("set a later timestamp_end");
  }

  @Test
  void statementsInAnyOrderLeaveWhatAModelSays() throws Exception {
    Random random = new Random(SEED);
    create(false);
    TreeMap<Integer, String> model = new TreeMap<>();
    for (int step = 0; step < 40; step++) {
      int from = random.nextInt(8);
      int to = from + random.nextInt(3);
      Map<Integer, String> fresh = new TreeMap<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        fresh.put(random.nextInt(64), "s" + step);
      }
      Dataset<Row> rows =
          sql(
              "select cast(k div 8 as int) y, cast(k % 8 as int) x, if(k % 7 = 0, null, if(k % 5 ="
                  + " 0, double('nan'), double(k))) a, s from values "
                  + fresh.keySet().stream()
                      .map(k -> "(" + k + ", '" + fresh.get(k) + "')")
                      .collect(Collectors.joining(", "))
                  + " as n(k, s)");
      rows.createOrReplaceTempView("fresh");
      switch (random.nextInt(7)) {
        case 0 -> {
          rows.writeTo(table).overwrite(functions.expr("y between " + from + " and " + to));
          model.keySet().removeIf(k -> k / 8 >= from && k / 8 <= to);
          model.putAll(fresh);
        }
        case 1 -> {
          rows.writeTo(table).overwritePartitions();
          model.keySet().removeIf(k -> fresh.keySet().stream().anyMatch(n -> tile(n) == tile(k)));
          model.putAll(fresh);
        }
        case 2 -> {
          sql("update CAT.t set s = concat(s, '!') where x % 8 = " + from);
          model.replaceAll((k, s) -> k % 8 == from ? s + "!" : s);
        }
        case 3 -> {
          sql("delete from CAT.t where (x + y) % 8 = " + from);
          model.keySet().removeIf(k -> (k / 8 + k % 8) % 8 == from);
        }
        case 4 -> {
          sql(
              "merge into CAT.t t using fresh n on t.y = n.y and t.x = n.x"
                  + " when matched and t.x >= 4 then delete"
                  + " when matched then update set s = concat(t.s, n.s)"
                  + " when not matched then insert *");
          fresh.forEach(
              (k, s) -> {
                if (model.containsKey(k) && k % 8 >= 4) {
                  model.remove(k);
                } else {
                  model.merge(k, s, String::concat);
                }
              });
        }
        default -> {
          rows.writeTo(table).append();
          model.putAll(fresh);
        }
      }
      List<String> wanted = new ArrayList<>();
      model.forEach(
          (k, s) -> {
            String a = k % 7 == 0 ? "null" : Double.toString(k % 5 == 0 ? Double.NaN : k);
            wanted.add(k / 8 + "|" + k % 8 + "|" + a + "|" + s);
          });
      wanted.sort(String::compareTo);
      assertThat(rows()).as("azulejo.seed=%d, step %d", SEED, step).isEqualTo(wanted);
    }
  }

  private static int tile(int k) {
    return k / 8 / 4 * 2 + k % 8 / 4;
  }
}
