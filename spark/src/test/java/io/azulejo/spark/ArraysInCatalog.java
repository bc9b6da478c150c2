package io.azulejo.spark;

import io.azulejo.Azulejo;
import io.azulejo.storage.Location;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of arrays in a catalog of their own, which statements call {@code CAT}. */
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
  final void register(String name) {
    set(name, "path", folder.toString());
    spark.conf().set("spark.sql.catalog." + name, AzulejoCatalog.class.getName());
  }

  /** Sets an option of a catalog that was not used yet. */
  final void set(String name, String option, String value) {
    spark.conf().set("spark.sql.catalog.%s.%s".formatted(name, option), value);
  }

  Dataset<Row> sql(String statement) {
    return spark.sql(statement.replace("CAT", catalog));
  }

  final List<String> rows(String query) {
    return CellText.rows(sql(query).collectAsList());
  }

  final DataType type(String table, String column) {
    return sql("select * from CAT." + table).schema().apply(column).dataType();
  }

  final Location place(String name) {
    return Location.of(folder.resolve(name).toString());
  }
}
