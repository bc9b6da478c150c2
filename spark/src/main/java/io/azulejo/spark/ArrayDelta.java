package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.MissingCells;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableColumn;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * An update, a merge, or a delete that cannot be expressed as a condition on the array.
 *
 * <p>Rows are identified by their coordinates. A changed row overwrites the cell at its
 * coordinates. The same commit deletes the cells of deleted and moved rows.
 */
final class ArrayDelta implements SupportsDelta {
  private final ArrayOptions options;
  private final ArrayTable table;
  private final RowLevelOperation.Command command;

  ArrayDelta(ArrayOptions options, ArrayTable table, RowLevelOperation.Command command) {
    this.options = options;
    this.table = table;
    this.command = command;
  }

  @Override
  public RowLevelOperation.Command command() {
    return command;
  }

  @Override
  public String description() {
    return "azulejo " + command;
  }

  @Override
  public NamedReference[] rowId() {
    return table.columns().stream()
        .filter(column -> column.role() == TableColumn.Role.DIMENSION)
        .map(column -> FieldReference.column(column.name()))
        .toArray(NamedReference[]::new);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap given) {
    boolean rewrites = command != RowLevelOperation.Command.DELETE;
    ArrayOptions read = options.withRead(given);
    return new ArrayScanBuilder(rewrites ? read.withLosslessTimes() : read, table);
  }

  @Override
  public DeltaWriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new DeltaWriteBuilder() {
      @Override
      public DeltaWrite build() {
        return ArrayDelta.this.write(info);
      }
    };
  }

  private DeltaWrite write(LogicalWriteInfo info) {
    ArrayWriteBuilder.requireWritable(table);
    ArrayWriteBuilder.requireNoDuplicates(table, command.toString());
    if (table.array().schema().isDense() && command == RowLevelOperation.Command.DELETE) {
      throw new InvalidRequestException(
          "cells of a dense array cannot be deleted one by one; update them, or delete all cells");
    }
    ArrayOptions all = options.withWrite(info.options()).withMissing(MissingCells.KEPT);
    if (all.commitId().isPresent()) {
      throw new InvalidRequestException(
          "commit_id is only for appends, because a repeated statement reads what its first "
              + "run wrote; leave it out");
    }
    Replaced replaced = Replaced.rows(info.rowIdSchema().orElseThrow());
    return new ArrayDeltaWrite(
        new ArrayWrite(all, table, info.schema(), info.queryId(), replaced), table);
  }
}
