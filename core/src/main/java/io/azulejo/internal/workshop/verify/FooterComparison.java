package io.azulejo.internal.workshop.verify;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.FragmentFields;
import io.azulejo.storage.Location;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Compares the footer in a fragment's own file with the one that was gathered with others. If they
 * differ, the right one is the one that fits the tables of the fragment.
 */
final class FooterComparison {
  /** Which of two footers is right. */
  enum Verdict {
    /** Both are the same. */
    SAME,
    /** The fragment's own. */
    OWN,
    /** The gathered one. */
    GATHERED,
    /** Either may be: both fit the tables, and differ. */
    EITHER,
    /** Neither fits the tables, which may be damaged or missing. */
    NEITHER;

    /** Whether the gathered footer may be the only copy of the right one. */
    boolean needsGathered() {
      return this != SAME && this != OWN;
    }
  }

  private final InspectedObject array;
  private final FragmentLoader loader;

  FooterComparison(InspectedObject array, FragmentLoader loader) {
    this.array = array;
    this.loader = loader;
  }

  /**
   * Compares two footers of a fragment.
   *
   * @param gathered the file that holds the gathered one
   */
  Verdict compare(ArrayDirectory.FragmentFolder folder, Location gathered, Slice footer) {
    if (isOwn(folder, footer)) {
      return Verdict.SAME;
    }
    boolean own = isSound(() -> loader.load(folder));
    boolean other = isSound(() -> loader.load(folder, gathered, footer));
    if (own == other) {
      return own ? Verdict.EITHER : Verdict.NEITHER;
    }
    return own ? Verdict.OWN : Verdict.GATHERED;
  }

  private boolean isOwn(ArrayDirectory.FragmentFolder folder, Slice footer) {
    try {
      return loader.footer(folder).equals(footer);
    } catch (CorruptDataException | NotFoundException | UnsupportedFormatException e) {
      return false;
    }
  }

  /** Returns whether a fragment would be sound if its metadata file had these bytes. */
  boolean isSound(ArrayDirectory.FragmentFolder folder, byte[] file) {
    return isSound(() -> loader.load(folder, Slice.of(file)));
  }

  /** Whether a fragment can be loaded, and all of its tables fit its footer. */
  private boolean isSound(Supplier<Fragment> loading) {
    Fragment fragment;
    try {
      fragment = loading.get();
    } catch (CorruptDataException | NotFoundException | UnsupportedFormatException e) {
      return false;
    }
    ProblemCollector problems = array.problems().another();
    InspectedObject alone =
        new InspectedObject(
            array.storage(),
            array.intact(),
            array.location(),
            array.key(),
            array.inventory(),
            problems,
            array.resources());
    new TableChecks(alone, fragment, true, FragmentFields.of(fragment)).run();
    if (!fragment.dense()) {
      new TreeChecks(alone, fragment, true).run();
    }
    return !problems.hasErrors();
  }

  /**
   * The metadata file of a fragment with the gathered footer in place of its own.
   *
   * @param gathered the file that holds the gathered footer
   * @return empty unless the tables before the footer are whole
   */
  Optional<byte[]> restored(ArrayDirectory.FragmentFolder folder, Location gathered, Slice footer) {
    try {
      Fragment fragment = loader.load(folder, gathered, footer);
      Slice own =
          Slice.of(
              WholeFile.read(
                  array.storage(), folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE)));
      long last = fragment.tables().lastSection();
      if (last > own.length()) {
        return Optional.empty();
      }
      long end = last + GenericTile.header("section", own, (int) last).extent();
      if (end > own.length()) {
        return Optional.empty();
      }
      byte[] right =
          FragmentFooterFormat.encodeWithLength(fragment.footer(), fragment.schema().schema())
              .toBytes();
      byte[] file = Arrays.copyOf(own.slice(0, (int) end).toBytes(), (int) end + right.length);
      System.arraycopy(right, 0, file, (int) end, right.length);
      return isSound(folder, file) ? Optional.of(file) : Optional.empty();
    } catch (CorruptDataException | NotFoundException | UnsupportedFormatException e) {
      return Optional.empty();
    }
  }
}
