package io.azulejo.internal.maintain;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.read.merge.MergedTiles;
import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.write.dense.DenseMergeWriter;
import io.azulejo.query.Progress;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;

/**
 * Merges fragments of a dense array. Each cell gets the value of the newest fragment that contains
 * it. Cells of the bounding box that no fragment contains get fill values, and count as written
 * after the merge.
 */
final class DenseMerge {
  private DenseMerge() {}

  /**
   * Merges fragments. Deletes all new files if the merge fails.
   *
   * @return the new, uncommitted fragments, which each cover a box; none if the inputs do not
   *     contain cells
   * @throws InvalidRequestException if the bounding box of the inputs is too large, if the array's
   *     filters reject values of a merged tile, or if the array's schema was changed after the
   *     snapshot
   */
  static MergedFragments merge(MergeTask task) {
    task.requireOneSchema();
    ArraySchema schema = task.array().schema().schema();
    Optional<NDRange> domain = NonEmptyDomain.of(schema, task.inputs());
    if (domain.isEmpty()) {
      return new MergedFragments(List.of(), 0, 0, 0);
    }
    List<Fragment> inputs = task.checkedInputs();
    Resources resources = task.resources();
    for (Fragment input : task.suspectInputs(inputs)) {
      MergedTileCheck.decodeAll(
          input, schema, task.array(), new ReadScope(task.array().storage(), resources));
    }
    Resources writing = resources.withProgress(Progress.NONE);
    try (DenseMergeWriter out =
            new DenseMergeWriter(
                task.array(), domain.get(), task.times(), task.maxFragmentSize(), writing);
        MergedTiles tiles =
            new MergedTiles(
                schema,
                inputs,
                domain.get(),
                task.array().key(),
                new ReadScope(task.array().storage(), resources))) {
      DenseMergeSource source =
          new DenseMergeSource(tiles, out, task.array().writeVersion(), resources);
      out.write(source);
      source.end();
      List<FragmentName> names = out.complete(); // nothing after this may fail
      return new MergedFragments(names, out.tiles(), source.copied(), out.bytes());
    }
  }
}
