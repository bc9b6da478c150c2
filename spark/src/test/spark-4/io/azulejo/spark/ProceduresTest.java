package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What catalogs do to arrays as a whole. */
class ProceduresTest {
  @TempDir Path folder;
  private final SparkSession spark = Sessions.get();

  @BeforeEach
  void create() {
    spark.conf().set("spark.sql.catalog.kept", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.kept.path", "/");
    String table = table();
    sql(
        "create table kept." + table + " (x int, a string) tblproperties (dimensions = 'x')");
    for (int i = 0; i < 3; i++) {
      sql("insert into kept.%s values (%d, 'a')".formatted(table, i));
    }
  }

  /** The array in a catalog of the whole disk, as catalogs keep their settings. */
  private String table() {
    StringBuilder name = new StringBuilder();
    folder.resolve("array").forEach(part -> name.append(".`").append(part).append('`'));
    return name.substring(1);
  }

  private List<String> sql(String text) {
    List<Row> rows = spark.sql(text).collectAsList();
    return CellText.rows(rows);
  }

  private List<String> call(String procedure, String more) {
    return sql("call kept.system.%s('%s'%s)".formatted(procedure, table(), more));
  }

  @Test
  void fragmentsAreConsolidatedAndVacuumed() {
    String fragments = "select count(*) from kept.%s.fragments".formatted(table());
    assertThat(sql(fragments)).containsExactly("3");

    assertThat(call("consolidate", "")).hasSize(1).first().asString().startsWith("3|1|");
    assertThat(sql(fragments)).containsExactly("1");
    assertThat(call("vacuum", "")).isNotEmpty();
    assertThat(call("vacuum", "")).isEmpty();
    assertThat(call("consolidate", ", mode => 'commits'")).hasSize(1);
    assertThat(sql("select * from kept." + table())).containsExactly("0|a", "1|a", "2|a");
  }

  @Test
  void arraysAreVerified() throws Exception {
    assertThat(call("verify", ", deep => true")).isEmpty();
    try (var files = Files.walk(folder.resolve("array"))) {
      Path data = files.filter(file -> file.endsWith("a0.tdb")).findFirst().orElseThrow();
      Files.delete(data);
    }

    assertThat(call("verify", "")).first().asString().startsWith("ERROR|MISSING|").contains("a0.tdb");
  }

  @Test
  void theNameOfTheCatalogMayBeGiven() {
    assertThat(sql("call kept.system.verify(table => 'kept.%s')".formatted(table()))).isEmpty();
  }

  @Test
  void whatThereIsNotIsRefusedWithAdvice() {
    assertThatThrownBy(() -> call("compact", ""))
        .hasStackTraceContaining("there are system.consolidate, system.vacuum and system.verify");
    assertThatThrownBy(() -> call("consolidate", ", 'cells'")).hasStackTraceContaining("mode \"cells\" is none of fragments, fragment_meta");
    assertThatThrownBy(() -> sql("call kept.system.vacuum('no.such')"))
        .hasStackTraceContaining("no/such");
  }
}
