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

/** Begins writes to an array that is there. */
class ArrayWriteBuilder implements SupportsOverwriteV2, SupportsDynamicOverwrite {
  private ArrayOptions options;
  private final ArrayTable table;
  private final LogicalWriteInfo info;
  private Replaced replaced = Replaced.NOTHING;

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
    requireWritable(table);
  }

  /** Replaces all fragments that the snapshot has. */
  @Override
  public WriteBuilder truncate() {
    if (options.commitId().isPresent()) {
      throw new InvalidRequestException(
          "commit_id is for appending: an overwrite that is repeated would delete what others wrote"
              + " since; leave it out, or append and delete in jobs of their own");
    }
    replaced = Replaced.all(table.array());
    return this;
  }

  /** Where a deletion finds exactly the rows; of dense arrays all or none. */
  @Override
  public boolean canOverwrite(Predicate[] filters) {
    return SparkArray.deletes(table, SparkArray.translation(table, filters));
  }

  /** Replaces the rows that meet a condition, by one act. */
  @Override
  public WriteBuilder overwrite(Predicate[] filters) {
    Optional<Condition> condition = SparkArray.translation(table, filters).rowCondition();
    if (condition.isEmpty()) {
      return truncate();
    }
    replaced = Replaced.where(condition.get());
    return this;
  }

  /** Replaces the tiles that rows lie in: their other cells are gone, or have the fill values. */
  @Override
  public WriteBuilder overwriteDynamicPartitions() {
    ArraySchema schema = table.array().schema();
    if (schema.isDense()) {
      options = options.withMissing(MissingCells.FILLED);
    } else if (RowKeyBytes.areTiled(schema.dimensions())) {
      replaced = Replaced.TILES;
    } else {
      throw new InvalidRequestException(
          "tiles cannot be overwritten, as not all dimensions have tiles of whole numbers: overwrite"
              + " by a condition, as df.writeTo(t).overwrite(...)");
    }
    return this;
  }

  @Override
  public Write build() {
    if (replaced == Replaced.NOTHING) {
      options.refuseGiven(ArrayOptions.CONFLICTS, "overwrites and statements", "appends");
    } else {
      options.refuseGiven(ArrayOptions.MODE, "appends", "overwrites");
    }
    if (options.upserts()) {
      requireOneCellAPlace(table, "mode=upsert");
      options = options.withMissing(MissingCells.KEPT);
    }
    return new ArrayWrite(
        options, table, info.schema(), options.commitId().orElse(info.queryId()), replaced);
  }

  /** Refuses tables with columns that are not written. */
  static void requireWritable(ArrayTable table) {
    if (table.columns().stream().anyMatch(column -> column.role() == TableColumn.Role.LABEL)) {
      throw new InvalidRequestException(
          "dimension labels are not written with cells: write without the option labels");
    }
  }

  /**
   * Refuses arrays that keep several cells at the same coordinates.
   *
   * @param what what is not possible then
   */
  static void requireOneCellAPlace(ArrayTable table, String what) {
    if (table.array().schema().allowsDuplicates()) {
      throw new InvalidRequestException(
          "%s: the array keeps several cells at the same coordinates, so that these name no row;"
                  .formatted(what)
              + " append, delete or overwrite by a condition");
    }
  }
}
