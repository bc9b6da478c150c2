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
import java.util.List;
import java.util.Optional;

/**
 * Finds out lists of commits that lost whole lines at their end. A merge that makes several
 * fragments commits them by one list, and they share the cells among them. So a complete fragment
 * of their times that is in no list, and has no cell in common with any of them, is one of them;
 * what a merge left that was killed has the cells of the one that came after it.
 */
final class TruncatedCommitLists {
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
      if (!others.isEmpty() && sharesCells(candidate.folder(), others, loader, opened)) {
        throw CorruptDataException.of(
                CommitsFileFormat.STRUCTURE,
                "entries",
                -1,
                "they commit fragments of one merge, but not %s, which is complete and has the rest of its cells: lines were lost"
                    .formatted(name))
            .at(candidate.list().toString());
      }
    }
  }

  private static boolean sharesCells(
      ArrayDirectory.FragmentFolder folder,
      List<Fragment> others,
      FragmentLoader loader,
      ArraySchema opened) {
    Optional<NDRange> domain;
    try {
      domain = loader.load(folder).nonEmptyDomain();
    } catch (CorruptDataException | UnsupportedFormatException | NotFoundException e) {
      return false; // it is not complete
    }
    BoxOrder order =
        new BoxOrder(opened.dimensions(), folder.name().version().boundsStringsRight());
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
