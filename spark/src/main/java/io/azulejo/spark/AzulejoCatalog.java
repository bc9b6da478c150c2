package io.azulejo.spark;

import io.azulejo.Azulejo;
import io.azulejo.Catalog;
import io.azulejo.ObjectType;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * A Spark catalog of the arrays below one location. Groups and folders are namespaces, and arrays
 * are tables.
 *
 * <pre>{@code
 * spark.sql.catalog.lab = io.azulejo.spark.AzulejoCatalog
 * spark.sql.catalog.lab.path = s3://bucket/lab
 * }</pre>
 *
 * <p>All other settings of the catalog are options of its tables. Each array has metadata tables
 * next to it: {@code lab.plate.fragments}, {@code .history}, {@code .metadata} and {@code .tiles}.
 */
public class AzulejoCatalog extends ArrayCatalog implements SupportsNamespaces, CatalogProcedures {
  private static final String PATH = "path";

  private String name = "azulejo";
  private Map<String, String> settings = Map.of();

  /** Creates a catalog. Spark calls this constructor and then {@link #initialize}. */
  public AzulejoCatalog() {}

  @Override
  public void initialize(String catalog, CaseInsensitiveStringMap options) {
    name = catalog;
    settings = new HashMap<>(options.asCaseSensitiveMap());
    if (!options.containsKey(PATH)) {
      throw new InvalidRequestException(
          "catalog %s: set spark.sql.catalog.%s.path to the location of its arrays"
              .formatted(catalog, catalog));
    }
    options().known();
  }

  @Override
  public String name() {
    return name;
  }

  private ArrayOptions options() {
    return new ArrayOptions(settings);
  }

  private Azulejo engine() {
    return Engines.engine(options());
  }

  private Catalog catalog() {
    return engine().catalog();
  }

  private Location folder(String[] namespace) {
    Location folder = options().location();
    for (String part : namespace) {
      folder = folder.resolve(checked(part));
    }
    return folder;
  }

  private Location place(Identifier table) {
    return folder(table.namespace()).resolve(checked(table.name()));
  }

  /**
   * Returns a name after checking that it denotes an entry of a folder, and not a path that leaves
   * the folder.
   *
   * @throws InvalidRequestException if the name is not valid
   */
  private static String checked(String part) {
    if (part.isEmpty()
        || part.startsWith("__")
        || part.equals(".")
        || part.equals("..")
        || part.indexOf('/') >= 0
        || part.indexOf('\\') >= 0) {
      throw new InvalidRequestException(
          "\"%s\" is not a valid name of an array or a folder; leave out slashes and a leading __"
              .formatted(part));
    }
    return part;
  }

  @Override
  public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
    requireNamespace(namespace);
    return catalog().list(folder(namespace)).stream()
        .filter(entry -> entry.type() == ObjectType.ARRAY)
        .filter(entry -> !entry.location().name().startsWith("__"))
        .map(entry -> Identifier.of(namespace, entry.location().name()))
        .toArray(Identifier[]::new);
  }

  @Override
  ArrayOptions options(Identifier table) {
    return options().at(place(table));
  }

  /** Returns a metadata table of the array that the namespace locates. */
  @Override
  Table absent(Identifier table, Map<String, String> more) throws NoSuchTableException {
    if (table.namespace().length > 0) {
      ArrayOptions array = options().at(folder(table.namespace()));
      Optional<MetadataTable.Kind> kind = MetadataTable.Kind.of(table.name());
      if (kind.isPresent() && catalog().type(array.location()) == ObjectType.ARRAY) {
        ArrayOptions options = array.and(more);
        return new MetadataTable(
            kind.get(),
            ColumnView.table(
                options, Engines.open(options), SQLConf.get().caseSensitiveAnalysis()));
      }
    }
    throw new NoSuchTableException(table);
  }

  @Override
  public String[][] listNamespaces() throws NoSuchNamespaceException {
    return listNamespaces(new String[0]);
  }

  @Override
  public String[][] listNamespaces(String[] parent) throws NoSuchNamespaceException {
    requireNamespace(parent);
    List<String[]> found = new ArrayList<>();
    Location folder = folder(parent);
    for (Storage.Entry entry : engine().storage(folder).list(folder)) {
      boolean named = !entry.name().startsWith("__") && !entry.name().startsWith(".");
      if (entry.folder()
          && named
          && catalog().type(folder.resolve(entry.name())) != ObjectType.ARRAY) {
        found.add(below(parent, entry.name()));
      }
    }
    return found.toArray(String[][]::new);
  }

  private static String[] below(String[] parent, String part) {
    List<String> parts = new ArrayList<>(List.of(parent));
    parts.add(part);
    return parts.toArray(String[]::new);
  }

  private void requireNamespace(String[] namespace) throws NoSuchNamespaceException {
    if (!namespaceExists(namespace)) {
      throw new NoSuchNamespaceException(namespace);
    }
  }

  @Override
  public boolean namespaceExists(String[] namespace) {
    Location folder = folder(namespace);
    ObjectType type = catalog().type(folder);
    return namespace.length == 0
        || type == ObjectType.GROUP
        || (type == ObjectType.NONE && !engine().storage(folder).list(folder).isEmpty());
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(String[] namespace)
      throws NoSuchNamespaceException {
    requireNamespace(namespace);
    return Map.of(SupportsNamespaces.PROP_LOCATION, folder(namespace).toString());
  }

  /** Creates a namespace as a group. The metadata is ignored. */
  @Override
  public void createNamespace(String[] namespace, @Nullable Map<String, String> metadata)
      throws NamespaceAlreadyExistsException {
    if (namespaceExists(namespace)) {
      throw new NamespaceAlreadyExistsException(namespace);
    }
    engine().group(folder(namespace)).create();
  }

  @Override
  public void alterNamespace(String[] namespace, NamespaceChange... changes) {
    throw new UnsupportedOperationException("namespaces are folders and have no properties");
  }

  @Override
  public boolean dropNamespace(String[] namespace, boolean cascade)
      throws NoSuchNamespaceException, NonEmptyNamespaceException {
    requireNamespace(namespace);
    if (namespace.length == 0) {
      throw new UnsupportedOperationException(
          "the root namespace of the catalog cannot be dropped");
    }
    Location folder = folder(namespace);
    boolean empty =
        engine().storage(folder).list(folder).stream()
            .noneMatch(entry -> entry.folder() && !entry.name().startsWith("__"));
    if (!cascade && !empty) {
      throw new NonEmptyNamespaceException(namespace);
    }
    catalog().remove(folder);
    return true;
  }
}
