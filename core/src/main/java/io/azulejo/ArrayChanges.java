package io.azulejo;

import java.util.List;

/**
 * The changes of an array between two snapshots. A consolidation is not a change: what counts is
 * what was written. The changes follow from what the snapshots see, not from times: a write that
 * began earlier and was committed later is a change as soon as it is visible. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface ArrayChanges {
  /**
   * Returns the names of the fragments that were written, the oldest first. A fragment that
   * consolidated several writes is listed as these writes if they are known.
   */
  List<String> written();

  /**
   * Returns a token of a snapshot with these fragments alone, and all deletions: its cells are the
   * new ones that still exist.
   */
  SnapshotToken cells();

  /**
   * Returns the token for the next {@link Array#changes}: it names what the earlier snapshot had
   * and these fragments.
   */
  SnapshotToken next();

  /**
   * Returns whether fragments of the earlier snapshot were consolidated into others, which {@link
   * #next} has. Replace the earlier token by that one before the old fragments are vacuumed.
   */
  boolean consolidated();

  /** Returns the names of the fragments that were deleted as a whole. */
  List<String> removed();

  /** Returns the conditions by which cells were deleted, the oldest first. */
  List<String> deletions();

  /** Returns whether schemas were added. */
  boolean schemaChanged();
}
