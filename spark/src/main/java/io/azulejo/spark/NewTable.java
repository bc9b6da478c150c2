package io.azulejo.spark;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * An array that is not there yet, and that a write is to create: its columns are those of the rows
 * that come.
 *
 * @param options those of the write; they say which columns are dimensions
 */
record NewTable(ArrayOptions options) implements SupportsWrite {
  @Override
  public String name() {
    return options.location().toString();
  }

  @Override
  @SuppressWarnings("deprecation") // columns() is what Spark makes of it
  public StructType schema() {
    return new StructType();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(
        TableCapability.BATCH_WRITE, TableCapability.TRUNCATE, TableCapability.ACCEPT_ANY_SCHEMA);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new Builder(options, info);
  }

  /** There is nothing to be replaced. */
  private record Builder(ArrayOptions options, LogicalWriteInfo info) implements SupportsTruncate {
    @Override
    public WriteBuilder truncate() {
      return this;
    }

    @Override
    public Write build() {
      Map<String, String> properties = new HashMap<>(options.all());
      properties.putAll(new CaseInsensitiveStringMap(info.options()));
      return new NewArrayWrite(
          options.withWrite(info.options()),
          NewArray.schema(info.schema(), properties),
          info,
          SQLConf.get().caseSensitiveAnalysis());
    }
  }
}
