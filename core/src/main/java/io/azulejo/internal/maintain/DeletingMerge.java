package io.azulejo.internal.maintain;

import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.condition.NegatedCondition;
import io.azulejo.internal.read.condition.PendingDeletion;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.compact.Replacement;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Deletes cells of an array that allows duplicates, where coordinates do not identify a cell.
 * Merges the fragments with matching cells into one fragment that stores a deletion timestamp per
 * cell, as consolidation does after a deletion. Reads at earlier times return the same cells as
 * before.
 */
final class DeletingMerge {
  private final WritableArray array;
  private final Snapshot latest;
  private final Condition condition;
  private final long time;
  private final Resources resources;

  private DeletingMerge(
      WritableArray array, Snapshot latest, Condition condition, long time, Resources resources) {
    this.array = array;
    this.latest = latest;
    this.condition = condition;
    this.time = time;
    this.resources = resources;
  }

  /**
   * Deletes the cells that match a condition and were written no later than a given time.
   *
   * @param latest a snapshot of the array at all times
   * @param time the timestamp of the deletion (milliseconds since 1970)
   * @return the name of the committed deletion; empty if no cell matches
   * @throws io.azulejo.error.AlreadyExistsException if another writer replaces some of the
   *     fragments at the same time; the array is then unchanged
   * @throws CommitUnknownException if the cells are deleted, but completing the replacement failed
   */
  static Optional<String> run(
      WritableArray array, Snapshot latest, Condition condition, long time, Resources resources) {
    return new DeletingMerge(array, latest, condition, time, resources).run();
  }

  private Optional<String> run() {
    List<Fragment> inputs = new ArrayList<>();
    for (Fragment fragment : latest.fragments()) {
      if (Long.compareUnsigned(fragment.name().t1(), time) <= 0 && hasMatchingCells(fragment)) {
        inputs.add(fragment);
      }
    }
    return inputs.isEmpty() ? Optional.empty() : Optional.of(merge(inputs));
  }

  /** Returns whether a fragment has a cell to delete. */
  private boolean hasMatchingCells(Fragment fragment) {
    Snapshot alone = latest.withFragment(fragment);
    ReadRequest request =
        ReadRequest.ALL
            .select(alone.schema().schema().dimensions().get(0).name())
            .where(condition.and(Condition.field(ReadRequest.TIMESTAMPS).lessThanOrEqualTo(time)))
            .layout(Layout.UNORDERED)
            .limit(1);
    try (BatchReader in =
        ReadPlanner.read(alone, request, new ReadScope(array.storage(), resources))) {
      return in.next() != null;
    }
  }

  private String merge(List<Fragment> inputs) {
    ArraySchema schema = latest.schema().schema();
    CommitsFile.Entry entry =
        Commit.deletionEntry(array, NegatedCondition.keepingAll(schema), time);
    BoundCondition deleted = BoundCondition.of(condition, schema, latest::enumeration);
    List<FragmentName> replaced = inputs.stream().map(Fragment::name).toList();
    try (Replacement replacement = Replacement.begin(array, replaced, resources.tasks())) {
      MergeTask task = new MergeTask(array, latest, inputs, Long.MAX_VALUE, false, resources);
      PreparedDeletion prepared =
          new PreparedDeletion(
              SparseMerge.merge(task, Optional.of(new PendingDeletion(deleted, entry.file(), time)))
                  .names(),
              entry);
      try {
        replacement.commit(prepared.fragments(), Optional.of(entry));
      } catch (RuntimeException | Error e) {
        if (!replacement.mayBeCommitted()) {
          prepared.discard(array).forEach(e::addSuppressed);
        } else if (e instanceof StorageException) {
          // The deletion is committed. If it is repeated, these cells are already deleted.
          throw new CommitUnknownException(
              "the cells are deleted, but " + e.getMessage(), array.location().toString(), e);
        }
        throw e;
      }
      return prepared.name();
    }
  }
}
