package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Condition;
import io.azulejo.query.MissingCells;
import io.azulejo.schema.ArraySchema;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableColumn;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.internal.connector.SupportsStreamingUpdateAsAppend;

/** Builds writes to an existing array. */
class ArrayWriteBuilder implements SupportsOverwriteV2, SupportsDynamicOverwrite {
  private ArrayOptions options;
  private final ArrayTable table;
  private final LogicalWriteInfo info;
  private Replaced replaced = Replaced.NOTHING;

  /**
   * Builds writes to an array that does not allow duplicates. A stream in update mode can write to
   * it, because a changed row replaces the earlier row at the same coordinates.
   */
  static final class Updating extends ArrayWriteBuilder implements SupportsStreamingUpdateAsAppend {
    Updating(ArrayOptions options, ArrayTable table, LogicalWriteInfo info) {
      super(options, table, info);
    }
  }

  /**
   * Creates a builder.
   *
   * @param options the options of the table; the options in {@code info} override them
   * @throws InvalidRequestException if an option does not apply to writes, or if the table has
   *     dimension labels
   */
  ArrayWriteBuilder(ArrayOptions options, ArrayTable table, LogicalWriteInfo info) {
    this.options = options.withWrite(info.options());
    this.table = table;
    this.info = info;
    requireWritable(table);
  }

  /**
   * Replaces all fragments of the snapshot.
   *
   * @throws InvalidRequestException if the write has a user-defined commit id
   */
  @Override
  public WriteBuilder truncate() {
    if (options.commitId().isPresent()) {
      throw new InvalidRequestException(
          "commit_id is only for appends, because a repeated overwrite would delete what "
              + "others have written since; leave it out, or append and delete in separate jobs");
    }
    replaced = Replaced.all(table.array());
    return this;
  }

  /**
   * Returns whether a delete can match the filtered rows exactly. A dense array can only delete all
   * rows.
   */
  @Override
  public boolean canOverwrite(Predicate[] filters) {
    return SparkArray.deletes(table, SparkArray.translation(table, filters));
  }

  /** Replaces the rows that match the filters. One commit deletes them and adds the new rows. */
  @Override
  public WriteBuilder overwrite(Predicate[] filters) {
    Optional<Condition> condition = SparkArray.translation(table, filters).rowCondition();
    if (condition.isEmpty()) {
      return truncate();
    }
    replaced = Replaced.where(condition.get());
    return this;
  }

  /**
   * Replaces the tiles that contain the new rows. The other cells of these tiles are deleted in a
   * sparse array, and get the fill values in a dense array.
   *
   * @throws InvalidRequestException if a dimension of a sparse array does not have integer tiles
   */
  @Override
  public WriteBuilder overwriteDynamicPartitions() {
    ArraySchema schema = table.array().schema();
    if (schema.isDense()) {
      options = options.withMissing(MissingCells.FILLED);
    } else if (RowKeyBytes.areTiled(schema.dimensions())) {
      replaced = Replaced.TILES;
    } else {
      throw new InvalidRequestException(
          "tiles can only be overwritten if all dimensions have tiles of whole numbers; "
              + "overwrite by a condition instead: df.writeTo(t).overwrite(...)");
    }
    return this;
  }

  @Override
  public Write build() {
    if (replaced == Replaced.NOTHING) {
      options.rejectIfGiven(ArrayOptions.CONFLICTS, "overwrites and statements", "appends");
    } else {
      options.rejectIfGiven(ArrayOptions.MODE, "appends", "overwrites");
    }
    if (options.upserts()) {
      requireNoDuplicates(table, "mode=upsert");
      options = options.withMissing(MissingCells.KEPT);
    }
    return new ArrayWrite(
        options, table, info.schema(), options.commitId().orElse(info.queryId()), replaced);
  }

  /** Rejects tables with dimension labels, because labels cannot be written. */
  static void requireWritable(ArrayTable table) {
    if (table.columns().stream().anyMatch(column -> column.role() == TableColumn.Role.LABEL)) {
      throw new InvalidRequestException(
          "dimension labels cannot be written with cells; write without the option labels");
    }
  }

  /**
   * Rejects arrays that allow several cells at the same coordinates.
   *
   * @param what the operation that these arrays do not support, for the error message
   */
  static void requireNoDuplicates(ArrayTable table, String what) {
    if (table.array().schema().allowsDuplicates()) {
      throw new InvalidRequestException(
          "%s: the array allows duplicates, so coordinates do not identify a row;".formatted(what)
              + " append, delete or overwrite by a condition");
    }
  }
}
