package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.storage.Location;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.Dialect;
import io.azulejo.table.TableOptions;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every array of a corpus has the same rows for Spark as for the core. */
class CorpusTest {
  private static final long MANY = 50_000;
  private static final String CASE = "spark.sql.caseSensitive";

  private final SparkSession spark = Sessions.get();
  private int beyond;
  private final List<String> differences = new ArrayList<>();

  /** Some arrays have fields that differ in case alone; Spark 4.2 refuses them otherwise. */
  @BeforeEach
  void tellUpperFromLowerCase() {
    spark.conf().set(CASE, true);
  }

  @AfterEach
  void forgetCase() {
    spark.conf().unset(CASE);
  }

  @Test
  void allArraysHaveTheirRows() {
    CorpusFolder corpus = CorpusFolder.find();
    int read = 0;
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      boolean whole = expectation.reads().stream().noneMatch(Expectation.Read::fails);
      if (!expectation.group()
          && !expectation.openingFails()
          && whole
          && expectation.key().isEmpty()) {
        read += compare(Location.of(expectation.location().toString())) ? 1 : 0;
      }
    }
    System.out.println(read + " arrays of the corpus were read through Spark");
    assertThat(differences).isEmpty();
    assertThat(read).isPositive();
    assertThat(beyond).as("arrays with times beyond those of Spark").isLessThan(1 + read / 20);
  }

  private boolean compare(Location location) {
    try (Azulejo azulejo = Azulejo.create()) {
      Array array = azulejo.open(location);
      if (array.statistics(List.of()).cells().value().orElseThrow() > MANY) {
        return false;
      }
      ArrayTable table = ArrayTable.of(array, TableOptions.of(Dialect.SPARK));
      DataFrameReader reader = spark.read().format("azulejo");
      List<String> rows =
          CellText.rows(
              reader.option("partition_count", 3).load(location.toString()).collectAsList());
      List<String> expected = CellText.rows(table);
      if (!rows.equals(expected)) {
        differences.add(
            "%s: %s, not %s".formatted(location, first(rows, expected), first(expected, rows)));
      }
      return true;
    } catch (Exception e) {
      // Spark throws checked exceptions that it does not declare.
      if (String.valueOf(e.getMessage()).contains("that Spark can count")) {
        beyond++;
      } else {
        differences.add(location + ": " + e);
      }
      return false;
    }
  }

  private static String first(List<String> rows, List<String> others) {
    List<String> left = new ArrayList<>(rows);
    left.removeAll(others);
    return "%d rows, %s".formatted(rows.size(), left.stream().limit(2).toList());
  }
}
