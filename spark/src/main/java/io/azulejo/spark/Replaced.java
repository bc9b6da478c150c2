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
 * What goes of an array when rows come.
 *
 * @param all whether it is all that is there
 * @param fragments the names of those that are deleted once the rows are there
 * @param condition which cells are deleted by the commit of the rows
 * @param tiles whether these are all in the tiles that rows lie in
 * @param ids the columns by which tasks name rows that go; null where they name none
 */
record Replaced(
    boolean all,
    List<String> fragments,
    Optional<Condition> condition,
    boolean tiles,
    @Nullable StructType ids) {
  /** Rows are added, or replace those at the same coordinates. */
  static final Replaced NOTHING = new Replaced(false, List.of(), Optional.empty(), false, null);

  /** All cells of the tiles that rows lie in. */
  static final Replaced TILES = new Replaced(false, List.of(), Optional.empty(), true, null);

  /**
   * All that a snapshot has: all cells by the commit where that can be, and their fragments after
   * it.
   */
  static Replaced all(Array array) {
    return new Replaced(true, fragments(array), Optional.empty(), false, null);
  }

  /** The names of all fragments of a snapshot. */
  static List<String> fragments(Array array) {
    return array.fragments().stream().map(FragmentInfo::name).toList();
  }

  /** Cells that meet a condition. */
  static Replaced where(Condition condition) {
    return new Replaced(false, List.of(), Optional.of(condition), false, null);
  }

  /** Rows that tasks name by some columns. */
  static Replaced rows(StructType ids) {
    return new Replaced(false, List.of(), Optional.empty(), false, ids);
  }

  /** Whether cells are deleted by the commit of the rows. */
  boolean deletesCells() {
    return condition.isPresent() || tiles || ids != null;
  }

  /** Makes the writers of tasks. */
  DataWriterFactory factory(ArrayPartitionWriter.Job job) {
    return tiles || ids != null
        ? new ReplacingWriter.Factory(job, ids)
        : new ArrayPartitionWriter.Factory(job);
  }

  /** The condition of the cells that are deleted, with what tasks say. */
  Optional<Condition> cells(WriterCommitMessage[] messages, List<Dimension> dimensions) {
    DeletedKeys named = new DeletedKeys(tiles);
    Arrays.stream(messages)
        .filter(ReplacingWriter.Message.class::isInstance)
        .forEach(message -> named.addAll(((ReplacingWriter.Message) message).deleted()));
    return named.isEmpty() ? condition : Optional.of(named.condition(dimensions));
  }
}
