package io.azulejo;

import java.util.List;

/**
 * What happened to an array between two snapshots of it. That fragments were consolidated is no
 * change: what counts is what was written. It goes by what the snapshots see, not by times: a write
 * that began earlier and was committed later is seen as soon as it is there.
 *
 * @param written the fragments that were written, the oldest first, by the last of their times.
 *     What is known to be of several writes that were consolidated is there as these
 * @param cells names a snapshot with these fragments alone, and all deletions: its cells are those
 *     that are new, as far as they are still there
 * @param next what to give {@link Array#changes} the next time: names what the earlier snapshot had
 *     and these fragments
 * @param consolidated whether fragments that the earlier snapshot had are in others, which {@code
 *     next} has. It has to take the place of the earlier token before they are vacuumed
 * @param removed fragments that were deleted as a whole
 * @param deletions the conditions by which cells were deleted, the oldest first
 * @param schemaChanged whether schemas were added
 */
public record ArrayChanges(
    List<String> written,
    SnapshotToken cells,
    SnapshotToken next,
    boolean consolidated,
    List<String> removed,
    List<String> deletions,
    boolean schemaChanged) {
  /** Makes an immutable record: takes copies of its lists. */
  public ArrayChanges {
    written = List.copyOf(written);
    removed = List.copyOf(removed);
    deletions = List.copyOf(deletions);
  }
}
