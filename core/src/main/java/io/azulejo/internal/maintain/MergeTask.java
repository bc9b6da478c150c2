package io.azulejo.internal.maintain;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.snapshot.EqualMetadata;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A merge of fragments.
 *
 * @param array the array; its latest schema and format version apply to the new fragments
 * @param latest a snapshot of all times, with all deletions
 * @param inputs the fragments to merge, oldest first
 * @param maxFragmentSize the size of data files after which a new fragment starts (bytes)
 * @param purge whether deleted cells are left out
 * @param equalMetadata finds inputs whose metadata file equals the file of another fragment
 * @param resources threads, memory and progress (in bytes of the inputs' data files)
 */
record MergeTask(
    WritableArray array,
    Snapshot latest,
    List<Fragment> inputs,
    long maxFragmentSize,
    boolean purge,
    EqualMetadata equalMetadata,
    Resources resources) {

  /** Creates a merge that does not share comparisons of metadata files with other merges. */
  MergeTask(
      WritableArray array,
      Snapshot latest,
      List<Fragment> inputs,
      long maxFragmentSize,
      boolean purge,
      Resources resources) {
    this(
        array,
        latest,
        inputs,
        maxFragmentSize,
        purge,
        new EqualMetadata(array.storage(), resources.tasks()),
        resources);
  }

  /**
   * Checks that the snapshot has the schema of the new fragments. An attribute that only one of
   * them has would be lost or filled with fill values.
   *
   * @throws InvalidRequestException if the schema was changed in between
   */
  void requireOneSchema() {
    if (!latest.schema().equals(array.schema())) {
      throw new InvalidRequestException(
          "cannot merge the fragments: the schema of the array was changed meanwhile; try again",
          array.location().toString());
    }
  }

  /**
   * Returns the inputs, with a check of each tile when it is decoded.
   *
   * @throws io.azulejo.error.CorruptDataException if a read would reject one of them
   */
  List<Fragment> checkedInputs() {
    return resources
        .tasks()
        .io(inputs, input -> MergedTileCheck.of(input, latest.schema().schema()));
  }

  /**
   * Returns the inputs whose metadata file may belong to another fragment. Their tiles must be read
   * even if newer inputs hide them.
   */
  List<Fragment> suspectInputs(List<Fragment> checked) {
    if (NonEmptyDomain.areApart(latest.schema().schema(), inputs)) {
      return List.of(); // no input hides another
    }
    Set<Location> equal =
        equalMetadata.among(
            inputs.stream().map(Fragment::folder).toList(),
            latest.history().directory(),
            Optional.empty());
    return checked.stream().filter(input -> equal.contains(input.folder())).toList();
  }

  /** Returns the time range of the new fragments, from the inputs' first timestamp to the last. */
  TimeRange times() {
    return new TimeRange(
        inputs.get(0).name().t1(),
        inputs.stream().mapToLong(input -> input.name().t2()).reduce(0, MergeTask::later));
  }

  private static long later(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0 ? a : b;
  }
}
