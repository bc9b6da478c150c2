package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.ArrayHandle;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

/** Folders of arrays as catalogs of Spark. */
class CatalogTest extends ArraysInCatalog {
  private void write(String name) {
    azulejo.create(
        place(name),
        TestSchemas.of("sparse(x INT32 0..99/10) a INT32, b INT32"),
        CreateOptions.DEFAULT.at(1000));
    ArrayHandle array = azulejo.array(place(name));
    for (int time = 1; time <= 2; time++) {
      TestArrays.append(
          array,
          time * 1000L,
          Batch.of(
              Column.of("x", Datatype.INT32, 7),
              Column.of("a", Datatype.INT32, time),
              Column.of("b", Datatype.INT32, -time)));
    }
    MetadataChange unit = MetadataChange.builder().put("unit", MetadataValue.ofString("K")).build();
    array.metadata().change(unit, ChangeOptions.DEFAULT.at(2000));
  }

  @Test
  void arraysAreTablesAndFoldersNamespaces() {
    write("tables/one");
    write("tables/below/two");

    assertThat(rows("show namespaces in CAT.tables")).containsExactly("tables.below");
    assertThat(rows("show tables in CAT.tables")).containsExactly("tables|one|false");
    assertThat(rows("select * from CAT.tables.one")).containsExactly("7|2|-2");
    assertThat(rows("select * from CAT.tables.below.two")).containsExactly("7|2|-2");
    assertThatThrownBy(() -> rows("select * from CAT.tables.three"))
        .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
  }

  @Test
  void tablesAreSeenAsTheyWere() {
    write("times/one");

    assertThat(rows("select a from CAT.times.one version as of 1500")).containsExactly("1");
    assertThat(rows("select a from CAT.times.one timestamp as of timestamp_millis(1500)"))
        .containsExactly("1");
    assertThat(rows("select a from CAT.times.one version as of 2000")).containsExactly("2");
    assertThatThrownBy(() -> rows("select a from CAT.times.one version as of 'first'"))
        .hasMessageContaining("milliseconds since 1970");
  }

  @Test
  void arraysByTheirPathsAreSeenAsTheyWere() {
    write("times/path");
    String path = "times/path";

    assertThat(rows(load(path, "versionAsOf", 1500).select("a"))).containsExactly("1");
    assertThat(rows(load(path, "timestampAsOf", "1970-01-01T00:00:01.5Z").select("a")))
        .containsExactly("1");
    assertThatThrownBy(() -> load(path, "versionAsOf", 1, "timestamp_end", 2))
        .hasMessageContaining("versionAsOf and timestamp_end both set the time");
    assertThatThrownBy(() -> Streams.from(place(path), Map.of("timestampAsOf", "1970-01-01")))
        .hasMessageContaining("timestampAsOf is only for reads with load(path)");
  }

  @Test
  void whatShowCreateTableSaysCreatesTheSameArray() {
    ArraySchema schema =
        ArraySchema.sparse()
            .allowsDuplicates(true)
            .capacity(77)
            .cellOrder(Layout.HILBERT)
            .coordsFilters(Filter.zstd(5), Filter.md5())
            .offsetsFilters(Filter.positiveDelta(), Filter.lz4())
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(-5, 99), 10))
            .dimension(
                Dimension.builder("x", Datatype.FLOAT64)
                    .domain(Range.of(0.0, 1.5))
                    .extent(0.5)
                    .filters(Filter.gzip(4))
                    .build())
            .attribute(
                Attribute.builder("a", Datatype.INT16)
                    .nullable(true)
                    .filters(Filter.byteShuffle(), Filter.bitWidthReduction())
                    .build())
            .attribute(
                Attribute.builder("f", Datatype.FLOAT64)
                    .filters(Filter.scaleFloat(0.5, 1.0, 4))
                    .build())
            .attribute(Attribute.builder("s", Datatype.STRING_UTF8).var().build())
            .build();
    azulejo.create(place("shown/first"), schema);

    String statement = sql("show create table CAT.shown.first").first().getString(0);
    sql(statement.replace("shown.first", "shown.second"));

    assertThat(schema("shown/second")).as(statement).isEqualTo(schema);
    assertThat(rows("show tblproperties CAT.shown.first"))
        .contains(
            "schema.dim.0.max|99", "types|y INT32, x FLOAT64, a INT16, f FLOAT64, s STRING_UTF8[]")
        .contains("format_version|22");
    assertThat(rows("describe extended CAT.shown.first"))
        .anyMatch(row -> row.contains("schema.capacity=77"));
  }

  @Test
  void besideArraysLieTablesAboutThem() {
    write("about/one");

    assertThat(rows("select start, cells, dense from CAT.about.one.fragments"))
        .containsExactly("1000|1|false", "2000|1|false");
    assertThat(rows("select start, kind from CAT.about.one.history"))
        .containsExactly("1000|schema", "1000|write", "2000|metadata", "2000|write");
    assertThat(rows("select key, value from CAT.about.one.metadata").toString()).contains("unit|");
    assertThat(rows("select tile, box.x.low, box.x.high from CAT.about.one.tiles"))
        .containsExactly("0|7|7", "0|7|7");
    assertThat(rows("select start from CAT.about.one.fragments where non_empty_domain.x.low <= 7"))
        .hasSize(2);
  }

  @Test
  void boxesHaveTheTypesOfTheDimensions() {
    sql(
        "create table CAT.about.many tblproperties (dimensions = 'b,s,u,d,t,i,c,f,w',"
            + " 'schema.dim.f.min' = 0, 'schema.dim.f.max' = 9) as select 1Y b, 2S s, cast(7 as"
            + " decimal(20, 0)) u, date'2024-05-06' d, timestamp_ntz'2024-05-06 07:08:09' t,"
            + " timestamp'2024-05-06 07:08:09Z' i, cast(-1.25 as decimal(5, 2)) c, 1.5F f, 'word' w, 1 a");

    assertThat(
            rows(
                "select inline(array(box.b)), box.s.low s, box.u.high u, box.d.low d, box.t.low t,"
                    + " box.i.low i, box.c.low c, box.f.low f, box.w.high w from CAT.about.many.tiles"))
        .containsExactly(
            "1|1|2|7|2024-05-06|2024-05-06T07:08:09|2024-05-06T07:08:09Z|-1.25|1.5|word");
    assertThat(spark.table(catalog + ".about.many.tiles").schema().apply("box").dataType().sql())
        .contains(
            "u: STRUCT<low: DECIMAL(20,0)", "t: STRUCT<low: TIMESTAMP_NTZ", "f: STRUCT<low: FLOAT");
  }

  @Test
  void tablesAreRenamedChangedAndDropped() {
    write("changes/one");
    write("changes/other");

    sql("alter table CAT.changes.one rename to changes.two");
    sql("alter table CAT.changes.two drop column b");

    assertThat(rows("select * from CAT.changes.two")).containsExactly("7|2");
    sql("drop table CAT.changes.two");
    assertThat(rows("show tables in CAT.changes")).containsExactly("changes|other|false");
  }

  @Test
  void optionsOfAReadCountAndThoseOfATableThatComeTooLateAreRefused() {
    write("options/one");

    assertThat(
            plan(
                spark
                    .read()
                    .option("partition_count", 3)
                    .option("order", "dimensions")
                    .table(catalog + ".options.one")
                    .sortWithinPartitions("x")))
        .doesNotContain("Sort ");
    assertThatThrownBy(
            () ->
                spark
                    .read()
                    .option("timestamp_end", 1500)
                    .table(catalog + ".options.one")
                    .collectAsList())
        .hasMessageContaining("must be set where the table is named");
  }

  @Test
  void theCatalogItselfIsNotDropped() {
    AzulejoCatalog catalog = new AzulejoCatalog();
    catalog.initialize("box", new CaseInsensitiveStringMap(Map.of("path", folder.toString())));

    assertThatThrownBy(() -> catalog.dropNamespace(new String[0], true))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void namespacesAreGroups() {
    sql("create namespace CAT.fresh");

    assertThat(rows("show namespaces in CAT")).contains("fresh");
    sql("drop namespace CAT.fresh");
    assertThat(rows("show namespaces in CAT")).doesNotContain("fresh");
  }

  @Test
  void rowsAreWrittenWithATimeThatTheWriteGives() throws Exception {
    write("timed");
    sql("select 8 x, 5 a, 6 b")
        .writeTo(catalog + ".timed")
        .option("timestamp_end", "5000")
        .append();

    assertThat(rows("select * from CAT.timed version as of 4999")).hasSize(1);
    assertThat(rows("select * from CAT.timed version as of 5000")).hasSize(2);
  }
}
