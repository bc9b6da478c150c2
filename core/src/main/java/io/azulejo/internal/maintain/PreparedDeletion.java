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
 * An uncommitted deletion whose fragments are already durable.
 *
 * @param fragments complete fragments that mark cells as deleted; empty if the stored condition
 *     alone deletes the cells
 * @param entry the commit entry with the stored condition
 */
public record PreparedDeletion(List<FragmentName> fragments, CommitsFile.Entry entry) {
  /** Returns the name of the deletion, which is the name of its commit file without extension. */
  String name() {
    return FragmentName.parse(ArrayPaths.lastComponent(entry.file())).orElseThrow().text();
  }

  /**
   * Deletes the uncommitted fragments. Continues with the next fragment if one cannot be deleted.
   *
   * @return the failures; files that remain are not visible, and garbage collection removes them
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
   * Deletes the fragments after a failed commit, unless it is unknown whether the commit succeeded.
   *
   * @param cause the failure of the commit; further failures are added as suppressed exceptions
   */
  void discardAfter(Throwable cause, WritableArray array) {
    if (!(cause instanceof CommitUnknownException)) {
      discard(array).forEach(cause::addSuppressed);
    }
  }
}
