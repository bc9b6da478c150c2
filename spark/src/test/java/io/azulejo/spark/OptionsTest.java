package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Options that are unknown, wrong or without effect are refused on the driver, with advice. */
class OptionsTest extends ArraysInCatalog {
  @BeforeEach
  void create() {
    azulejo.create(place("sparse"), TestSchemas.of("sparse(x INT32 0..9/10) a INT32"));
    azulejo.create(place("dense"), TestSchemas.of("dense(x INT32 0..9/10) a INT32"));
    azulejo.create(place("twice"), TestSchemas.of("sparse(x INT32 0..9/10) a INT32; duplicates"));
  }

  private Dataset<Row> rows() {
    return spark.sql("select 1 x, 2 a");
  }

  private void write(String name, String mode, String option, String value) {
    writer(rows(), mode, option, value).save(place(name).toString());
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
        () -> load("sparse", "mergeSchema", "true"), "\"mergeschema\": add columns with \"alter");
    assertRefused(
        () -> load("sparse", "colour", "red"),
        "unknown option \"colour\"; docs/spark.md lists all options");
    assertRefused(
        () -> spark.read().option("ordre", "none").table(catalog + ".sparse").count(),
        "did you mean \"order\"?");
    assertRefused(
        () -> rows().writeTo(catalog + ".sparse").option("mod", "upsert").append(),
        "did you mean \"mode\"?");
    assertRefused(
        () -> Streams.from(place("sparse"), Map.of("maxFragmentPerTrigger", "1")),
        "did you mean \"maxfragmentspertrigger\"?");
  }

  @Test
  void unknownSettingsOfCatalogsAndPropertiesOfTablesAreRefused() {
    register(catalog + "astray", "cell", "all");
    refused("select * from CATastray.sparse")
        .hasStackTraceContaining("unknown option \"cell\"; did you mean \"cells\"?");
    assertRefused(
        () ->
            sql(
                "create table CAT.made (x int, a int) tblproperties (dimension = 'x', array_type = 'sparse')"),
        "unknown property \"dimension\"; did you mean \"dimensions\"?");
    assertRefused(
        () ->
            sql(
                "create table CAT.made (x int, a int) tblproperties (dimensions = 'x', owners = 'me', team = 'us')"),
        "unknown property");
  }

  @Test
  void optionsWithoutAnEffectAreRefused() {
    assertRefused(
        () -> load("sparse", "missing", "kept").count(),
        "option missing applies to writes and has no effect on reads; leave it out");
    assertRefused(
        () -> load("sparse", "dimensions", "x").count(),
        "applies to new arrays and has no effect on");
    assertRefused(() -> load("sparse", "starting", "latest").count(), "applies to streaming reads");
    assertRefused(() -> load("sparse", "cells", "all").count(), "applies to dense arrays");
    assertRefused(
        () -> write("sparse", "append", "split_size", "5"),
        "applies to reads and has no effect on");
    assertRefused(
        () -> write("sparse", "append", "missing", "kept"),
        "option missing applies to dense arrays and has no effect on a sparse array; leave it out");
    assertRefused(
        () -> write("twice", "append", "duplicates", "last"),
        "applies to arrays without duplicates");
    assertRefused(
        () -> write("sparse", "append", "conflicts", "ignored"),
        "applies to overwrites and statement");
    assertRefused(() -> write("sparse", "overwrite", "mode", "upsert"), "applies to appends");
  }

  @Test
  void settingsOfACatalogAreForThoseOfItsTablesThatTheyFit() {
    String broad = catalog + "broad";
    register(broad, "missing", "filled", "cells", "all", "starting", "latest");

    for (String name : List.of("sparse", "dense", "twice")) {
      sql("insert into %s.%s values (1, 2)".formatted(broad, name));

      assertThat(spark.table(broad + "." + name).where("a = 2").count()).isEqualTo(1);
    }
  }
}
