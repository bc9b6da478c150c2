package io.azulejo.spark;

import io.azulejo.FragmentInfo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableColumn;
import java.util.List;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.internal.connector.SupportsStreamingUpdateAsAppend;

/** Begins writes to an array that is there. */
class ArrayWriteBuilder implements SupportsTruncate {
  private final ArrayOptions options;
  private final ArrayTable table;
  private final LogicalWriteInfo info;
  private List<String> replaced = List.of();
  private boolean truncates;

  /**
   * Writes to an array in which a cell takes the place of that at the same coordinates: rows of a
   * stream that are updated are written again.
   */
  static final class Updating extends ArrayWriteBuilder implements SupportsStreamingUpdateAsAppend {
    Updating(ArrayOptions options, ArrayTable table, LogicalWriteInfo info) {
      super(options, table, info);
    }
  }

  /**
   * A write.
   *
   * @param options those of the table, which options of the write go before
   */
  ArrayWriteBuilder(ArrayOptions options, ArrayTable table, LogicalWriteInfo info) {
    this.options = options.withWrite(info.options());
    this.table = table;
    this.info = info;
    if (table.columns().stream().anyMatch(column -> column.role() == TableColumn.Role.LABEL)) {
      throw new InvalidRequestException(
          "dimension labels are not written with cells: write without the option labels");
    }
  }

  /** Replaces all fragments that the snapshot has. */
  @Override
  public WriteBuilder truncate() {
    if (options.commitId().isPresent()) {
      throw new InvalidRequestException(
          "commit_id is for appending: an overwrite that is repeated would delete what others wrote"
              + " since; leave it out, or append and delete in jobs of their own");
    }
    truncates = true;
    replaced = table.array().fragments().stream().map(FragmentInfo::name).toList();
    return this;
  }

  @Override
  public Write build() {
    return new ArrayWrite(
        options,
        table,
        info.schema(),
        options.commitId().orElse(info.queryId()),
        replaced,
        truncates);
  }
}
