package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.fragment.BoxOrder;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds commit lists that probably lost whole lines. A merge that makes several fragments commits
 * them by one list. All of them have the same times, and each cell is in one of them. If a list
 * lost a line, a complete fragment of these times is left that no list commits.
 *
 * <p>A merge that was killed leaves such a fragment, too, and nothing stored proves which of the
 * two happened. So the array is read, and only a verification reports the list.
 */
public final class TruncatedCommitLists {
  /**
   * The start of a label that begins with the milliseconds of a clock, from 2004 to 2039. Labels of
   * old writers are random.
   */
  private static final String TIMED_LABEL = "01";

  private final ArraySchema opened;
  private final FragmentLoader loader;
  private final List<ArrayDirectory.FragmentFolder> visible;
  private final Map<TimeRange, Parts> known = new HashMap<>();

  private TruncatedCommitLists(
      ArraySchema opened, FragmentLoader loader, List<ArrayDirectory.FragmentFolder> visible) {
    this.opened = opened;
    this.loader = loader;
    this.visible = visible;
  }

  /**
   * A fragment that nothing commits, takes back or replaces.
   *
   * @param folder the folder of the fragment
   * @param list a list that may have committed it
   */
  record Candidate(ArrayDirectory.FragmentFolder folder, Location list) {}

  /**
   * The visible fragments of some times.
   *
   * @param cells the number of their cells
   * @param extents the extents of those that are sparse and have tiles
   */
  private record Parts(List<Fragment> fragments, long cells, List<SparseExtent> extents) {}

  /**
   * Returns whether a list may have committed a fragment and lost its line: all entries are
   * fragments of the same times, and the fragment was named after the first of them and before the
   * list. A merge names its fragments one by one, then the list. So fragments of merges that were
   * killed before, or that began later, do not count.
   */
  static boolean mayHaveListed(Location list, List<CommitsFile.Entry> entries, FragmentName name) {
    boolean afterOne = false;
    for (CommitsFile.Entry entry : entries) {
      Optional<FragmentName> other =
          entry.content().isPresent() ? Optional.empty() : FragmentName.parse(entry.file());
      if (other.isEmpty() || other.get().t1() != name.t1() || other.get().t2() != name.t2()) {
        return false;
      }
      afterOne |= mayFollow(other.get(), name);
    }
    return afterOne
        && FragmentName.parse(ArrayPaths.stem(list.name()))
            .filter(later -> mayFollow(name, later))
            .isPresent();
  }

  /** Returns whether a name may have been made after another one. */
  private static boolean mayFollow(FragmentName first, FragmentName second) {
    return !first.label().startsWith(TIMED_LABEL)
        || !second.label().startsWith(TIMED_LABEL)
        || first.label().compareTo(second.label()) < 0;
  }

  /**
   * Finds lists that probably lost lines: a fragment that may have been listed has cells where no
   * listed one has any, or is neither like one of them nor like all of them together.
   *
   * @param visible the visible fragments of the array and the candidates
   * @param opened the schema that the array is read by
   * @return an exception for each candidate, which names the list
   */
  public static List<CorruptDataException> suspected(
      VisibleNames visible, FragmentLoader loader, ArraySchema opened) {
    TruncatedCommitLists lists = new TruncatedCommitLists(opened, loader, visible.fragments());
    List<CorruptDataException> suspected = new ArrayList<>();
    for (Candidate candidate : visible.candidates()) {
      try {
        if (lists.isSuspicious(candidate.folder())) {
          suspected.add(lost(candidate));
        }
      } catch (CorruptDataException | UnsupportedFormatException | NotFoundException e) {
        continue; // the fragment is not complete
      }
    }
    return suspected;
  }

  private static CorruptDataException lost(Candidate candidate) {
    return CorruptDataException.of(
            CommitsFileFormat.STRUCTURE,
            "entries",
            -1,
            "they commit fragments of one merge, but not %s, which is complete and has other cells: lines may have been lost"
                .formatted(candidate.folder().name()))
        .at(candidate.list().toString());
  }

  private boolean isSuspicious(ArrayDirectory.FragmentFolder folder) {
    Fragment fragment = loader.load(folder);
    FragmentName name = folder.name();
    Parts parts = known.computeIfAbsent(new TimeRange(name.t1(), name.t2()), this::parts);
    if (parts.fragments().isEmpty()) {
      return false;
    }
    boolean repeated =
        parts.fragments().stream()
            .anyMatch(
                part ->
                    part.writtenCells() == fragment.writtenCells()
                        && part.nonEmptyDomain().equals(fragment.nonEmptyDomain()));
    return (!repeated && fragment.writtenCells() < parts.cells()) || hasOtherCells(fragment, parts);
  }

  private Parts parts(TimeRange times) {
    List<Fragment> fragments =
        visible.stream()
            .filter(folder -> folder.name().t1() == times.start())
            .filter(folder -> folder.name().t2() == times.end())
            .map(loader::load)
            .toList();
    return new Parts(
        fragments,
        fragments.stream().mapToLong(Fragment::writtenCells).sum(),
        fragments.stream()
            .filter(fragment -> !fragment.dense() && fragment.tiles() > 0)
            .map(SparseExtent::of)
            .toList());
  }

  private boolean hasOtherCells(Fragment fragment, Parts parts) {
    if (!fragment.dense()) {
      return fragment.tiles() > 0 && SparseExtent.of(fragment).hasMoreThan(parts.extents(), opened);
    }
    BoxOrder order =
        new BoxOrder(opened.dimensions(), fragment.name().version().boundsStringsRight());
    Optional<NDRange> domain = fragment.nonEmptyDomain();
    return domain.isPresent()
        && parts.fragments().stream()
            .allMatch(
                other ->
                    other
                        .nonEmptyDomain()
                        .filter(box -> order.areApart(box, domain.get()))
                        .isPresent());
  }
}
