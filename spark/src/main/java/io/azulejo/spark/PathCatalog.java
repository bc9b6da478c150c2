package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
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
    ArrayOptions options = options(table);
    if (NewArray.describe(options.all())) {
      return new NewTable(options);
    }
    throw new NotFoundException(
        "there is no array; to write a new one, say which columns are dimensions, as by"
            + " option(\"dimensions\", \"y,x\")",
        options.location().toString());
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    return new Identifier[0];
  }
}
