package io.azulejo;

import java.util.List;

/**
 * The result of a commit of {@linkplain StagedFragments staged fragments}. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface CommitResult {
  /**
   * Returns the names of the committed fragments. If the id of the commit was known already, these
   * are the fragments of the first commit with that id.
   */
  List<String> fragments();

  /**
   * Returns whether this call committed the fragments; false if they were committed before, so that
   * nothing was done.
   */
  boolean newlyCommitted();
}
