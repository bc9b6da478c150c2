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
   * are the fragments of the first commit, whatever was given to this one.
   */
  List<String> fragments();

  /**
   * Returns whether this call made the fragments part of the array; false if they already were, and
   * nothing was done.
   */
  boolean byThisCall();
}
