package io.azulejo.spark;

import io.azulejo.ChangeOptions;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableColumn;
import io.azulejo.table.Translation;
import io.azulejo.table.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsDeleteV2;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A Spark table for an array. It reads the snapshot that was opened when Spark looked up the table.
 */
final class SparkArray
    implements SupportsRead, SupportsWrite, SupportsDeleteV2, SupportsRowLevelOperations {
  private final ArrayOptions options;
  private final ArrayTable table;
  private final List<TableColumn> columns;

  SparkArray(ArrayOptions options, boolean caseSensitive) {
    this.options = options;
    this.table = ColumnView.table(options, Engines.open(options), caseSensitive);
    this.columns = table.columns();
  }

  /**
   * Creates the table for a new array.
   *
   * @param order the column names in the order in which Spark will write them, which can differ
   *     from the array's order
   */
  SparkArray(ArrayOptions options, boolean caseSensitive, List<String> order) {
    this.options = options;
    this.table = ColumnView.table(options, Engines.open(options), caseSensitive);
    this.columns = order.stream().map(table::column).toList();
  }

  @Override
  public String name() {
    return table.array().location().toString();
  }

  @Override
  @SuppressWarnings("deprecation") // Spark derives columns() from it
  public StructType schema() {
    StructType plain = SparkTypes.schema(columns);
    StructField[] fields = plain.fields().clone();
    for (int i = 0; i < fields.length; i++) {
      fields[i] = ColumnDefaults.with(fields[i], columns.get(i), table.array().schema());
    }
    return new StructType(fields);
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(
        TableCapability.BATCH_READ,
        TableCapability.MICRO_BATCH_READ,
        TableCapability.BATCH_WRITE,
        TableCapability.STREAMING_WRITE,
        TableCapability.TRUNCATE,
        TableCapability.OVERWRITE_BY_FILTER,
        TableCapability.OVERWRITE_DYNAMIC);
  }

  @Override
  public Map<String, String> properties() {
    Map<String, String> properties = ArrayProperties.of(table);
    properties.put("provider", AzulejoSource.NAME);
    return properties;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap given) {
    return new ArrayScanBuilder(options.withRead(given), table);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return table.array().schema().allowsDuplicates()
        ? new ArrayWriteBuilder(options, table, info)
        : new ArrayWriteBuilder.Updating(options, table, info);
  }

  /** Translates the rows that match all of the filters. */
  static Translation translation(ArrayTable table, Predicate[] filters) {
    return table.translate(
        new io.azulejo.table.Predicate.And(
            Arrays.stream(filters).map(SparkPredicates::of).toList()));
  }

  /**
   * Returns whether a delete can match the filtered rows exactly. A dense array can only delete all
   * rows.
   */
  @Override
  public boolean canDeleteWhere(Predicate[] filters) {
    return deletes(table, translation(table, filters));
  }

  /**
   * Returns whether a delete can match the translated rows exactly. A dense array can only delete
   * all rows.
   */
  static boolean deletes(ArrayTable table, Translation rows) {
    return rows.verdict() == Verdict.EXACT
        && (!table.array().schema().isDense() || rows.rowCondition().isEmpty());
  }

  @Override
  public void deleteWhere(Predicate[] filters) {
    Optional<Condition> condition = translation(table, filters).rowCondition();
    if (condition.isEmpty()) {
      truncateTable();
    } else {
      Engines.writing(options)
          .array(options.location())
          .delete(
              DeleteRequest.where(condition.get()),
              ChangeOptions.DEFAULT.at(WriteTime.ofDeletion(options, table.array())));
    }
  }

  @Override
  public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
    return () -> new ArrayDelta(options, table, info.command());
  }

  @Override
  public boolean truncateTable() {
    List<String> all = Replaced.fragments(table.array());
    if (!all.isEmpty()) {
      Engines.writing(options).array(options.location()).deleteFragments(all);
    }
    return true;
  }
}
