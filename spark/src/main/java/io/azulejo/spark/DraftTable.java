package io.azulejo.spark;

import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/**
 * A staged table, which a query fills before it is published at its location.
 *
 * @param draft the array being created
 * @param array the draft as a table
 */
record DraftTable(ArrayDraft draft, SparkArray array) implements StagedTable, SupportsWrite {
  @Override
  public String name() {
    return array.name();
  }

  @Override
  @SuppressWarnings("deprecation") // Spark derives columns() from it
  public StructType schema() {
    return array.schema();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return array.capabilities();
  }

  @Override
  public Map<String, String> properties() {
    return array.properties();
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return array.newWriteBuilder(info);
  }

  @Override
  public void commitStagedChanges() {
    draft.publish();
  }

  @Override
  public void abortStagedChanges() {
    draft.abandon();
  }
}
