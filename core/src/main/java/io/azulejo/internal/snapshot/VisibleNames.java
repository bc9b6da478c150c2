package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.runtime.Slice;
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
 * Which fragments and deletes an open sees: those that are committed, in the time range, and not
 * replaced by a consolidated one that is in the range itself.
 *
 * @param fragments the folders of the fragments, the oldest first
 * @param deletes the conditions of deletes and updates, the oldest first
 */
public record VisibleNames(
    List<ArrayDirectory.FragmentFolder> fragments, List<Snapshot.Delete> deletes) {
  private static final Comparator<FragmentName> BY_TIME =
      Comparator.comparingLong(FragmentName::t1).thenComparing(FragmentName::text);

  /** What an open at some times sees. */
  public static VisibleNames of(
      ArrayDirectory directory, StructureFiles files, TimeRange times, boolean sparse) {
    return new Rules(directory, files, times, sparse).apply(true);
  }

  /** The same, with what was replaced by a consolidated fragment, where its folder is there. */
  public static VisibleNames withReplaced(
      ArrayDirectory directory, StructureFiles files, TimeRange times, boolean sparse) {
    return new Rules(directory, files, times, sparse).apply(false);
  }

  private static final class Rules {
    private final ArrayDirectory directory;
    private final StructureFiles files;
    private final TimeRange times;
    private final boolean sparse;

    /** The names of committed fragments. */
    private final Set<String> committed = new HashSet<>();

    private final Map<String, Snapshot.Delete> deletes = new LinkedHashMap<>();

    Rules(ArrayDirectory directory, StructureFiles files, TimeRange times, boolean sparse) {
      this.directory = directory;
      this.files = files;
      this.times = times;
      this.sparse = sparse;
    }

    VisibleNames apply(boolean withoutReplaced) {
      committed.addAll(directory.commits());
      for (ArrayDirectory.NamedFile file : directory.deletes()) {
        if (times.containsAll(file.name().t1(), file.name().t2())) {
          addDelete(file.location().name(), files.plain(file.location(), bytes -> bytes));
        }
      }
      readConsolidatedCommits();
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
      fragments.sort(Comparator.comparing(ArrayDirectory.FragmentFolder::name, BY_TIME));
      List<Snapshot.Delete> sorted = new ArrayList<>(deletes.values());
      sorted.sort(Comparator.comparing(Snapshot.Delete::name, BY_TIME));
      return new VisibleNames(List.copyOf(fragments), List.copyOf(sorted));
    }

    private boolean isVisible(FragmentName name, Set<String> replaced) {
      return inRange(name) && !replaced.contains(name.text());
    }

    private boolean isCommitted(ArrayDirectory.FragmentFolder folder) {
      if (folder.name().version().hasCommitFiles()) {
        return committed.contains(folder.name().text());
      }
      Location metadata = folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
      return files.storage().find(metadata).isPresent();
    }

    /**
     * Since version 12 a commit whose fragment is gone is a loss, and loading it will say so;
     * before, it stands for no fragment.
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
     * Fragments of sparse arrays since version 15 may hold a time for each cell, so an overlap is
     * enough; all others count when all of their times are in the range.
     */
    private boolean inRange(FragmentName name) {
      return sparse && name.version().countsWhenOverlapping()
          ? times.overlaps(name.t1(), name.t2())
          : times.containsAll(name.t1(), name.t2());
    }

    private Set<String> replaced() {
      List<ArrayDirectory.NamedFile> vacuums = new ArrayList<>(directory.vacuums());
      directory.pendingVacuums().stream()
          .filter(pending -> committed.contains(pending.name().text()))
          .forEach(vacuums::add);
      Set<String> replaced = new HashSet<>();
      for (ArrayDirectory.NamedFile vacuum : vacuums) {
        if (inRange(vacuum.name())) {
          for (String line : files.plain(vacuum.location(), NameListFormat::decode)) {
            replaced.add(ArrayPaths.lastComponent(line));
          }
        }
      }
      return replaced;
    }

    private void readConsolidatedCommits() {
      Set<String> ignored = new HashSet<>();
      for (Location file : directory.ignores()) {
        for (String line : files.plain(file, NameListFormat::decode)) {
          ignored.add(ArrayPaths.lastComponent(line));
        }
      }
      for (Location file : directory.consolidatedCommits()) {
        for (CommitsFile.Entry entry : files.plain(file, CommitsFileFormat::decode).entries()) {
          String name = entry.file();
          if (entry.content().isPresent()) {
            addDelete(name, entry.content().get());
          } else if (!ignored.contains(name)) {
            int dot = name.lastIndexOf('.');
            committed.add(dot < 0 ? name : name.substring(0, dot));
          }
        }
      }
    }

    private void addDelete(String file, Slice content) {
      FragmentName.parse(file)
          .filter(name -> times.containsAll(name.t1(), name.t2()))
          .ifPresent(
              name -> {
                String marker = ArrayPaths.marker(file);
                deletes.putIfAbsent(marker, new Snapshot.Delete(name, marker, content));
              });
    }
  }
}
