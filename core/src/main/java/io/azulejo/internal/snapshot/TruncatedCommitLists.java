package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.fragment.BoxOrder;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out lists of commits that lost whole lines. A merge that makes several fragments commits
 * them by one list, and they share the cells among them. So a complete fragment of their times that
 * is in no list, and has cells that none of them has, is one of them; what a merge left that was
 * killed has the cells of the one that came after it.
 */
public final class TruncatedCommitLists {
  private TruncatedCommitLists() {}

  /**
   * A fragment that nothing commits, nor takes back or replaces.
   *
   * @param folder its folder
   * @param list a list that commits nothing but fragments of its times, which are several
   */
  record Candidate(ArrayDirectory.FragmentFolder folder, Location list) {}

  /**
   * Refuses an array with such a list.
   *
   * @param opened the schema that the array is read by
   * @param fragments those that are seen
   * @throws CorruptDataException names the list
   */
  static void refuse(
      List<Candidate> candidates,
      FragmentLoader loader,
      ArraySchema opened,
      List<Fragment> fragments) {
    for (Candidate candidate : candidates) {
      FragmentName name = candidate.folder().name();
      List<Fragment> others =
          fragments.stream()
              .filter(f -> f.name().t1() == name.t1() && f.name().t2() == name.t2())
              .toList();
      if (!others.isEmpty() && hasRestOfCells(candidate.folder(), others, loader, opened)) {
        throw lost(candidate, "has the rest of its cells: lines were lost");
      }
    }
  }

  private static CorruptDataException lost(Candidate candidate, String why) {
    return CorruptDataException.of(
            CommitsFileFormat.STRUCTURE,
            "entries",
            -1,
            "they commit fragments of one merge, but not %s, which is complete and %s"
                .formatted(candidate.folder().name(), why))
        .at(candidate.list().toString());
  }

  /**
   * Finds lists that have probably lost lines, though the fragments do not prove it: a merge that
   * was killed and then repeated leaves a fragment that is like one of the others, or like all of
   * them together.
   *
   * @param visible what is seen of the array
   */
  public static List<CorruptDataException> suspected(VisibleNames visible, FragmentLoader loader) {
    List<CorruptDataException> suspected = new ArrayList<>();
    for (Candidate candidate : visible.candidates()) {
      FragmentName name = candidate.folder().name();
      List<ArrayDirectory.FragmentFolder> others =
          visible.fragments().stream()
              .filter(f -> f.name().t1() == name.t1() && f.name().t2() == name.t2())
              .toList();
      try {
        Fragment fragment = loader.load(candidate.folder());
        List<Fragment> parts = others.stream().map(loader::load).toList();
        long cells = parts.stream().mapToLong(Fragment::writtenCells).sum();
        boolean repeated =
            parts.stream()
                .anyMatch(
                    part ->
                        part.writtenCells() == fragment.writtenCells()
                            && part.nonEmptyDomain().equals(fragment.nonEmptyDomain()));
        if (!parts.isEmpty() && !repeated && fragment.writtenCells() < cells) {
          suspected.add(lost(candidate, "like none of them: lines may have been lost"));
        }
      } catch (CorruptDataException | UnsupportedFormatException | NotFoundException e) {
        continue; // it is not complete
      }
    }
    return suspected;
  }

  private static boolean hasRestOfCells(
      ArrayDirectory.FragmentFolder folder,
      List<Fragment> others,
      FragmentLoader loader,
      ArraySchema opened) {
    Fragment fragment;
    try {
      fragment = loader.load(folder);
      if (!fragment.dense() && fragment.tiles() > 0) {
        return SparseExtent.of(fragment)
            .hasMoreThan(
                others.stream().filter(f -> f.tiles() > 0).map(SparseExtent::of).toList(), opened);
      }
    } catch (CorruptDataException | UnsupportedFormatException | NotFoundException e) {
      return false; // it is not complete
    }
    BoxOrder order =
        new BoxOrder(opened.dimensions(), folder.name().version().boundsStringsRight());
    Optional<NDRange> domain = fragment.nonEmptyDomain();
    return domain.isPresent()
        && others.stream()
            .allMatch(
                other ->
                    other
                        .nonEmptyDomain()
                        .filter(box -> order.areApart(box, domain.get()))
                        .isPresent());
  }
}
