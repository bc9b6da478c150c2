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
 * Arrays by their places, as tables: where {@code format("azulejo")} looks them up and creates
 * them. It has no namespaces, and lists nothing.
 */
public class PathCatalog extends ArrayCatalog {
  private static final String NAME = "azulejo_paths";

  /** Made by Spark. */
  public PathCatalog() {}

  /** Makes it known to the session, as Spark finds catalogs by their settings alone. */
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
                    "%s is not known by a path here: use format(\"azulejo\"), or a catalog of %s"
                        .formatted(table, AzulejoCatalog.class.getName())));
  }

  /** An array to be created, if options say how. */
  @Override
  Table absent(Identifier table, Map<String, String> more) {
    return absent(options(table), false);
  }

  /**
   * Returns an array to be created, if options say how.
   *
   * @param stream whether a stream writes it
   * @throws NotFoundException if they do not; the message says what is at the place
   */
  static NewTable absent(ArrayOptions options, boolean stream) {
    if (NewArray.describe(options.all())) {
      return new NewTable(options, stream);
    }
    throw new NotFoundException(absence(options), options.location().toString());
  }

  /** Says what is at a place that has no array, and what to do. */
  private static String absence(ArrayOptions options) {
    Location place = options.location();
    Azulejo engine = Engines.engine(options);
    if (engine.catalog().type(place) == ObjectType.GROUP) {
      return "%s is a group: read its arrays by their own paths, or as tables of a catalog (spark.sql.catalog.NAME = %s, spark.sql.catalog.NAME.path = %s)"
          .formatted(place, AzulejoCatalog.class.getName(), place);
    }
    Storage storage = engine.storage(place);
    if (storage.find(place).filter(entry -> !entry.folder()).isPresent()) {
      return "%s is a file, not an array: give the path of the array's folder".formatted(place);
    }
    List<String> names = storage.list(place).stream().map(Storage.Entry::name).toList();
    if (names.stream().anyMatch(name -> name.endsWith(".parquet"))) {
      return "%s has Parquet files and no array: read it by format(\"parquet\"), or give another path"
          .formatted(place);
    }
    return "there is no array at %s, but %s: check the path; to write a new array there, say which columns are dimensions, as by option(\"dimensions\", \"y,x\")"
        .formatted(place, names.isEmpty() ? "nothing" : "other files");
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    return new Identifier[0];
  }
}
