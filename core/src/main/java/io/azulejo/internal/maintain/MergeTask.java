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
 * @param array the array, whose latest schema and version the new fragments get
 * @param latest a snapshot of all times, with all deletions
 * @param inputs the fragments to merge, the oldest first
 * @param maxFragmentSize the bytes of data files after which a new fragment begins
 * @param purge whether deleted cells are left out
 * @param equalMetadata finds inputs whose metadata files equal those of other fragments
 * @param resources threads, memory, progress (in bytes of the inputs' data files)
 */
record MergeTask(
    WritableArray array,
    Snapshot latest,
    List<Fragment> inputs,
    long maxFragmentSize,
    boolean purge,
    EqualMetadata equalMetadata,
    Resources resources) {

  /** A merge that shares no comparisons of metadata files with others. */
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
   * Checks that the snapshot has the schema that the new fragments get: an attribute that only one
   * of them has would be lost or become fill values.
   *
   * @throws InvalidRequestException if the schema was changed in between
   */
  void requireOneSchema() {
    if (!latest.schema().equals(array.schema())) {
      throw new InvalidRequestException(
          "the fragments cannot be merged, as the array's schema was changed meanwhile: try again",
          array.location().toString());
    }
  }

  /**
   * The inputs, whose tiles are checked when they are decoded.
   *
   * @throws io.azulejo.error.CorruptDataException if a read would refuse one of them
   */
  List<Fragment> checkedInputs() {
    return resources
        .tasks()
        .io(inputs, input -> MergedTileCheck.of(input, latest.schema().schema()));
  }

  /**
   * The inputs whose tiles must be read even if others hide them, because their metadata file may
   * belong to another fragment.
   */
  List<Fragment> doubtfulInputs(List<Fragment> checked) {
    if (NonEmptyDomain.areApart(latest.schema().schema(), inputs)) {
      return List.of(); // nothing is hidden
    }
    Set<Location> equal =
        equalMetadata.among(
            inputs.stream().map(Fragment::folder).toList(),
            latest.history().directory(),
            Optional.empty());
    return checked.stream().filter(input -> equal.contains(input.folder())).toList();
  }

  /** The times of the new fragments: from the first time of the inputs to the last. */
  TimeRange times() {
    return new TimeRange(
        inputs.get(0).name().t1(),
        inputs.stream().mapToLong(input -> input.name().t2()).reduce(0, MergeTask::later));
  }

  private static long later(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0 ? a : b;
  }
}
