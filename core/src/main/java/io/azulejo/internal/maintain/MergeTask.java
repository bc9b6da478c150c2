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
 * The parameters of a fragment merge.
 *
 * @param array the array; the new fragments use its current schema and format version
 * @param latest a snapshot of the array at all times, including all deletions
 * @param inputs the fragments to merge, oldest first
 * @param maxFragmentSize the total size of a fragment's data files, in bytes, after which the merge
 *     starts a new fragment
 * @param purge whether to omit deleted cells
 * @param equalMetadata finds inputs whose metadata file equals another fragment's metadata file
 * @param resources threads, memory and progress; progress counts bytes of the inputs' data files
 */
record MergeTask(
    WritableArray array,
    Snapshot latest,
    List<Fragment> inputs,
    long maxFragmentSize,
    boolean purge,
    EqualMetadata equalMetadata,
    Resources resources) {

  /** Creates a task that does not share its metadata file comparisons with other merges. */
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
   * Checks that the snapshot and the new fragments have the same schema. If an attribute existed in
   * only one of the two schemas, the merge would lose its values or write fill values.
   *
   * @throws InvalidRequestException if the schemas differ
   */
  void requireOneSchema() {
    if (!latest.schema().equals(array.schema())) {
      throw new InvalidRequestException(
          "cannot merge the fragments: the schema of the array was changed meanwhile; try again",
          array.location().toString());
    }
  }

  /**
   * Returns the inputs as fragments that check each tile when it is decoded.
   *
   * @throws io.azulejo.error.CorruptDataException if a read would reject one of the inputs
   */
  List<Fragment> checkedInputs() {
    return resources
        .tasks()
        .io(inputs, input -> MergedTileCheck.of(input, latest.schema().schema()));
  }

  /**
   * Returns the inputs whose metadata file may belong to another fragment. The merge must decode
   * the tiles of these inputs even if newer inputs hide them.
   *
   * @param checked the result of {@link #checkedInputs()}
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

  /** Returns the time range of the new fragments: the earliest to the latest input timestamp. */
  TimeRange times() {
    return new TimeRange(
        inputs.get(0).name().t1(),
        inputs.stream().mapToLong(input -> input.name().t2()).reduce(0, MergeTask::later));
  }

  private static long later(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0 ? a : b;
  }
}
