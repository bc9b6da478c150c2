package io.azulejo.spark;

import io.azulejo.table.ArrayTable;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** An array as a table of Spark: the snapshot that was there when the table was looked up. */
final class SparkArray implements SupportsRead, SupportsWrite {
  private final ArrayOptions options;
  private final ArrayTable table;

  SparkArray(ArrayOptions options, boolean caseSensitive) {
    this.options = options;
    this.table = ArrayTable.of(Engines.open(options), options.table(caseSensitive));
  }

  @Override
  public String name() {
    return table.array().location().toString();
  }

  @Override
  @SuppressWarnings("deprecation") // columns() is what Spark makes of it
  public StructType schema() {
    return SparkTypes.schema(table.columns());
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_READ, TableCapability.BATCH_WRITE);
  }

  @Override
  public Map<String, String> properties() {
    return Map.of("provider", AzulejoSource.NAME);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap given) {
    return new ArrayScanBuilder(options, table);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new ArrayWriteBuilder(options, table, info);
  }
}
