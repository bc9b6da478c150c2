package io.azulejo.internal.snapshot.compact;

import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitNumbers;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.CommitConsistency;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.CommitGathering;
import io.azulejo.internal.snapshot.ConditionalCommits;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Consolidates the files that commit fragments and deletions into a single file. Until the inputs
 * are vacuumed, every commit exists twice, which is harmless.
 */
public final class CommitMerge {
  private static final Comparator<String> BY_TIME =
      Comparator.comparing(
          (String file) -> FragmentName.parse(file).orElseThrow(), FragmentName.BY_TIME);

  private final WritableArray array;
  private final ArrayDirectory directory;
  private final CommitFiles files;
  private final Map<String, CommitsFile.Entry> entries;
  private final Set<FileMerge.Skipped> skipped = new LinkedHashSet<>();
  private final List<String> inputs = new ArrayList<>();
  private long bytes;

  private CommitMerge(WritableArray array, ConditionCheck fit, Tasks tasks) {
    this.array = array;
    this.directory = ArrayDirectory.list(array.storage(), array.location(), tasks);
    StructureFiles structures = array.files();
    this.files = CommitConsistency.checked(directory, structures.ahead(directory.lists(), tasks));
    this.entries = new LinkedHashMap<>(files.held());
    Set<String> folders = new HashSet<>();
    directory.fragments().forEach(folder -> folders.add(folder.name().text()));
    entries
        .values()
        .removeIf(entry -> entry.content().isEmpty() && isSkipped(entry.file(), folders));
    files.consolidated().keySet().forEach(file -> inputs.add(file.name()));
    CheckedConditions conditions = new CheckedConditions(array, directory, structures, fit, tasks);
    conditions.addAll(files.consolidated());
    addCommitFiles(conditions, folders);
  }

  /**
   * Plans the consolidation of an array's commits. The plan is empty if the array has no commits,
   * or if a single file contains all of them.
   *
   * @param fit checks delete conditions against a schema
   * @throws io.azulejo.error.CorruptDataException if a file that would be copied is damaged
   * @throws io.azulejo.error.UnsupportedFormatException if the array must be upgraded first
   */
  public static FileMerge of(
      Storage storage,
      Location location,
      Optional<EncryptionKey> key,
      ConditionCheck fit,
      Tasks tasks) {
    WritableArray array = WritableArray.open(storage, location, key);
    array.requireVersion(
        array.writeVersion().splitsDirectories(), "have their commits consolidated");
    return ListingRetry.attempt(
        location, () -> new CommitMerge(array, fit, tasks).plan(fit, tasks));
  }

  private FileMerge plan(ConditionCheck fit, Tasks tasks) {
    if (entries.isEmpty()) {
      return FileMerge.none("the array has no commits", List.copyOf(skipped));
    }
    Optional<Location> complete = files.holding(entries.keySet());
    if (complete.isPresent()) {
      skipped.add(new FileMerge.Skipped(complete.get().name(), "it holds all commits"));
      return FileMerge.none("one file holds all commits", List.copyOf(skipped));
    }
    return new FileMerge(
        inputs,
        bytes + files.consolidated().values().stream().mapToLong(CommitMerge::size).sum(),
        "every open of the array reads each of them",
        List.copyOf(skipped),
        () -> write(array, fit, tasks));
  }

  /** Adds commits and deletions that are stored in their own files. */
  private void addCommitFiles(CheckedConditions conditions, Set<String> folders) {
    Set<String> loose = new HashSet<>();
    for (String name : directory.commits()) {
      FragmentName.parse(name)
          .flatMap(ArrayPaths::commit)
          .filter(file -> !isSkipped(ArrayPaths.lastComponent(file), folders))
          .ifPresent(loose::add);
    }
    List<Location> deletes =
        directory.deletes().stream()
            .map(ArrayDirectory.NamedFile::location)
            .filter(file -> file.name().endsWith(ArrayPaths.DELETE_SUFFIX))
            .filter(file -> !entries.containsKey(file.name()))
            .toList();
    Map<String, CommitsFile.Entry> found = new LinkedHashMap<>();
    loose.forEach(
        path ->
            found.put(
                ArrayPaths.lastComponent(path), new CommitsFile.Entry(path, Optional.empty())));
    List<Slice> contents = conditions.readAll(deletes);
    for (int i = 0; i < contents.size(); i++) {
      String file = deletes.get(i).name();
      found.put(file, new CommitsFile.Entry(ArrayPaths.marker(file), Optional.of(contents.get(i))));
      bytes += contents.get(i).length();
    }
    found.keySet().stream()
        .sorted(BY_TIME)
        .filter(file -> entries.putIfAbsent(file, found.get(file)) == null)
        .forEach(inputs::add);
  }

  /**
   * Returns whether a commit must be skipped because its fragment no longer exists. Records skipped
   * commits.
   */
  private boolean isSkipped(String file, Set<String> folders) {
    String fragment = FragmentName.parse(file).map(FragmentName::text).orElse("");
    boolean gone = !folders.contains(fragment);
    if (gone) {
      skipped.add(new FileMerge.Skipped(file, "its fragment does not exist"));
    }
    return gone;
  }

  private static long size(List<CommitsFile.Entry> entries) {
    return CommitsFileFormat.encode(new CommitsFile(entries)).length();
  }

  private static FileMerge.Output write(WritableArray array, ConditionCheck fit, Tasks tasks) {
    return gather(array, fit, tasks)
        .orElseThrow(
            () ->
                new NotFoundException(
                    "all fragments were deleted by another writer meanwhile; no commits are left to"
                        + " consolidate",
                    array.location().toString()));
  }

  /**
   * Publishes a file with all current commits. Its label is greater than the labels of all other
   * consolidated files. A commit vacuum deletes only files with lesser labels, so two concurrent
   * vacuums never delete each other's result.
   *
   * @param fit checks delete conditions against a schema
   * @return the file, or empty if all commits were removed meanwhile
   */
  static Optional<FileMerge.Output> gather(WritableArray array, ConditionCheck fit, Tasks tasks) {
    CommitGathering gathering = CommitGathering.announce(array);
    try {
      CommitMerge now =
          ListingRetry.attempt(array.location(), () -> new CommitMerge(array, fit, tasks));
      return now.entries.isEmpty()
          ? Optional.empty()
          : Optional.of(
              publish(
                  array,
                  now.files,
                  ConditionalCommits.of(now.directory.consolidatedCommits()).last(),
                  List.copyOf(now.entries.values())));
    } finally {
      gathering.end();
    }
  }

  /**
   * Publishes a file with commits. Then invalidates the commits of fragments that other engines
   * have vacuumed in the meantime.
   *
   * @param others the other commit files
   * @param conditional the number of the last conditional commit; the file contains all conditional
   *     commits up to this number
   */
  private static FileMerge.Output publish(
      WritableArray array, CommitFiles others, long conditional, List<CommitsFile.Entry> entries) {
    List<FragmentName> names =
        entries.stream().map(entry -> FragmentName.parse(entry.file()).orElseThrow()).toList();
    FragmentName name =
        CommitNumbers.gathering(
            FragmentName.createAfter(
                others.consolidated().keySet().stream()
                    .map(file -> FragmentName.parse(file.name()).orElseThrow())
                    .toList(),
                names.stream().mapToLong(FragmentName::t1).min().orElseThrow(),
                names.stream().mapToLong(FragmentName::t2).max().orElseThrow(),
                array.writeVersion()),
            conditional);
    Location file =
        array
            .location()
            .resolve(ArrayPaths.COMMITS_FOLDER)
            .resolve(name.text() + ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX);
    byte[] bytes = CommitsFileFormat.encode(new CommitsFile(entries)).toBytes();
    Commit.publish(array.storage(), file, bytes);
    try {
      ignoreMissingFragments(array, entries);
    } catch (StorageException e) {
      throw new CommitUnknownException(
          "the commits were consolidated in %s, but it is not known whether their fragments still exist (%s); consolidate the commits again"
              .formatted(file, e.getMessage()),
          file.toString(),
          e);
    }
    return new FileMerge.Output(file.name(), bytes.length);
  }

  private static void ignoreMissingFragments(WritableArray array, List<CommitsFile.Entry> entries) {
    List<FragmentName> fragments =
        entries.stream()
            .filter(entry -> entry.content().isEmpty())
            .map(entry -> FragmentName.parse(entry.file()).orElseThrow())
            .toList();
    Set<String> folders =
        new HashSet<>(array.storage().names(array.location().resolve(ArrayPaths.FRAGMENTS_FOLDER)));
    if (fragments.stream().anyMatch(name -> !name.version().splitsDirectories())) {
      folders.addAll(array.storage().names(array.location()));
    }
    List<FragmentName> gone =
        fragments.stream().filter(name -> !folders.contains(name.text())).toList();
    if (!gone.isEmpty()) {
      CommitGathering.ignore(array, gone);
    }
  }
}
