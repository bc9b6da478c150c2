package io.azulejo;

import java.util.List;

/**
 * The changes of an array between two snapshots. Only writes and deletions count; a consolidation
 * is not a change. Changes are found by comparing the snapshots, not by timestamps: a write with an
 * earlier timestamp is a change as soon as it is committed. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface ArrayChanges {
  /**
   * Returns the names of the written fragments, the oldest first. A fragment that consolidated
   * several writes is listed as these writes if they are known.
   */
  List<String> written();

  /**
   * Returns a token of a snapshot with only these fragments and all deletions. Its cells are the
   * new cells that still exist.
   */
  SnapshotToken cells();

  /**
   * Returns the token for the next call of {@link Array#changes}: the earlier snapshot with these
   * fragments added.
   */
  SnapshotToken next();

  /**
   * Returns whether fragments of the earlier snapshot were consolidated into fragments of {@link
   * #next}. If so, replace the earlier token by {@link #next} before the old fragments are
   * vacuumed.
   */
  boolean consolidated();

  /** Returns the names of the fragments that were deleted as a whole. */
  List<String> removed();

  /** Returns the conditions of deletions of cells, the oldest first. */
  List<String> deletions();

  /** Returns whether schemas were added. */
  boolean schemaChanged();
}
