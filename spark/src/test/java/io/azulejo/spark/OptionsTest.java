package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options that are unknown, wrong or without effect are refused on the driver, with advice. */
class OptionsTest {
  @TempDir static Path folder;
  private static final SparkSession spark = Sessions.get();

  /** Once, because a catalog keeps the folder that it had first. */
  @BeforeAll
  static void prepare() {
    spark.conf().set("spark.sql.catalog.choices", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.choices.path", folder.toString());
    create("sparse", ArraySchema.sparse());
    create("dense", ArraySchema.dense());
    create("twice", ArraySchema.sparse().allowsDuplicates(true));
  }

  private static void create(String name, ArraySchema.Builder schema) {
    try (Azulejo azulejo = Azulejo.create()) {
      azulejo.create(
          Location.of(path(name)),
          schema
              .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, 9), 10))
              .attribute(Attribute.of("a", Datatype.INT32))
              .build());
    }
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }

  private Dataset<Row> rows() {
    return spark.sql("select 1 x, 2 a");
  }

  private Dataset<Row> load(String name, String option, String value) {
    return spark.read().format("azulejo").option(option, value).load(path(name));
  }

  private void write(String name, String mode, String option, String value) {
    rows().write().format("azulejo").mode(mode).option(option, value).save(path(name));
  }

  private static void assertRefused(ThrowingCallable act, String message) {
    assertThatThrownBy(act)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
  }

  @Test
  void wrongValuesFailBeforeAJobStarts() {
    for (String option : List.of("missing", "duplicates", "conflicts", "distribution")) {
      String array = option.equals("missing") ? "dense" : "sparse";
      String mode = option.equals("conflicts") ? "overwrite" : "append";
      assertRefused(
          () -> write(array, mode, option, "foo"), "option %s: \"foo\" is not".formatted(option));
    }
    assertRefused(
        () -> load("sparse", "order", "foo").collectAsList(), "option order: \"foo\" is not");
  }

  @Test
  void unknownOptionsAreRefusedWithASuggestion() {
    assertRefused(
        () -> load("sparse", "partition_cuont", "3"),
        "unknown option \"partition_cuont\"; did you mean \"partition_count\"?");
    assertRefused(
        () -> write("sparse", "append", "duplicate", "last"), "did you mean \"duplicates\"?");
    assertRefused(
        () -> write("fresh", "append", "schema.capcity", "5"), "did you mean \"schema.capacity\"?");
    assertRefused(
        () -> load("sparse", "mergeSchema", "true"), "\"mergeschema\": add columns by \"alter");
    assertRefused(
        () -> load("sparse", "colour", "red"),
        "unknown option \"colour\"; docs/spark.md lists all options");
    assertRefused(
        () -> spark.read().option("ordre", "none").table("choices.sparse").count(),
        "did you mean \"order\"?");
    assertRefused(
        () -> rows().writeTo("choices.sparse").option("mod", "upsert").append(),
        "did you mean \"mode\"?");
    assertRefused(
        () ->
            spark
                .readStream()
                .format("azulejo")
                .option("maxFragmentPerTrigger", 1)
                .load(path("sparse")),
        "did you mean \"maxfragmentspertrigger\"?");
  }

  @Test
  void unknownSettingsOfCatalogsAndPropertiesOfTablesAreRefused() {
    spark.conf().set("spark.sql.catalog.astray", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.astray.path", folder.toString());
    spark.conf().set("spark.sql.catalog.astray.cell", "all");
    assertThatThrownBy(() -> spark.sql("select * from astray.sparse"))
        .hasStackTraceContaining("unknown option \"cell\"; did you mean \"cells\"?");
    assertRefused(
        () ->
            spark.sql(
                "create table choices.made (x int, a int) tblproperties (dimension = 'x', array_type = 'sparse')"),
        "unknown property \"dimension\"; did you mean \"dimensions\"?");
    assertRefused(
        () ->
            spark.sql(
                "create table choices.made (x int, a int) tblproperties (dimensions = 'x', owners = 'me', team = 'us')"),
        "unknown property");
  }

  @Test
  void optionsWithoutAnEffectAreRefused() {
    assertRefused(
        () -> load("sparse", "missing", "kept").count(),
        "option missing is for writes and has no effect on reads: leave it out");
    assertRefused(
        () -> load("sparse", "dimensions", "x").count(), "is for new arrays and has no effect on");
    assertRefused(
        () -> load("sparse", "starting", "latest").count(), "is for streams that are read");
    assertRefused(() -> load("sparse", "cells", "all").count(), "is for dense arrays");
    assertRefused(
        () -> write("sparse", "append", "split_size", "5"), "is for reads and has no effect on");
    assertRefused(
        () -> write("sparse", "append", "missing", "kept"),
        "option missing is for dense arrays and has no effect on a sparse array: leave it out");
    assertRefused(
        () -> write("twice", "append", "duplicates", "last"), "is for arrays without duplicates");
    assertRefused(
        () -> write("sparse", "append", "conflicts", "ignored"), "is for overwrites and statement");
    assertRefused(() -> write("sparse", "overwrite", "mode", "upsert"), "is for appends");
  }

  @Test
  void settingsOfACatalogAreForThoseOfItsTablesThatTheyFit() {
    spark.conf().set("spark.sql.catalog.broad", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.broad.path", folder.toString());
    spark.conf().set("spark.sql.catalog.broad.missing", "filled");
    spark.conf().set("spark.sql.catalog.broad.cells", "all");
    spark.conf().set("spark.sql.catalog.broad.starting", "latest");

    for (String name : List.of("sparse", "dense", "twice")) {
      spark.sql("insert into broad.%s values (1, 2)".formatted(name));

      assertThat(spark.table("broad." + name).where("a = 2").count()).isEqualTo(1);
    }
  }
}
