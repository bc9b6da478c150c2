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
 * @param condition the cells to delete in the commit
 * @param tiles whether to delete the cells of all tiles that contain new rows
 * @param ids the columns by which tasks identify deleted rows; null if they do not
 */
record Replaced(
    boolean all,
    List<String> fragments,
    Optional<Condition> condition,
    boolean tiles,
    @Nullable StructType ids) {
  /** Removes nothing: rows are added, or overwrite cells at the same coordinates. */
  static final Replaced NOTHING = new Replaced(false, List.of(), Optional.empty(), false, null);

  /** Removes all cells of the tiles that contain new rows. */
  static final Replaced TILES = new Replaced(false, List.of(), Optional.empty(), true, null);

  /**
   * Removes everything in a snapshot: the cells in the commit if possible, the fragments after it.
   */
  static Replaced all(Array array) {
    return new Replaced(true, fragments(array), Optional.empty(), false, null);
  }

  /** Returns the names of all fragments of a snapshot. */
  static List<String> fragments(Array array) {
    return array.fragments().stream().map(FragmentInfo::name).toList();
  }

  /** Removes the cells that match a condition. */
  static Replaced where(Condition condition) {
    return new Replaced(false, List.of(), Optional.of(condition), false, null);
  }

  /** Removes the rows that tasks identify by the given columns. */
  static Replaced rows(StructType ids) {
    return new Replaced(false, List.of(), Optional.empty(), false, ids);
  }

  /** Returns whether the commit deletes selected cells. */
  boolean deletesCells() {
    return condition.isPresent() || tiles || ids != null;
  }

  /** Returns the factory of the tasks' writers. */
  DataWriterFactory factory(ArrayPartitionWriter.Job job) {
    return tiles || ids != null
        ? new ReplacingWriter.Factory(job, ids)
        : new ArrayPartitionWriter.Factory(job);
  }

  /** Returns the condition on the cells to delete, including those that tasks reported. */
  Optional<Condition> cells(WriterCommitMessage[] messages, List<Dimension> dimensions) {
    DeletedKeys named = new DeletedKeys(tiles);
    Arrays.stream(messages)
        .filter(ReplacingWriter.Message.class::isInstance)
        .forEach(message -> named.addAll(((ReplacingWriter.Message) message).deleted()));
    return named.isEmpty() ? condition : Optional.of(named.condition(dimensions));
  }
}
