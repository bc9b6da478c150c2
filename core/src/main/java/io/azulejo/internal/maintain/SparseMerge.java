package io.azulejo.internal.maintain;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.read.condition.PendingDeletion;
import io.azulejo.internal.read.merge.MergeReader;
import io.azulejo.internal.read.merge.MergeStep;
import io.azulejo.internal.read.merge.MergedCells;
import io.azulejo.internal.read.merge.StoredTiles;
import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.write.sparse.SparseMergeWriter;
import io.azulejo.query.Progress;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Merges fragments of a sparse array into one or several fragments. Cells keep their timestamps and
 * deletion timestamps, so reads at any time return the same result as before.
 */
final class SparseMerge {
  private final MergeTask task;
  private final Optional<PendingDeletion> pending;
  private final FormatVersion version;

  private SparseMerge(MergeTask task, Optional<PendingDeletion> pending) {
    this.task = task;
    this.pending = pending;
    this.version = task.array().writeVersion();
  }

  /**
   * Merges fragments. Deletes all new files if the merge fails or is interrupted.
   *
   * @return the new fragments, which are not committed yet
   * @throws InvalidRequestException if the array's filters reject values of a merged tile, or if
   *     the array's schema was changed after the snapshot
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  static MergedFragments merge(MergeTask task) {
    return merge(task, Optional.empty());
  }

  /**
   * Merges fragments like {@link #merge(MergeTask)} and marks cells as deleted.
   *
   * @param pending the cells to delete; if present, the task must not purge deleted cells
   */
  static MergedFragments merge(MergeTask task, Optional<PendingDeletion> pending) {
    task.requireOneSchema();
    return new SparseMerge(task, pending).merge();
  }

  private MergedFragments merge() {
    WritableArray array = task.array();
    boolean duplicates = array.schema().schema().allowsDuplicates();
    boolean times = version.isVisibleIfTimesOverlap();
    try (MergeReader cells =
            new MergeReader(
                task.latest(),
                task.checkedInputs(),
                new MergeReader.Rules(
                    times, version.hasDeletes() && !purges(), !times && !duplicates, duplicates),
                pending,
                new ReadScope(array.storage(), task.resources()));
        SparseMergeWriter out =
            new SparseMergeWriter(
                array,
                task.times(),
                times,
                cells.conditions(),
                task.maxFragmentSize(),
                List.of(),
                task.resources().withProgress(Progress.NONE))) {
      cells.copyTiles(array.schema().schema().capacity(), input -> isCopyable(input, out));
      long copied = copy(cells, out);
      List<FragmentName> names = out.complete();
      return new MergedFragments(names, out.tiles(), copied, out.bytes());
    }
  }

  /** Writes all cells. Returns the number of tiles that were copied without encoding any field. */
  private long copy(MergeReader cells, SparseMergeWriter out) {
    long bytes = task.inputs().stream().mapToLong(SparseMerge::bytes).sum();
    double perCell = (double) bytes / Math.max(1, cells.cells());
    long copied = 0;
    while (true) {
      long before = cells.cellsRead();
      try (MergeStep step = cells.next(out.isAtBoundary())) {
        if (step == null) {
          return copied;
        }
        if (step instanceof StoredTiles tiles) {
          SparseMergeSource source =
              new SparseMergeSource(
                  tiles,
                  out,
                  version,
                  task.resources().tasks(),
                  done ->
                      task.resources()
                          .progress()
                          .advanced((long) (perCell * (before + done)), bytes));
          out.add(source);
          copied += source.copied();
        } else if (step instanceof MergedCells some) {
          out.add(some.parts(), some.partOf(), some.rowOf(), some.count());
        }
        task.resources().progress().advanced((long) (perCell * cells.cellsRead()), bytes);
      }
    }
  }

  /** Returns whether at least one field of an input can be copied to the new fragment unchanged. */
  private boolean isCopyable(Fragment input, SparseMergeWriter out) {
    ArraySchema schema = task.array().schema().schema();
    List<String> names = new ArrayList<>();
    schema.attributes().forEach(attribute -> names.add(attribute.name()));
    schema.dimensions().forEach(dimension -> names.add(dimension.name()));
    for (int field = 0; field < names.size(); field++) {
      Optional<FieldStorage> stored = input.field(names.get(field));
      if (stored.isPresent()
          && MergeSource.isCopyable(input.version(), stored.get(), out.storage(field), version)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the total size of a fragment's data files (bytes). */
  private static long bytes(Fragment fragment) {
    FragmentFooter footer = fragment.footer();
    return LongStream.of(footer.fileSizes()).sum()
        + LongStream.of(footer.varFileSizes()).sum()
        + LongStream.of(footer.validityFileSizes()).sum();
  }

  /**
   * Returns whether the merge omits deleted cells. It does so only on request, and only if no older
   * cell in a fragment outside the merge can reappear.
   */
  private boolean purges() {
    return task.purge()
        && (task.array().schema().schema().allowsDuplicates()
            || task.latest().fragments().stream()
                .filter(fragment -> !task.inputs().contains(fragment))
                .filter(
                    fragment -> Long.compareUnsigned(fragment.name().t1(), task.times().end()) <= 0)
                .allMatch(this::isApart));
  }

  private boolean isApart(Fragment other) {
    ArraySchema schema = task.array().schema().schema();
    return task.inputs().stream()
        .allMatch(input -> NonEmptyDomain.areApart(schema, List.of(input, other)));
  }
}
