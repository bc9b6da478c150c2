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
 * A deletion that is durable, but not committed.
 *
 * @param fragments complete fragments that delete cells by their coordinates; none where the stored
 *     condition does it all
 * @param entry the stored condition
 */
public record PreparedDeletion(List<FragmentName> fragments, CommitsFile.Entry entry) {
  /** The name of the deletion. */
  String name() {
    return FragmentName.parse(ArrayPaths.lastComponent(entry.file())).orElseThrow().text();
  }

  /**
   * Deletes the fragments, which were not committed.
   *
   * @return what failed: files that are left are not visible, and are garbage
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
   * Deletes the fragments after their commit has failed, unless it may have happened.
   *
   * @param cause why it failed; gets what fails here
   */
  void discardAfter(Throwable cause, WritableArray array) {
    if (!(cause instanceof CommitUnknownException)) {
      discard(array).forEach(cause::addSuppressed);
    }
  }
}
