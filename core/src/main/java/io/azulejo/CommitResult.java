package io.azulejo;

import java.util.List;

/**
 * What a commit of {@linkplain StagedFragments staged fragments} came to.
 *
 * @param fragments the names of the fragments that are committed: of a commit whose id is known
 *     already those of the first one, whatever this one was given
 * @param byThisCall whether this call made them part of the array; false if they were already, and
 *     nothing was done
 */
public record CommitResult(List<String> fragments, boolean byThisCall) {
  /** Takes a copy of the list. */
  public CommitResult {
    fragments = List.copyOf(fragments);
  }
}
