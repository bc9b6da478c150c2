package io.azulejo.internal.snapshot.compact;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.internal.snapshot.ListedFiles;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.FragmentSoundness;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that fragments are readable before files that they replace are deleted, or files that
 * depend on them are written. The footer and all tables must decode, and the data files must have
 * the lengths in the footer. No tile is read.
 */
final class WholeFragments {
  private final Storage storage;
  private final Tasks tasks;
  private final FragmentLoader loader;

  /** All files of the array, if a single listing has them. */
  private final Optional<ListedFiles> listed;

  /**
   * Creates a checker; reads nothing.
   *
   * @param schemas the schemas of the array by the names of their files
   */
  WholeFragments(
      WritableArray array,
      ArrayDirectory directory,
      Map<String, StoredSchema> schemas,
      Optional<ListedFiles> listed,
      Tasks tasks) {
    this.storage = array.storage();
    this.listed = listed;
    this.tasks = tasks;
    this.loader =
        new FragmentLoader(directory, array.files(), schemas, array.schema().schema(), tasks);
  }

  /**
   * Checks fragments by their own files; consolidated footers are not read.
   *
   * @throws io.azulejo.error.CorruptDataException if a file was damaged; names the file
   */
  void check(List<ArrayDirectory.FragmentFolder> folders) {
    tasks.io(storage.traits().waitingRequests(), folders, folder -> checked(loader.load(folder)));
  }

  /**
   * Checks fragments of a snapshot by their own files, and returns the footers in these files. A
   * file is read again only if the snapshot has a consolidated footer.
   *
   * @throws io.azulejo.error.CorruptDataException if a file was damaged; names the file
   */
  List<FragmentFooter> ownFooters(List<Fragment> fragments) {
    return tasks.io(
        storage.traits().waitingRequests(),
        fragments,
        fragment -> {
          Location own = fragment.folder().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
          return checked(
              fragment.tables().footerFile().equals(own)
                  ? fragment
                  : loader.load(
                      new ArrayDirectory.FragmentFolder(fragment.name(), fragment.folder())));
        });
  }

  private FragmentFooter checked(Fragment fragment) {
    Map<String, Long> sizes = new HashMap<>();
    listed
        .map(files -> files.entries(fragment.folder()))
        .orElseGet(() -> storage.list(fragment.folder()))
        .forEach(entry -> sizes.put(entry.name(), entry.size()));
    FragmentSoundness.requireFiles(fragment, sizes);
    FragmentSoundness.requireTables(fragment);
    return fragment.footer();
  }
}
