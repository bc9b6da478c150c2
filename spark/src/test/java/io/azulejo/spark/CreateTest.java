package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.azulejo.MetadataChange;
import io.azulejo.ObjectType;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

/** Arrays are created by writes to paths and by tables as queries: whole, or not at all. */
class CreateTest extends ArraysInCatalog {
  private static final MetadataChange NOTHING = MetadataChange.builder().build();

  private Dataset<Row> values(String rows) {
    return spark.sql("select * from values " + rows + " as t(y, x, a)");
  }

  private DataFrameWriter<Row> creating(Dataset<Row> rows, String mode) {
    return writer(rows, mode, "dimensions", "y, x");
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private List<String> read(String name) {
    return rows(load(name));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void arraysAreCreatedByEachModeOfWriting() throws IOException {
    for (String mode : List.of("append", "overwrite", "errorifexists", "ignore")) {
      creating(values("(1, 2, 0.5D), (3, 4, 1.5D)"), mode).save(path(mode));

      assertThat(read(mode)).as(mode).containsExactly("1|2|0.5", "3|4|1.5");
    }
    assertThat(files()).containsExactly("append", "errorifexists", "ignore", "overwrite");
  }

  @Test
  void whatIsThereIsAppendedToReplacedLeftOrAnError() {
    creating(values("(1, 2, 0.5D)"), "errorifexists").save(path("a"));

    creating(values("(3, 4, 1.5D)"), "append").save(path("a"));
    assertThat(read("a")).containsExactly("1|2|0.5", "3|4|1.5");

    creating(values("(5, 6, 2.5D)"), "ignore").save(path("a"));
    assertThat(read("a")).containsExactly("1|2|0.5", "3|4|1.5");

    assertThatThrownBy(() -> creating(values("(5, 6, 2.5D)"), "errorifexists").save(path("a")))
        .hasMessageContaining("ALREADY_EXISTS");

    creating(values("(5, 6, 2.5D)"), "overwrite").save(path("a"));
    assertThat(read("a")).containsExactly("5|6|2.5");
  }

  @Test
  void aJobThatFailsLeavesNoArray() throws IOException {
    Dataset<Row> failing =
        spark
            .range(0, 16, 1, 4)
            .selectExpr("id y", "id x", "if(id = 15, raise_error('broken'), 1) a");

    for (String mode : List.of("append", "overwrite", "errorifexists", "ignore")) {
      assertThatThrownBy(() -> creating(failing, mode).save(path(mode)))
          .hasStackTraceContaining("broken");
      // Into a folder that is there an array is not moved, but made.
      Files.createDirectory(folder.resolve("empty"));
      assertThatThrownBy(() -> creating(failing, mode).save(path("empty")))
          .hasStackTraceContaining("broken");
      assertThat(azulejo.catalog().type(place("empty"))).isEqualTo(ObjectType.NONE);
      delete(folder.resolve("empty"));
    }
    failing.createOrReplaceTempView("failing");
    refused("create table CAT.t tblproperties (dimensions = 'y,x') as select * from failing")
        .hasStackTraceContaining("broken");

    assertThat(sql("show tables in CAT").collectAsList()).isEmpty();
    for (String left : files()) {
      assertThat(left)
          .as("what tasks leave that end after their job")
          .startsWith("__azulejo_draft_");
    }
  }

  /** What tasks that end after their job leave. */
  private static void delete(Path place) throws IOException {
    if (Files.exists(place)) {
      try (Stream<Path> files = Files.walk(place)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  @Test
  void placesWithOtherThingsInThemAreLeftAlone() throws IOException {
    Files.writeString(Files.createDirectory(folder.resolve("other")).resolve("file"), "text");

    for (String mode : List.of("append", "overwrite", "errorifexists", "ignore")) {
      assertThatThrownBy(() -> creating(values("(1, 2, 3)"), mode).save(path("other")))
          .hasStackTraceContaining("AlreadyExistsException");
    }
    refused("create or replace table CAT.other tblproperties (dimensions = 'k') as select 7 k")
        .hasStackTraceContaining("the location is not empty");

    assertThat(Files.readString(folder.resolve("other/file"))).isEqualTo("text");
    assertThat(files()).containsExactly("other");
  }

  @Test
  void aTableIsReplacedByAnotherOrStaysAsItWas() {
    creating(values("(1, 2, 0.5D)"), "append").save(path("t"));

    refused(
            "replace table CAT.t tblproperties (dimensions = 'k')"
                + " as select 7 k, cast(raise_error('broken') as int) v")
        .hasStackTraceContaining("broken");
    assertThat(read("t")).containsExactly("1|2|0.5");

    sql("replace table CAT.t tblproperties (dimensions = 'k') as select 7 k, 'x' v");
    assertThat(read("t")).containsExactly("7|x");

    sql(
        "create or replace table CAT.t tblproperties (dimensions = 'k') as select k + 1 k, v from CAT.t");
    assertThat(read("t")).containsExactly("8|x");

    sql("create or replace table CAT.t (d date, v int) tblproperties (dimensions = 'd')");
    assertThat(read("t")).isEmpty();
    refused("replace table CAT.none tblproperties (dimensions = 'k') as select 7 k")
        .hasMessageContaining("NOT_FOUND");
  }

  @Test
  void readingWhereThereIsNothingSaysSo() {
    assertThatThrownBy(() -> read("nothing")).hasMessageContaining("array not found");
    assertThatThrownBy(() -> save(values("(1, 2, 3)"), place("nothing")))
        .hasMessageContaining("option(\"dimensions\", \"y,x\")");
  }

  @Test
  void columnsAreCompressedAsPropertiesAndColumnsSay() {
    Metadata weak = new MetadataBuilder().putString("filter_list", "gzip 1").build();
    Metadata tiles = new MetadataBuilder().putLong("extent", 7).putString("max", "69").build();
    StructType columns =
        new StructType(
            new StructField[] {
              new StructField("y", DataTypes.IntegerType, false, tiles),
              new StructField("x", DataTypes.LongType, false, Metadata.empty()),
              new StructField("a", DataTypes.DoubleType, false, Metadata.empty()),
              new StructField("b", DataTypes.DoubleType, true, weak),
              new StructField("c", DataTypes.DoubleType, true, Metadata.empty())
            });

    creating(spark.createDataFrame(List.of(), columns), "append")
        .option("schema.dim.0.min", 0)
        .option("schema.dim.x.filter_list", "double_delta, zstd 9")
        .option("schema.attr.a.filter_list", "(BYTESHUFFLE, ), (LZ4, 5)")
        .option("schema.attr.c.filter_list", "none")
        .option("schema.offsets_filter_list", "(RLE, -1)")
        .option("schema.cell_order", "hilbert")
        .option("schema.tile_order", "TILEDB_COL_MAJOR")
        .option("schema.capacity", 77)
        .save(path("filters"));

    ArraySchema schema = schema("filters");
    assertThat(schema.dimensions().get(0).toString()).isEqualTo("y INT32 [0, 69] tile 7");
    assertThat(schema.dimensions().get(1).filters().filters()).hasSize(2).endsWith(Filter.zstd(9));
    assertThat(schema.attribute("a").orElseThrow().filters())
        .isEqualTo(FilterPipeline.of(Filter.byteShuffle(), Filter.lz4().withLevel(5)));
    assertThat(schema.attribute("b").orElseThrow().filters())
        .isEqualTo(FilterPipeline.of(Filter.gzip(1)));
    assertThat(schema.attribute("c").orElseThrow().filters().isEmpty()).isTrue();
    assertThat(schema.offsetsFilters()).isEqualTo(FilterPipeline.of(Filter.rle()));
    assertThat(schema.cellOrder()).isEqualTo(Layout.HILBERT);
    assertThat(schema.tileOrder()).isEqualTo(Layout.COL_MAJOR);
    assertThat(schema.capacity()).isEqualTo(77);
  }

  @Test
  void propertiesThatSayNothingAreRefusedWithAdvice() {
    assertThatThrownBy(
            () ->
                creating(values("(1, 2, 3)"), "append")
                    .option("schema.attr.A2.filter_list", "zstd")
                    .save(path("a")))
        .hasMessageContaining("schema.attr.a2.filter_list");
    for (String wrong : List.of("zstd five", "(zstd, 5", "zip", "(), (zstd, 5)")) {
      assertThatThrownBy(
              () ->
                  creating(values("(1, 2, 3)"), "append")
                      .option("schema.attr.a.filter_list", wrong)
                      .save(path("a")))
          .as(wrong)
          .hasMessageContaining("is not a list of filters");
    }
  }

  @Test
  void columnsAreAddedBehindTheOthers() {
    creating(values("(1, 2, 0.5D)"), "append").save(path("wide"));

    sql("alter table CAT.wide add columns (n string, m int not null)");
    sql("insert into CAT.wide values (3, 4, 1.5D, 'new', 7)");

    assertThat(read("wide")).containsExactly("1|2|0.5|null|-2147483648", "3|4|1.5|new|7");
    refused("alter table CAT.wide add column (f int first)")
        .hasMessageContaining("new columns are added at the end");
    refused("alter table CAT.wide add column (n int)").hasMessageContaining("already exists");
  }

  /** Whether statements that insert rows may leave columns out: Spark lets none before 4.1. */
  private boolean leavesColumnsOut() {
    return !spark.version().matches("(3|4[.]0)[.].*");
  }

  @Test
  void columnsHaveDefaultsForRowsThatWereThereAndForThoseThatLeaveThemOut() {
    creating(values("(1, 2, 0.5D)"), "append").save(path("wide"));
    for (String column :
        List.of(
            "i int default 5",
            "n bigint not null default -7",
            "s string default 'it\\'s'",
            "b boolean not null default true",
            "d date default date'2024-02-29'",
            "f float default 0.5",
            "t timestamp_ntz default timestamp_ntz'2024-01-01 10:00:00'",
            "z timestamp default timestamp'2024-07-01 10:00:00'",
            "u string",
            "e int default null")) {
      sql("alter table CAT.wide add column (" + column + ")");
    }
    String defaults = "5|-7|it's|true|2024-02-29|0.5|2024-01-01T10:00|2024-07-01T14:00:00Z";
    if (!leavesColumnsOut()) {
      assertThat(read("wide")).containsExactly("1|2|0.5|" + defaults + "|null|null");
      return;
    }
    sql("insert into CAT.wide (y, x, a) values (3, 4, 1.5D)");
    sql(
        "insert into CAT.wide values (5, 6, 2.5D, default, 1, null, default, default, 2, default, default, 'u', default)");

    assertThat(read("wide"))
        .containsExactly(
            "1|2|0.5|" + defaults + "|null|null",
            "3|4|1.5|" + defaults + "|null|null",
            "5|6|2.5|5|1|null|true|2024-02-29|2.0|2024-01-01T10:00|2024-07-01T14:00:00Z|u|null");
  }

  @Test
  void tablesAreCreatedWithDefaults() {
    table("t", "x int, i int default 5 + 2, s string not null default 'x'", "x");
    sql(
        leavesColumnsOut()
            ? "insert into CAT.t (x) values (1)"
            : "insert into CAT.t values (1, 7, 'x')");
    sql("insert into CAT.t values (2, null, 'y')");

    assertThat(read("t")).containsExactly("1|7|x", "2|null|y");
    refused("create table CAT.u (x int default 1, i int) tblproperties (dimensions = 'x')")
        .hasStackTraceContaining("a dimension cannot have a DEFAULT");
    refused(
            "create or replace table CAT.t (x int, i int default 5) tblproperties (dimensions = 'x')")
        .hasStackTraceContaining("another cannot have a DEFAULT");
    refused("alter table CAT.t add column (b binary default X'00')")
        .hasStackTraceContaining("its DEFAULT cannot be stored");
  }

  private ArrayOptions options(String name) {
    return new ArrayOptions(Map.of("path", path(name)));
  }

  private static ArraySchema numbers() {
    return TestSchemas.of("sparse(x INT64 0..99/10) a INT64");
  }

  private NewArrayWrite job(String name) {
    StructType rows =
        new StructType().add("x", DataTypes.LongType, false).add("a", DataTypes.LongType, false);
    return new NewArrayWrite(
        options(name),
        numbers(),
        new CommitTest.Info("query", rows, CaseInsensitiveStringMap.empty()),
        false);
  }

  private static WriterCommitMessage[] messages(BatchWrite job, long... cells) throws IOException {
    try (DataWriter<InternalRow> task = job.createBatchWriterFactory(() -> 1).createWriter(0, 0)) {
      for (long x : cells) {
        task.write(new GenericInternalRow(new Object[] {x, x * 10}));
      }
      return new WriterCommitMessage[] {task.commit()};
    }
  }

  private void append(String name, long time, long... x) {
    TestArrays.append(
        azulejo.array(place(name)),
        time,
        Batch.of(Column.of("x", Datatype.INT64, x), Column.of("a", Datatype.INT64, x)));
  }

  @Test
  void rowsThatOthersWroteToAnArrayWhileItWasMadeInPlaceStayWhenTheJobFails() throws IOException {
    for (long ahead : new long[] {0, 3_600_000}) {
      String name = "place" + ahead;
      Files.createDirectory(folder.resolve(name));
      NewArrayWrite job = job(name);
      WriterCommitMessage[] staged = messages(job, 1, 2, 3);
      append(name, System.currentTimeMillis() + ahead, 7);

      job.abort(staged);

      assertThat(azulejo.open(place(name), TimeRange.ALL).fragments()).hasSize(1);
      assertThat(collectGarbage(azulejo, place(name))).isEmpty();
    }
  }

  @Test
  void anArrayThatWasMadeInPlaceGoesWithItsFailedJobWhereNobodyElseWrote() throws IOException {
    Files.createDirectory(folder.resolve("place"));
    NewArrayWrite job = job("place");
    WriterCommitMessage[] staged = messages(job, 1, 2, 3);

    job.abort(staged);

    assertThat(azulejo.catalog().type(place("place"))).isEqualTo(ObjectType.NONE);
  }

  @Test
  void whatIsWrittenToANewArrayIsCounted() throws IOException {
    NewArrayWrite job = job("counted");
    assertThat(job.reportDriverMetrics()[0].value()).isZero();
    job.commit(messages(job, 1, 2, 3));

    assertThat(job.supportedCustomMetrics()).hasSize(2);
    assertThat(job.reportDriverMetrics()[0].value()).isEqualTo(1);
    assertThat(job.reportDriverMetrics()[1].value()).isPositive();
  }

  @Test
  void aTableWhoseReplacementIsLostIsPutBack() throws IOException {
    creating(values("(1, 2, 0.5D)"), "append").save(path("t"));
    ArrayDraft draft = new ArrayDraft(options("t"), numbers(), NOTHING, true);
    Location lost = draft.begin().location();
    azulejo.catalog().remove(lost);

    assertThatThrownBy(draft::publish).isInstanceOf(NotFoundException.class);
    assertThat(read("t")).containsExactly("1|2|0.5");
    assertThat(files()).containsExactly("t");
  }

  @Test
  void numbersInTheMetadataOfColumnsMayHaveFractionsAndOtherThingsAreRefused() {
    Metadata degrees = new MetadataBuilder().putDouble("min", -90.0).putDouble("max", 90.5).build();
    StructType columns =
        new StructType()
            .add("y", DataTypes.DoubleType, false, degrees)
            .add("a", DataTypes.DoubleType, true);
    StructType wrong =
        new StructType()
            .add(
                "y",
                DataTypes.DoubleType,
                false,
                new MetadataBuilder().putBoolean("min", true).build())
            .add("a", DataTypes.DoubleType, true);
    Map<String, String> properties = Map.of("dimensions", "y");

    assertThat(NewArray.schema(columns, properties).dimensions().get(0).toString())
        .contains("[-90.0, 90.5]");
    assertThatThrownBy(() -> NewArray.schema(wrong, properties))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("min")
        .hasMessageContaining("true");
  }

  @Test
  void whatIsNoArrayIsNamedWithWhatToDo() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Path file = Files.writeString(folder.resolve("file.csv"), "a\n1\n");
    Path parquet = folder.resolve("parquet");
    spark.range(3).write().parquet(parquet.toString());
    Path group = folder.resolve("group");
    azulejo.group(Location.of(group)).create();
    Map<String, List<String>> messages =
        Map.of(
            folder.resolve("missing").toString(),
                List.of("array not found", "does not exist or is empty"),
            empty.toString(),
                List.of("array not found", "does not exist or is empty", "dimensions"),
            file.toString(), List.of("is a file, not an array"),
            parquet.toString(), List.of("has Parquet files and no array", "format(\"parquet\")"),
            group.toString(), List.of("is a group", "io.azulejo.spark.AzulejoCatalog"));

    messages.forEach(
        (path, words) -> {
          Throwable refused =
              catchThrowable(() -> spark.read().format("azulejo").load(path).collectAsList());
          assertThat(refused).isInstanceOf(NotFoundException.class).hasMessageContaining(path);
          words.forEach(word -> assertThat(refused).hasMessageContaining(word));
        });
    assertThatThrownBy(
            () -> spark.read().format("azulejo").load(empty.toString(), group.toString()))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("several paths are given")
        .hasMessageContaining(group.toString());
  }
}
