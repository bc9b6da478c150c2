package io.azulejo.spark;

import io.azulejo.ObjectType;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.schema.ArraySchema;
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
 * A table whose array does not exist yet. A write creates the array with the columns of its rows.
 *
 * @param options the options of the write, which name the dimensions
 * @param stream whether a stream writes the table; its first batch creates the array, and later
 *     batches append to it
 */
record NewTable(ArrayOptions options, boolean stream) implements SupportsWrite {
  @Override
  public String name() {
    return options.location().toString();
  }

  @Override
  @SuppressWarnings("deprecation") // Spark derives columns() from it
  public StructType schema() {
    return new StructType();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(
        stream ? TableCapability.STREAMING_WRITE : TableCapability.BATCH_WRITE,
        TableCapability.TRUNCATE,
        TableCapability.ACCEPT_ANY_SCHEMA);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    if (!stream) {
      return new Builder(options, info);
    }
    boolean caseSensitive = SQLConf.get().caseSensitiveAnalysis();
    if (Engines.engine(options).catalog().type(options.location()) != ObjectType.ARRAY) {
      create(info);
    }
    return new SparkArray(options, caseSensitive).newWriteBuilder(info);
  }

  private void create(LogicalWriteInfo info) {
    ArrayDraft draft =
        new ArrayDraft(options, schema(options, info), ColumnView.metadata(info.schema()), false);
    draft.begin();
    try {
      draft.publish();
    } catch (AlreadyExistsException e) {
      draft.abandon(); // Another query has created it.
    } catch (RuntimeException e) {
      throw draft.abandon(e);
    }
  }

  /** Returns the schema of the array for the rows of a write. */
  private static ArraySchema schema(ArrayOptions options, LogicalWriteInfo info) {
    Map<String, String> properties = new HashMap<>(options.all());
    properties.putAll(new CaseInsensitiveStringMap(info.options()));
    return NewArray.schema(info.schema(), properties);
  }

  /**
   * Builds writes. Truncation is allowed and has no effect, because there is nothing to replace.
   */
  private record Builder(ArrayOptions options, LogicalWriteInfo info) implements SupportsTruncate {
    @Override
    public WriteBuilder truncate() {
      return this;
    }

    @Override
    public Write build() {
      return new NewArrayWrite(
          options.withWrite(info.options()),
          schema(options, info),
          info,
          SQLConf.get().caseSensitiveAnalysis());
    }
  }
}
