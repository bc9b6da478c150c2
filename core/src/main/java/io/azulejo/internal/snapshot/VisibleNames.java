package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameRules;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fragments and deletions that a snapshot sees. They are committed, and no visible consolidated
 * fragment has replaced them. Their times lie within the time range; for sparse fragments since
 * version 15, it is sufficient that the times overlap the range.
 *
 * @param fragments the fragment folders, oldest first
 * @param deletes the delete and update conditions, oldest first
 * @param candidates uncommitted fragments whose line a commit list may have lost
 * @param conditionalCommits the number of the last visible conditional commit; 0 if there is none
 */
public record VisibleNames(
    List<ArrayDirectory.FragmentFolder> fragments,
    List<StoredDelete> deletes,
    List<TruncatedCommitLists.Candidate> candidates,
    long conditionalCommits) {
  /**
   * Determines what is visible in a time range.
   *
   * @param sparse whether the array is sparse
   * @throws CorruptDataException if a list or a file name that determines visibility is damaged
   */
  public static VisibleNames of(
      ArrayDirectory directory, StructureFiles files, TimeRange times, boolean sparse) {
    CommitFiles lists = CommitConsistency.checked(directory, files);
    return new Rules(directory, lists, files, times, sparse).apply(true);
  }

  /**
   * Determines what is visible in a time range. The result also contains replaced fragments whose
   * folders still exist.
   *
   * @param sparse whether the array is sparse
   * @throws CorruptDataException if a list or a file name that determines visibility is damaged
   */
  public static VisibleNames withReplaced(
      ArrayDirectory directory, StructureFiles files, TimeRange times, boolean sparse) {
    CommitFiles lists = CommitConsistency.checked(directory, files);
    return new Rules(directory, lists, files, times, sparse).apply(false);
  }

  /**
   * Determines what is visible at all times, even if lists and file names of the array contradict
   * each other.
   *
   * @param sparse whether the array is sparse
   * @param replaced whether to include replaced fragments whose folders still exist
   */
  public static VisibleNames unchecked(
      ArrayDirectory directory, StructureFiles files, boolean sparse, boolean replaced) {
    CommitFiles lists = CommitFiles.read(directory, files);
    return new Rules(directory, lists, files, TimeRange.ALL, sparse).apply(!replaced);
  }

  private static final class Rules {
    private final ArrayDirectory directory;
    private final CommitFiles lists;
    private final StructureFiles files;
    private final TimeRange times;
    private final boolean sparse;

    /** The names of committed fragments. */
    private final Set<String> committed = new HashSet<>();

    private final Map<String, StoredDelete> deletes = new LinkedHashMap<>();

    Rules(
        ArrayDirectory directory,
        CommitFiles lists,
        StructureFiles files,
        TimeRange times,
        boolean sparse) {
      this.directory = directory;
      this.lists = lists;
      this.files = files;
      this.times = times;
      this.sparse = sparse;
    }

    VisibleNames apply(boolean withoutReplaced) {
      committed.addAll(directory.commits());
      for (ArrayDirectory.NamedFile file : directory.deletes()) {
        if (times.containsAll(file.name().t1(), file.name().t2())) {
          Location place = file.location();
          addDelete(place.name(), place, files.plain(place, bytes -> bytes));
        }
      }
      committed.addAll(lists.heldFragments());
      lists
          .consolidated()
          .forEach(
              (place, entries) ->
                  entries.forEach(
                      entry ->
                          entry
                              .content()
                              .ifPresent(content -> addDelete(entry.file(), place, content))));
      Set<String> replaced = replaced();
      List<ArrayDirectory.FragmentFolder> fragments = new ArrayList<>();
      Map<String, ArrayDirectory.FragmentFolder> folders = new HashMap<>();
      for (ArrayDirectory.FragmentFolder folder : directory.fragments()) {
        folders.put(folder.name().text(), folder);
        boolean wanted =
            withoutReplaced ? isVisible(folder.name(), replaced) : inRange(folder.name());
        if (wanted && isCommitted(folder)) {
          fragments.add(folder);
        }
      }
      addCommittedWithoutFolder(folders, replaced, fragments);
      fragments.sort(
          Comparator.comparing(ArrayDirectory.FragmentFolder::name, FragmentName.BY_TIME));
      List<StoredDelete> sorted = new ArrayList<>(deletes.values());
      sorted.sort(Comparator.comparing(StoredDelete::name, FragmentName.BY_TIME));
      long conditional =
          ConditionalCommits.of(directory.consolidatedCommits())
              .lastSeen(lists.consolidated(), name -> times.containsAll(name.t1(), name.t2()));
      return new VisibleNames(
          List.copyOf(fragments), List.copyOf(sorted), candidates(), conditional);
    }

    private List<TruncatedCommitLists.Candidate> candidates() {
      List<TruncatedCommitLists.Candidate> candidates = new ArrayList<>();
      Set<String> gone = lists.ignoredNames();
      lists.vacuums().values().forEach(gone::addAll);
      for (ArrayDirectory.FragmentFolder folder : directory.fragments()) {
        FragmentName name = folder.name();
        if (name.t1() < name.t2()
            && inRange(name)
            && !committed.contains(name.text())
            && !gone.contains(name.text())
            && !gone.contains(name.text() + ArrayPaths.WRITE_SUFFIX)) {
          lists.consolidated().entrySet().stream()
              .filter(
                  list -> TruncatedCommitLists.mayHaveListed(list.getKey(), list.getValue(), name))
              .findFirst()
              .ifPresent(
                  list ->
                      candidates.add(new TruncatedCommitLists.Candidate(folder, list.getKey())));
        }
      }
      return candidates;
    }

    private boolean isVisible(FragmentName name, Set<String> replaced) {
      return inRange(name) && !replaced.contains(name.text());
    }

    private boolean isCommitted(ArrayDirectory.FragmentFolder folder) {
      if (folder.name().version().hasCommitFiles()) {
        return committed.contains(folder.name().text());
      }
      Location metadata = folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
      if (files.storage().find(metadata).isPresent()) {
        return true;
      }
      for (String name : files.storage().names(folder.location())) {
        StructureFiles.located(
            folder.location().resolve(name),
            () -> {
              NameRules.checkForMisnamedMetadata(name, () -> files.oldFields(directory.location()));
              return name;
            });
      }
      return false;
    }

    /**
     * Adds committed fragments whose folder is missing. Since version 12, this means that the
     * fragment was lost, and loading it will fail. In earlier versions, the commit has no meaning.
     */
    private void addCommittedWithoutFolder(
        Map<String, ArrayDirectory.FragmentFolder> folders,
        Set<String> replaced,
        List<ArrayDirectory.FragmentFolder> fragments) {
      for (String text : committed) {
        Optional<FragmentName> name =
            folders.containsKey(text) ? Optional.empty() : FragmentName.parse(text);
        if (name.isPresent()
            && isVisible(name.get(), replaced)
            && name.get().version().splitsDirectories()) {
          fragments.add(
              new ArrayDirectory.FragmentFolder(
                  name.get(),
                  directory.location().resolve(ArrayPaths.FRAGMENTS_FOLDER).resolve(text)));
        }
      }
    }

    /**
     * Returns whether a fragment is visible in the time range. Since version 15, fragments of
     * sparse arrays may store a timestamp for each cell, so it is sufficient that they overlap the
     * range. Other fragments must lie within the range.
     */
    private boolean inRange(FragmentName name) {
      return sparse && name.version().isVisibleIfTimesOverlap()
          ? times.overlaps(name.t1(), name.t2())
          : times.containsAll(name.t1(), name.t2());
    }

    private Set<String> replaced() {
      List<ArrayDirectory.NamedFile> vacuums = new ArrayList<>(directory.vacuums());
      vacuums.addAll(directory.pendingVacuums());
      Set<String> replaced = new HashSet<>();
      for (ArrayDirectory.NamedFile vacuum : vacuums) {
        if (inRange(vacuum.name())) {
          replaced.addAll(lists.vacuums().getOrDefault(vacuum.location(), List.of()));
        }
      }
      return replaced;
    }

    private void addDelete(String file, Location place, Slice content) {
      FragmentName.parse(file)
          .filter(name -> times.containsAll(name.t1(), name.t2()))
          .ifPresent(
              name -> {
                String marker = ArrayPaths.marker(file);
                deletes.putIfAbsent(marker, new StoredDelete(name, marker, place, content));
              });
    }
  }
}
