package io.azulejo.internal.snapshot.compact;

import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.StoredSchema;
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
 * Checks that fragments are readable. This happens before files that the fragments replace are
 * deleted, and before files that depend on the fragments are written. The footer and all tables
 * must be decodable. The data files must have the sizes in the footer. Does not read tiles.
 */
final class WholeFragments {
  private final Storage storage;
  private final Tasks tasks;
  private final FragmentLoader loader;

  /** All files of the array, if the store can return them in a single listing. */
  private final Optional<ListedFiles> listed;

  /**
   * Creates a checker without I/O.
   *
   * @param array the array that the fragments belong to
   * @param directory the listing of the array
   * @param schemas the array's schemas, by file name
   * @param listed all files of the array, if known; otherwise each fragment's folder is listed
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
   * Checks fragments by reading their own files. Consolidated footers are not used.
   *
   * @throws io.azulejo.error.CorruptDataException if a file is damaged; the exception names the
   *     file
   */
  void check(List<ArrayDirectory.FragmentFolder> folders) {
    tasks.io(storage.traits().waitingRequests(), folders, folder -> checked(loader.load(folder)));
  }

  /**
   * Checks the fragments of a snapshot by reading their own files, and returns the footers in these
   * files. A fragment's file is read again only if the snapshot took its footer from a consolidated
   * file.
   *
   * @return the footers, in the order of the fragments
   * @throws io.azulejo.error.CorruptDataException if a file is damaged; the exception names the
   *     file
   */
  List<FragmentFooter> ownFooters(List<Fragment> fragments) {
    return tasks.io(
        storage.traits().waitingRequests(),
        fragments,
        fragment ->
            checked(
                fragment.tables().hasConsolidatedFooter()
                    ? loader.load(
                        new ArrayDirectory.FragmentFolder(fragment.name(), fragment.folder()))
                    : fragment));
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
