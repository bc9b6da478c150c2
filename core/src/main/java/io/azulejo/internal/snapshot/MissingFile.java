package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Explains why a file of a fragment is missing. Either the file was lost, or it was deleted
 * together with its fragment.
 */
public final class MissingFile {
  private final Storage storage;
  private final FragmentName fragment;
  private final Location array;

  private MissingFile(Storage storage, FragmentName fragment, Location folder) {
    this.storage = storage;
    this.fragment = fragment;
    this.array =
        fragment.version().splitsDirectories() ? folder.parent().parent() : folder.parent();
  }

  /**
   * Returns the exception for a missing file. The fragment of the file must have been part of the
   * array when the array was opened.
   *
   * @param missing the exception to return if the fragment still belongs to the array
   * @return a {@link NotFoundException} if the fragment was vacuumed or deleted, otherwise the
   *     given exception
   */
  public static AzulejoException explain(
      Storage storage, Location file, CorruptDataException missing) {
    Location folder = file.parent();
    Optional<FragmentName> name = FragmentName.parse(folder.name());
    if (name.isEmpty()) {
      return missing;
    }
    // A vacuum deletes the metadata first and may be about to invalidate the commit.
    Location metadata = folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    if (new MissingFile(storage, name.get(), folder).isCommitted()
        && (file.equals(metadata) || storage.find(metadata).isPresent())) {
      return missing;
    }
    return new NotFoundException(
        "fragment %s was vacuumed or deleted after the array was opened; open it again"
            .formatted(name.get()),
        file.toString(),
        missing);
  }

  /**
   * Returns whether the fragment is committed now. Does not use concurrent tasks, because it may
   * run inside a task.
   */
  private boolean isCommitted() {
    Optional<String> commit = ArrayPaths.commit(fragment);
    String alone =
        commit.orElse(ArrayPaths.fragment(fragment) + "/" + ArrayPaths.FRAGMENT_METADATA_FILE);
    if (storage.find(array.resolve(alone)).isPresent()) {
      return true;
    }
    // A vacuum may delete commit files while they are read.
    return commit.isPresent()
        && ListingRetry.attempt(array, () -> isHeld(ArrayPaths.lastComponent(commit.get())));
  }

  private boolean isHeld(String commit) {
    StructureFiles files = new StructureFiles(storage, Optional.empty());
    Location folder = array.resolve(ArrayPaths.COMMITS_FOLDER);
    Set<String> ignoredNames = new HashSet<>();
    boolean held = false;
    for (String name : storage.names(folder)) {
      Location file = folder.resolve(name);
      if (name.endsWith(ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX)) {
        held |=
            CommitFiles.commits(files, file).stream()
                .anyMatch(entry -> entry.file().equals(commit));
      } else if (name.endsWith(ArrayPaths.IGNORE_SUFFIX)) {
        ignoredNames.addAll(CommitFiles.ignored(files, file));
      }
    }
    return held && !ignoredNames.contains(commit);
  }
}
