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
 * Compares the footer in a fragment's own file with its copy in consolidated fragment metadata (the
 * "gathered" footer). If they differ, the footer that matches the fragment's tables is correct.
 */
final class FooterComparison {
  /** The result of a comparison, which states which footer is correct. */
  enum Verdict {
    /** Both footers are equal. */
    SAME,
    /** Only the footer in the fragment's own file is correct. */
    OWN,
    /** Only the gathered footer is correct. */
    GATHERED,
    /** The footers differ, but both match the tables. */
    EITHER,
    /** Neither footer matches the tables, which may be damaged or missing. */
    NEITHER;

    /** Returns whether the gathered footer may be the only correct copy. */
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
   * Compares a gathered footer with the footer in the fragment's own file.
   *
   * @param gathered the consolidated metadata file that contains {@code footer}
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

  /** Returns whether a fragment would be intact if its metadata file had these bytes. */
  boolean isSound(ArrayDirectory.FragmentFolder folder, byte[] file) {
    return isSound(() -> loader.load(folder, Slice.of(file)));
  }

  /** Returns whether a fragment can be loaded and all of its tables fit its footer. */
  private boolean isSound(Supplier<Fragment> loading) {
    Fragment fragment;
    try {
      fragment = loading.get();
    } catch (CorruptDataException | NotFoundException | UnsupportedFormatException e) {
      return false;
    }
    ProblemCollector problems = array.problems().emptyCopy();
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
   * Returns a fragment's metadata file with its footer replaced by the gathered one. Does not write
   * the file.
   *
   * @param gathered the consolidated metadata file that contains {@code footer}
   * @return the new content of the file; empty if the tables before the footer are not intact
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
