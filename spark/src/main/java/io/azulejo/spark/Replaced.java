package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.query.Condition;
import io.azulejo.schema.Dimension;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The existing cells of an array that a write removes.
 *
 * @param all whether the write removes everything in the snapshot
 * @param fragments the names of the fragments to delete after the commit
 * @param condition matches the cells to delete in the commit; empty for no condition
 * @param tiles whether to delete the cells of all tiles that contain new rows
 * @param ids the columns by which tasks identify deleted rows; null if tasks do not delete single
 *     rows
 */
record Replaced(
    boolean all,
    List<String> fragments,
    Optional<Condition> condition,
    boolean tiles,
    @Nullable StructType ids) {
  /** Removes nothing. New rows are added, or overwrite the cells at their coordinates. */
  static final Replaced NOTHING = new Replaced(false, List.of(), Optional.empty(), false, null);

  /** Removes all cells of the tiles that contain new rows. */
  static final Replaced TILES = new Replaced(false, List.of(), Optional.empty(), true, null);

  /**
   * Describes the removal of everything in a snapshot. The commit deletes the cells if possible,
   * and the fragments are deleted after the commit.
   */
  static Replaced all(Array array) {
    return new Replaced(true, fragments(array), Optional.empty(), false, null);
  }

  /** Returns the names of all fragments of a snapshot. */
  static List<String> fragments(Array array) {
    return array.fragments().stream().map(FragmentInfo::name).toList();
  }

  /** Describes the removal of the cells that match a condition. */
  static Replaced where(Condition condition) {
    return new Replaced(false, List.of(), Optional.of(condition), false, null);
  }

  /**
   * Describes the removal of single rows.
   *
   * @param ids the columns by which tasks identify the rows
   */
  static Replaced rows(StructType ids) {
    return new Replaced(false, List.of(), Optional.empty(), false, ids);
  }

  /** Returns whether the commit deletes a selection of cells. */
  boolean deletesCells() {
    return condition.isPresent() || tiles || ids != null;
  }

  /** Returns the factory that creates the writers of tasks. */
  DataWriterFactory factory(ArrayPartitionWriter.Job job) {
    return tiles || ids != null
        ? new ReplacingWriter.Factory(job, ids)
        : new ArrayPartitionWriter.Factory(job);
  }

  /**
   * Returns the condition that the cells to delete match. If tasks reported cells or tiles, the
   * condition matches exactly these. Empty if nothing is to be deleted.
   *
   * @param messages the results of all tasks
   * @param dimensions the dimensions of the array
   */
  Optional<Condition> cells(WriterCommitMessage[] messages, List<Dimension> dimensions) {
    DeletedKeys named = new DeletedKeys(tiles);
    Arrays.stream(messages)
        .filter(ReplacingWriter.Message.class::isInstance)
        .forEach(message -> named.addAll(((ReplacingWriter.Message) message).deleted()));
    return named.isEmpty() ? condition : Optional.of(named.condition(dimensions));
  }
}
