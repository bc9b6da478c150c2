package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.condition.FragmentCondition;
import io.azulejo.internal.read.condition.PendingDeletion;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.StoredDelete;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The conditions that the cells of a sparse array must meet: the condition of a request, and
 * deletions.
 */
public final class SparseConditions {
  private final List<OutputField> columns;
  private final Optional<BoundCondition> wanted;
  private final List<BoundDeletion> deletions;

  /**
   * A deletion with a bound condition.
   *
   * @param number the index of the deletion in the order of deletion times
   * @param condition selects the cells that survive, or those that are deleted
   * @param deleted whether the condition selects the deleted cells
   */
  private record BoundDeletion(
      String marker, long time, int number, BoundCondition condition, boolean deleted) {}

  private SparseConditions(
      List<OutputField> columns, Optional<BoundCondition> wanted, List<BoundDeletion> deletions) {
    this.columns = columns;
    this.wanted = wanted;
    this.deletions = deletions;
  }

  /**
   * Returns the conditions of a read or a merge.
   *
   * @param wanted the condition of the request
   * @param pending a deletion that follows the deletions of the snapshot
   * @param outputs the columns of the result
   */
  public static SparseConditions of(
      Snapshot snapshot,
      Optional<BoundCondition> wanted,
      Optional<PendingDeletion> pending,
      List<OutputField> outputs) {
    ArraySchema schema = snapshot.schema().schema();
    List<OutputField> columns = new ArrayList<>(outputs);
    wanted.ifPresent(bound -> add(bound, columns));
    List<BoundDeletion> deletions = new ArrayList<>();
    for (int number = 0; number < snapshot.deletes().size(); number++) {
      StoredDelete delete = snapshot.deletes().get(number);
      if (snapshot.fragments().stream().anyMatch(f -> isBefore(f, delete.name().t1()))) {
        BoundCondition left =
            snapshot.condition(delete, node -> BoundCondition.ofStored(node, schema));
        deletions.add(new BoundDeletion(delete.marker(), delete.name().t1(), number, left, false));
        add(left, columns);
      }
    }
    pending.ifPresent(
        next -> {
          int number = snapshot.deletes().size();
          deletions.add(
              new BoundDeletion(next.marker(), next.time(), number, next.condition(), true));
          add(next.condition(), columns);
        });
    return new SparseConditions(columns, wanted, deletions);
  }

  private static void add(BoundCondition condition, List<OutputField> columns) {
    for (OutputField field : condition.fields()) {
      if (FragmentCondition.index(field, columns) < 0) {
        columns.add(field);
      }
    }
  }

  private static boolean isBefore(Fragment fragment, long time) {
    return Long.compareUnsigned(fragment.name().t1(), time) <= 0;
  }

  /** Returns the columns of the result, followed by the other fields that conditions use. */
  public List<OutputField> columns() {
    return columns;
  }

  /** Returns whether the result is certainly empty. */
  boolean excludeAll() {
    return wanted.isPresent() && wanted.get().alwaysFalse();
  }

  /**
   * Returns the conditions that a fragment's cells must meet. Deletions that the fragment has
   * already processed are not included.
   */
  public List<FragmentCondition> of(Fragment fragment) {
    List<FragmentCondition> conditions = new ArrayList<>();
    wanted
        .filter(condition -> !condition.alwaysTrue())
        .ifPresent(condition -> conditions.add(FragmentCondition.of(condition, columns)));
    List<BoundDeletion> later =
        deletions.stream().filter(deletion -> isBefore(fragment, deletion.time())).toList();
    if (later.isEmpty()) {
      return conditions;
    }
    List<String> processed =
        fragment.footer().deleteMetadata() ? fragment.processedConditions() : List.of();
    for (BoundDeletion deletion : later) {
      if (!processed.contains(deletion.marker())) {
        boolean within =
            fragment.footer().timestamps()
                && Long.compareUnsigned(deletion.time(), fragment.name().t2()) <= 0;
        conditions.add(
            FragmentCondition.ofDeletion(
                deletion.condition(),
                deletion.deleted(),
                columns,
                deletion.time(),
                deletion.number(),
                within));
      }
    }
    return conditions;
  }
}
