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
import java.util.function.BiPredicate;

/**
 * Finds commit lists that lost whole lines. A merge that writes several fragments commits them in a
 * single list. All of them have the same timestamps, and each cell is in exactly one of them. If
 * the list loses a line, a complete fragment with these timestamps remains that no list commits.
 *
 * <p>A killed merge also leaves such a fragment. But a killed merge chose the name of its fragment
 * before the next merge chose its own names. A list has therefore lost a line if the fragment was
 * named after the list's first entry and has cells where no listed fragment has any. In this case
 * the array is refused. A list that lost its first line looks the same as a list after a killed
 * merge. In this case the array is read.
 */
public final class TruncatedCommitLists {
  /**
   * Prefix of labels that begin with a time in milliseconds, for times from 2004 to 2039. Labels of
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
   * A fragment that is not committed, ignored or replaced.
   *
   * @param folder the folder of the fragment
   * @param list a list that may have committed the fragment
   */
  record Candidate(ArrayDirectory.FragmentFolder folder, Location list) {}

  /**
   * The visible fragments with the same timestamps.
   *
   * @param fragments the fragments
   * @param cells the total number of their cells
   * @param extents the extents of the sparse fragments among them that have tiles
   */
  private record Parts(List<Fragment> fragments, long cells, List<SparseExtent> extents) {}

  /**
   * Returns whether a list may have committed a fragment and lost its line. All entries must have
   * the fragment's timestamps. The fragment must have been named after at least one entry and
   * before the list, because a merge names its fragments one by one, then the list. This excludes
   * the fragments of merges that were killed before or that began later.
   *
   * @param entries the entries of the list
   * @param name the name of the fragment
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

  /** Returns whether the second name may have been created after the first name. */
  private static boolean mayFollow(FragmentName first, FragmentName second) {
    return !first.label().startsWith(TIMED_LABEL)
        || !second.label().startsWith(TIMED_LABEL)
        || first.label().compareTo(second.label()) < 0;
  }

  /**
   * Refuses an array if one of its lists certainly lost lines.
   *
   * @param visible the visible fragments of the array
   * @param candidates uncommitted fragments whose lines a list may have lost
   * @param loader loads fragments of the array
   * @param opened the schema that the array is read with
   * @throws CorruptDataException if a candidate has cells where no listed fragment has any; the
   *     exception names the list
   */
  static void refuse(
      List<ArrayDirectory.FragmentFolder> visible,
      List<Candidate> candidates,
      FragmentLoader loader,
      ArraySchema opened) {
    TruncatedCommitLists lists = new TruncatedCommitLists(opened, loader, visible);
    for (Candidate candidate : candidates) {
      if (lists.isCompleteAnd(candidate, lists::hasOtherCells)) {
        throw lost(candidate, "has cells that the others lack: lines were lost");
      }
    }
  }

  /**
   * Finds lists that probably lost lines. A list is suspected if a candidate has cells where no
   * listed fragment has any. It is also suspected if a candidate equals neither a listed fragment
   * nor all listed fragments together.
   *
   * @param visible the visible fragments of the array
   * @param candidates uncommitted fragments whose lines a list may have lost
   * @param loader loads fragments of the array
   * @param opened the schema that the array is read with
   * @return one exception per suspected candidate; each exception names the list
   */
  public static List<CorruptDataException> suspected(
      List<ArrayDirectory.FragmentFolder> visible,
      List<Candidate> candidates,
      FragmentLoader loader,
      ArraySchema opened) {
    TruncatedCommitLists lists = new TruncatedCommitLists(opened, loader, visible);
    List<CorruptDataException> suspected = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (lists.isCompleteAnd(candidate, lists::isSuspicious)) {
        suspected.add(lost(candidate, "has other cells: lines may have been lost"));
      }
    }
    return suspected;
  }

  private static CorruptDataException lost(Candidate candidate, String why) {
    return CorruptDataException.of(
            CommitsFileFormat.STRUCTURE,
            "entries",
            -1,
            "the list commits fragments of one merge, but not %s, which is complete and %s"
                .formatted(candidate.folder().name(), why))
        .at(candidate.list().toString());
  }

  /** Returns whether a candidate is complete and meets a condition. */
  private boolean isCompleteAnd(Candidate candidate, BiPredicate<Fragment, Parts> condition) {
    FragmentName name = candidate.folder().name();
    try {
      Fragment fragment = loader.load(candidate.folder());
      Parts parts = known.computeIfAbsent(new TimeRange(name.t1(), name.t2()), this::parts);
      return !parts.fragments().isEmpty() && condition.test(fragment, parts);
    } catch (CorruptDataException | UnsupportedFormatException | NotFoundException e) {
      return false;
    }
  }

  private boolean isSuspicious(Fragment fragment, Parts parts) {
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
      return fragment.tiles() > 0
          && SparseExtent.of(fragment).hasUniqueCells(parts.extents(), opened);
    }
    BoxOrder order =
        new BoxOrder(opened.dimensions(), fragment.name().version().hasExactStringBounds());
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
