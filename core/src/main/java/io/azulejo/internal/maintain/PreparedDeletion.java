package io.azulejo.internal.maintain;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.WritableArray;
import java.util.ArrayList;
import java.util.List;

/**
 * A durable but uncommitted deletion.
 *
 * @param fragments complete fragments that delete cells by their coordinates; empty if the stored
 *     condition suffices
 * @param entry the stored condition
 */
public record PreparedDeletion(List<FragmentName> fragments, CommitsFile.Entry entry) {
  /** Returns the name of the deletion. */
  String name() {
    return FragmentName.parse(ArrayPaths.lastComponent(entry.file())).orElseThrow().text();
  }

  /**
   * Deletes the uncommitted fragments.
   *
   * @return the failures; files that are left are not visible and can be garbage collected
   */
  List<AzulejoException> discard(WritableArray array) {
    List<AzulejoException> failures = new ArrayList<>();
    for (FragmentName fragment : fragments) {
      try {
        array.storage().deleteFolder(array.location().resolve(ArrayPaths.fragment(fragment)));
      } catch (AzulejoException e) {
        failures.add(e);
      }
    }
    return failures;
  }

  /**
   * Deletes the fragments after their commit has failed, unless they may have been committed.
   *
   * @param cause the failure of the commit; gets further failures as suppressed exceptions
   */
  void discardAfter(Throwable cause, WritableArray array) {
    if (!(cause instanceof CommitUnknownException)) {
      discard(array).forEach(cause::addSuppressed);
    }
  }
}
