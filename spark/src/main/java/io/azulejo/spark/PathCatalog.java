package io.azulejo.spark;

import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The internal catalog of arrays by location. {@code format("azulejo")} looks up and creates its
 * tables there. The catalog has no namespaces and does not list tables.
 */
public class PathCatalog extends ArrayCatalog {
  private static final String NAME = "azulejo_paths";

  /** Creates a catalog. Spark calls this constructor. */
  public PathCatalog() {}

  /**
   * Registers the catalog in the session's configuration, where Spark looks it up.
   *
   * @return the name of the catalog
   */
  static String register() {
    String setting = "spark.sql.catalog." + NAME;
    if (!SQLConf.get().contains(setting)) {
      SQLConf.get().setConfString(setting, PathCatalog.class.getName());
    }
    return NAME;
  }

  @Override
  public void initialize(String catalog, CaseInsensitiveStringMap options) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  ArrayOptions options(Identifier table) {
    return ArrayPath.options(table)
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "%s cannot be found by path; use format(\"azulejo\"), or a catalog of class %s"
                        .formatted(table, AzulejoCatalog.class.getName())));
  }

  /**
   * Returns the table for an array that a write can create.
   *
   * @throws NotFoundException if the options do not describe the array
   */
  @Override
  Table absent(Identifier table, Map<String, String> more) {
    return absent(options(table), false);
  }

  /**
   * Returns the table for an array that a write can create.
   *
   * @param options the options of the table
   * @param stream whether a stream writes the table
   * @throws NotFoundException if the options do not describe the array; the message says which
   *     object is at the location
   */
  static NewTable absent(ArrayOptions options, boolean stream) {
    if (NewArray.describe(options.all())) {
      return new NewTable(options, stream);
    }
    throw new NotFoundException(describeMissing(options), options.location().toString());
  }

  /** Describes the object at the location, which is not an array, and suggests a remedy. */
  private static String describeMissing(ArrayOptions options) {
    Location place = options.location();
    Azulejo engine = Engines.engine(options);
    if (engine.catalog().type(place) == ObjectType.GROUP) {
      return ("%s is a group; read its arrays by their own paths, or as tables of a catalog "
              + "(spark.sql.catalog.NAME = %s, spark.sql.catalog.NAME.path = %s)")
          .formatted(place, AzulejoCatalog.class.getName(), place);
    }
    Storage storage = engine.storage(place);
    if (storage.find(place).filter(entry -> !entry.folder()).isPresent()) {
      return "%s is a file, not an array; use the path of the array's folder".formatted(place);
    }
    List<String> names = storage.list(place).stream().map(Storage.Entry::name).toList();
    if (names.stream().anyMatch(name -> name.endsWith(".parquet"))) {
      return ("%s has Parquet files and no array; read it with format(\"parquet\"), or use "
              + "another path")
          .formatted(place);
    }
    return ("array not found: %s %s; check the path, or set the dimensions to write a new array, "
            + "for example option(\"dimensions\", \"y,x\")")
        .formatted(place, names.isEmpty() ? "does not exist or is empty" : "contains other files");
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    return new Identifier[0];
  }
}
