package io.azulejo.spark;

import io.azulejo.Catalog;
import io.azulejo.ObjectType;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.SchemaEvolution;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.ColumnDefaultValue;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableCatalogCapability;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The base class of the catalogs. It looks up, creates, alters and drops arrays as Spark tables.
 */
abstract class ArrayCatalog implements StagingTableCatalog, FunctionCatalog {
  /** Returns the options of a table, including the location of its array. */
  abstract ArrayOptions options(Identifier table);

  /**
   * Returns the table for an identifier that does not locate an array, such as a metadata table.
   *
   * @param more options in addition to the catalog's, such as the time to read
   * @throws NoSuchTableException if the catalog has no table for the identifier
   */
  abstract Table absent(Identifier table, Map<String, String> more) throws NoSuchTableException;

  /**
   * Returns an empty array, because the number of tile functions is unlimited. Spark finds them by
   * name.
   */
  @Override
  public Identifier[] listFunctions(String[] namespace) {
    return new Identifier[0];
  }

  /** Returns the tile function with the given name, such as {@code tile_512}. */
  @Override
  public UnboundFunction loadFunction(Identifier function) throws NoSuchFunctionException {
    return TileFunction.named(function.name())
        .filter(tiles -> function.namespace().length == 0)
        .orElseThrow(() -> new NoSuchFunctionException(function));
  }

  private Catalog catalog(Identifier table) {
    return Engines.engine(options(table)).catalog();
  }

  @Override
  public Set<TableCatalogCapability> capabilities() {
    return Set.of(TableCatalogCapability.SUPPORT_COLUMN_DEFAULT_VALUE);
  }

  private static boolean caseSensitive() {
    return SQLConf.get().caseSensitiveAnalysis();
  }

  @Override
  public Table loadTable(Identifier table) throws NoSuchTableException {
    return load(table, Map.of());
  }

  /**
   * Loads the table as of a time.
   *
   * @param version the time in milliseconds since 1970, as text
   * @throws InvalidRequestException if the version is not a number
   */
  @Override
  public Table loadTable(Identifier table, String version) throws NoSuchTableException {
    try {
      return load(table, Map.of(ArrayOptions.END, Long.toString(Long.parseLong(version))));
    } catch (NumberFormatException e) {
      throw new InvalidRequestException(
          "version \"%s\" is not valid; use a time in milliseconds since 1970".formatted(version));
    }
  }

  /**
   * Loads the table as of a time.
   *
   * @param timestamp the time in microseconds since 1970; it is rounded down to milliseconds
   */
  @Override
  public Table loadTable(Identifier table, long timestamp) throws NoSuchTableException {
    return load(table, Map.of(ArrayOptions.END, Long.toString(Math.floorDiv(timestamp, 1000))));
  }

  private Table load(Identifier table, Map<String, String> more) throws NoSuchTableException {
    return tableExists(table)
        ? new SparkArray(options(table).and(more), caseSensitive())
        : absent(table, more);
  }

  @Override
  public boolean tableExists(Identifier table) {
    return catalog(table).type(options(table).location()) == ObjectType.ARRAY;
  }

  /**
   * Returns false, so that a table created from a query keeps the nullability of the query's
   * columns.
   */
  @Override
  public boolean useNullableQuerySchema() {
    return false;
  }

  /** Creates an array. The properties name the columns that become dimensions. */
  @Override
  @Deprecated
  public Table createTable(
      Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    return create(table, schema, draft(table, schema, partitions, properties, false));
  }

  /**
   * Creates an array. Column defaults become the fill values of attributes.
   *
   * @throws UnsupportedOperationException if the table has partitions or generated columns, or if a
   *     default cannot be a fill value
   */
  @Override
  @Deprecated
  public Table createTable(
      Identifier table, Column[] columns, Transform[] partitions, Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    StructType schema = new StructType();
    Map<String, ColumnDefaultValue> defaults = new HashMap<>();
    for (Column column : columns) {
      if (column.generationExpression() != null) {
        throw new UnsupportedOperationException(
            "column \"%s\": generated columns are not supported".formatted(column.name()));
      }
      schema = schema.add(column.name(), column.dataType(), column.nullable());
      if (column.defaultValue() != null) {
        defaults.put(column.name(), column.defaultValue());
      }
    }
    return create(table, schema, draft(table, schema, partitions, properties, defaults, false));
  }

  private Table create(Identifier table, StructType schema, ArrayDraft draft)
      throws TableAlreadyExistsException {
    begin(table, draft);
    try {
      draft.publish();
    } catch (AlreadyExistsException e) {
      throw draft.abandon(new TableAlreadyExistsException(table));
    } catch (RuntimeException e) {
      throw draft.abandon(e);
    }
    return new SparkArray(options(table), caseSensitive(), List.of(schema.fieldNames()));
  }

  private ArrayDraft draft(
      Identifier table,
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties,
      boolean replaces) {
    for (StructField field : schema.fields()) {
      if (field.metadata().contains(ColumnDefaults.CURRENT)) {
        throw new UnsupportedOperationException(
            ("column \"%s\": a table that replaces another cannot have a DEFAULT; add the "
                    + "column later")
                .formatted(field.name()));
      }
    }
    return draft(table, schema, partitions, properties, Map.of(), replaces);
  }

  private ArrayDraft draft(
      Identifier table,
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties,
      Map<String, ColumnDefaultValue> defaults,
      boolean replaces) {
    ArrayOptions options = options(table);
    if (partitions.length > 0) {
      throw new UnsupportedOperationException(
          "%s: arrays cannot be partitioned; their dimensions determine the tiles"
              .formatted(options.location()));
    }
    Map<String, String> all = new HashMap<>(options.all());
    properties.forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT), value));
    requireKnown(properties);
    return new ArrayDraft(
        options, NewArray.schema(schema, all, defaults), ColumnView.metadata(schema), replaces);
  }

  /**
   * Rejects unknown properties, because an array would not keep them. Spark's own properties and
   * {@link ArrayProperties#SHOWN} are accepted.
   */
  private static void requireKnown(Map<String, String> properties) {
    List<String> names =
        properties.keySet().stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .filter(name -> !CatalogV2Util.TABLE_RESERVED_PROPERTIES().contains(name))
            .filter(name -> !name.startsWith(TableCatalog.OPTION_PREFIX))
            .filter(name -> !ArrayProperties.SHOWN.contains(name))
            .toList();
    OptionNames.requireKnown("property", names);
  }

  private static ArrayOptions begin(Identifier table, ArrayDraft draft)
      throws TableAlreadyExistsException {
    try {
      return draft.begin();
    } catch (AlreadyExistsException e) {
      throw new TableAlreadyExistsException(table);
    }
  }

  /**
   * Stages the creation of an array, which Spark fills and then commits. See {@link ArrayDraft} for
   * where the array is in the meantime.
   */
  @Override
  @Deprecated
  public StagedTable stageCreate(
      Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    ArrayDraft draft = draft(table, schema, partitions, properties, false);
    return staged(draft, begin(table, draft), schema);
  }

  @Override
  @Deprecated
  public StagedTable stageReplace(
      Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties)
      throws NoSuchNamespaceException, NoSuchTableException {
    if (!tableExists(table)) {
      throw new NoSuchTableException(table);
    }
    return stageCreateOrReplace(table, schema, partitions, properties);
  }

  @Override
  @Deprecated
  public StagedTable stageCreateOrReplace(
      Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties)
      throws NoSuchNamespaceException {
    ArrayDraft draft = draft(table, schema, partitions, properties, true);
    return staged(draft, draft.begin(), schema);
  }

  private static StagedTable staged(ArrayDraft draft, ArrayOptions drafted, StructType schema) {
    try {
      return new DraftTable(
          draft, new SparkArray(drafted, caseSensitive(), List.of(schema.fieldNames())));
    } catch (RuntimeException e) {
      throw draft.abandon(e);
    }
  }

  /**
   * Adds attributes as the last columns, and drops attributes.
   *
   * @throws UnsupportedOperationException if a change does not add or drop a top-level column, or
   *     adds a column at another position
   */
  @Override
  public Table alterTable(Identifier table, TableChange... changes) throws NoSuchTableException {
    if (!tableExists(table)) {
      throw new NoSuchTableException(table);
    }
    SchemaEvolution.Builder evolution = SchemaEvolution.builder();
    Map<String, DataType> added = new HashMap<>();
    for (TableChange change : changes) {
      if (change instanceof TableChange.DeleteColumn drop && drop.fieldNames().length == 1) {
        evolution.dropAttribute(drop.fieldNames()[0]);
      } else if (change instanceof TableChange.AddColumn add && add.fieldNames().length == 1) {
        evolution.addAttribute(NewArray.attribute(added(add), add.defaultValue()));
        added.put(add.fieldNames()[0], add.dataType());
      } else {
        throw new UnsupportedOperationException(
            "%s is not supported; columns can only be added or dropped"
                .formatted(change.getClass().getSimpleName()));
      }
    }
    new HintChanges(options(table)).evolve(evolution.build(), added);
    return loadTable(table);
  }

  private static StructField added(TableChange.AddColumn column) {
    if (column.position() != null) {
      throw new UnsupportedOperationException(
          "column \"%s\": new columns are added at the end; leave out FIRST and AFTER"
              .formatted(column.fieldNames()[0]));
    }
    return DataTypes.createStructField(
        column.fieldNames()[0], column.dataType(), column.isNullable());
  }

  @Override
  public boolean dropTable(Identifier table) {
    if (!tableExists(table)) {
      return false;
    }
    catalog(table).remove(options(table).location());
    return true;
  }

  @Override
  public void renameTable(Identifier table, Identifier to)
      throws NoSuchTableException, TableAlreadyExistsException {
    if (!tableExists(table)) {
      throw new NoSuchTableException(table);
    }
    if (catalog(to).type(options(to).location()) != ObjectType.NONE) {
      throw new TableAlreadyExistsException(to);
    }
    catalog(table).move(options(table).location(), options(to).location());
  }
}
