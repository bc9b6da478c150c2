package io.azulejo;

import java.util.List;

/**
 * The result of a commit of {@linkplain StagedFragments staged fragments}. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface CommitResult {
  /**
   * Returns the names of the committed fragments. If a commit with the same id succeeded earlier,
   * these are the fragments of that commit.
   */
  List<String> fragments();

  /**
   * Returns whether this call committed the fragments. False if they were already committed, so
   * that this call did nothing.
   */
  boolean newlyCommitted();
}
