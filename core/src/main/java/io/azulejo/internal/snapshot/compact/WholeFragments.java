package io.azulejo.internal.snapshot.compact;

import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.internal.snapshot.ListedFiles;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.FragmentSoundness;
import io.azulejo.storage.Storage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that fragments can be read, before something is deleted or written that counts on it. The
 * footer and all tables have to decode, and the data files have to be as long as the footer says.
 * No tile is read.
 */
final class WholeFragments {
  private final Storage storage;
  private final Tasks tasks;
  private final FragmentLoader loader;

  /** All files of the array, where one listing has them. */
  private final Optional<ListedFiles> listed;

  WholeFragments(
      WritableArray array, ArrayDirectory directory, Optional<ListedFiles> listed, Tasks tasks) {
    this.storage = array.storage();
    this.listed = listed;
    this.tasks = tasks;
    this.loader =
        new FragmentLoader(
            directory,
            array.files(),
            array.schemas(directory, tasks),
            array.schema().schema(),
            tasks);
  }

  /**
   * Checks fragments by their own files; footers that were gathered are not looked at.
   *
   * @return the footers
   * @throws io.azulejo.error.CorruptDataException names the damaged file
   */
  List<FragmentFooter> check(List<ArrayDirectory.FragmentFolder> folders) {
    return tasks.io(
        storage.traits().waitingRequests(),
        folders,
        folder -> {
          Fragment fragment = loader.load(folder);
          check(fragment);
          return fragment.footer();
        });
  }

  private void check(Fragment fragment) {
    Map<String, Long> sizes = new HashMap<>();
    listed
        .map(files -> files.entries(fragment.folder()))
        .orElseGet(() -> storage.list(fragment.folder()))
        .forEach(entry -> sizes.put(entry.name(), entry.size()));
    FragmentSoundness.requireFiles(fragment, sizes);
    FragmentSoundness.requireTables(fragment);
  }
}
