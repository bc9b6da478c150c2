package io.azulejo;

import java.util.List;

/**
 * The changes of an array between two snapshots. Only writes and deletions are changes;
 * consolidations are not. Changes are found by comparing the snapshots, not by timestamps. A write
 * with an old timestamp is therefore a change as soon as it is committed. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface ArrayChanges {
  /**
   * Returns the names of the fragments that were written, oldest first. If several writes were
   * consolidated into one fragment, the original fragments are listed if they are known.
   */
  List<String> written();

  /**
   * Returns a token of a snapshot that contains only the written fragments and all deletions. Its
   * cells are the new cells that still exist.
   */
  SnapshotToken cells();

  /**
   * Returns the token to pass to the next call of {@link Array#changes}. It is the token of the
   * earlier snapshot, with the written fragments added.
   */
  SnapshotToken next();

  /**
   * Returns whether fragments of the earlier snapshot were consolidated into fragments of {@link
   * #next}. If so, replace the earlier token with {@link #next} before the old fragments are
   * vacuumed.
   */
  boolean consolidated();

  /** Returns the names of the fragments that were deleted as a whole. */
  List<String> removed();

  /** Returns the conditions by which cells were deleted, oldest first. */
  List<String> deletions();

  /** Returns whether a schema was added. */
  boolean schemaChanged();
}
