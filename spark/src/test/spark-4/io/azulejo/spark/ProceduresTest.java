package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What catalogs do to arrays as a whole. */
class ProceduresTest extends ArraysInCatalog {

  @BeforeEach
  void create() {
    sql("create table CAT.array (x int, a string) tblproperties (dimensions = 'x')");
    for (int i = 0; i < 3; i++) {
      sql("insert into CAT.array values (%d, 'a')".formatted(i));
    }
  }

  private List<String> call(String procedure, String more) {
    return rows("call CAT.system.%s('array'%s)".formatted(procedure, more));
  }

  @Test
  void fragmentsAreConsolidatedAndVacuumed() {
    String fragments = "select count(*) from CAT.array.fragments";
    assertThat(rows(fragments)).containsExactly("3");

    assertThat(call("consolidate", "")).hasSize(1).first().asString().startsWith("3|1|");
    assertThat(rows(fragments)).containsExactly("1");
    assertThat(call("vacuum", "")).isNotEmpty();
    assertThat(call("vacuum", "")).isEmpty();
    assertThat(call("consolidate", ", mode => 'commits'")).hasSize(1);
    assertThat(rows("select * from CAT.array")).containsExactly("0|a", "1|a", "2|a");
  }

  @Test
  void arraysAreVerified() throws Exception {
    assertThat(call("verify", ", deep => true")).isEmpty();
    try (var files = Files.walk(folder.resolve("array"))) {
      Path data = files.filter(file -> file.endsWith("a0.tdb")).findFirst().orElseThrow();
      Files.delete(data);
    }

    assertThat(call("verify", ""))
        .first()
        .asString()
        .startsWith("ERROR|MISSING|")
        .contains("a0.tdb");
  }

  @Test
  void theNameOfTheCatalogMayBeGiven() {
    assertThat(rows("call CAT.system.verify(table => 'CAT.array')")).isEmpty();
  }

  @Test
  void whatThereIsNotIsRefusedWithAdvice() {
    assertThatThrownBy(() -> call("compact", ""))
        .hasStackTraceContaining("valid: system.consolidate, system.vacuum and system.verify");
    assertThatThrownBy(() -> call("consolidate", ", 'cells'"))
        .hasStackTraceContaining("mode \"cells\" is not valid; use fragments, fragment_meta");
    refused("call CAT.system.vacuum('no.such')").hasStackTraceContaining("no/such");
  }
}
