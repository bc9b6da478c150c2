package io.azulejo.internal.maintain;

import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.read.MergeReader;
import io.azulejo.internal.read.MergedCells;
import io.azulejo.internal.read.NonEmptyDomain;
import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.MergeWriter;
import io.azulejo.query.Progress;
import io.azulejo.schema.ArraySchema;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Merges fragments of a sparse array into one, or several: cells keep their times, and know when
 * they were deleted, so that reads at any time find what they found before.
 */
final class SparseMerge {
  private final MergeTask task;
  private final FormatVersion version;

  private SparseMerge(MergeTask task) {
    this.task = task;
    this.version = task.array().writeVersion();
  }

  /**
   * Merges fragments. Nothing is left if that fails, or is interrupted.
   *
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  static MergedFragments merge(MergeTask task) {
    return new SparseMerge(task).merge();
  }

  private MergedFragments merge() {
    WritableArray array = task.array();
    boolean duplicates = array.schema().schema().allowsDuplicates();
    boolean times = version.countsWhenOverlapping();
    MergeReader cells =
        new MergeReader(
            task.latest(),
            task.inputs(),
            new MergeReader.Rules(
                times, version.hasDeletes() && !purges(), !times && !duplicates, duplicates),
            task.scope().reading(array.storage()));
    try (MergeWriter out =
        new MergeWriter(
            array,
            task.t1(),
            task.t2(),
            times,
            cells.conditions(),
            task.maxFragmentSize(),
            task.scope().writing(Progress.NONE))) {
      copy(cells, out);
      List<FragmentName> names = out.complete();
      return new MergedFragments(names, out.tiles(), 0, out.bytes());
    }
  }

  private void copy(MergeReader cells, MergeWriter out) {
    long bytes = task.inputs().stream().mapToLong(SparseMerge::bytes).sum();
    double perCell = (double) bytes / Math.max(1, cells.cells());
    MergedCells some = cells.next();
    while (some != null) {
      try (MergedCells open = some) {
        out.add(open.parts(), open.partOf(), open.rowOf(), open.count());
      }
      task.scope().progress().advanced((long) (perCell * cells.cellsRead()), bytes);
      some = cells.next();
    }
  }

  /** The bytes of the data files of a fragment. */
  private static long bytes(Fragment fragment) {
    FragmentFooter footer = fragment.footer();
    return LongStream.of(footer.fileSizes()).sum()
        + LongStream.of(footer.varFileSizes()).sum()
        + LongStream.of(footer.validityFileSizes()).sum();
  }

  /**
   * Whether deleted cells are left out: where that is wanted, and no older version can come back
   * from a fragment that is not merged.
   */
  private boolean purges() {
    return task.purge()
        && (task.array().schema().schema().allowsDuplicates()
            || task.latest().fragments().stream()
                .filter(fragment -> !task.inputs().contains(fragment))
                .filter(fragment -> Long.compareUnsigned(fragment.name().t1(), task.t2()) <= 0)
                .allMatch(this::isApart));
  }

  private boolean isApart(Fragment other) {
    ArraySchema schema = task.array().schema().schema();
    return task.inputs().stream()
        .allMatch(input -> NonEmptyDomain.areApart(schema, List.of(input, other)));
  }
}
