package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.Slice;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A storage format version, as a set of named features. Each predicate tells whether structures or
 * data of that version have a feature. The predicates are ordered by the version in which they
 * change. Code outside of this package asks for features and does not compare version numbers.
 */
public final class FormatVersion implements Comparable<FormatVersion> {
  private static final int MIN = 1;
  private static final int MAX = 23;
  private static final int MIN_WRITABLE = 7;
  private static final int MAX_RELEASED = 22;

  /**
   * The largest plausible version. Because 23 versions appeared in ten years, a larger number
   * indicates damage.
   */
  static final int PLAUSIBLE = 64;

  private static final int EXPERIMENTAL = 0x80000000;

  /**
   * The newest version that can be read and written. It is also used for structures that never
   * changed.
   */
  public static final FormatVersion NEWEST = new FormatVersion(MAX);

  /**
   * The default version of new arrays, which is the newest version that a TileDB release reads.
   * TileDB 2.25.0 to 2.30.1 use version 22; only its development branch uses version 23.
   */
  public static final FormatVersion DEFAULT = new FormatVersion(MAX_RELEASED);

  /** The first release of TileDB that reads each version from 1 to {@link #MAX_RELEASED}. */
  private static final List<Release> RELEASES =
      Stream.of(
              "1.4.0", "1.4.1", "1.6", "1.7", "2.0", "2.1", "2.2.1", "2.2.3", "2.3", "2.4", "2.7",
              "2.8", "2.9", "2.10", "2.11", "2.12", "2.14", "2.15", "2.16", "2.17", "2.19", "2.25")
          .map(Release::parse)
          .toList();

  /** The readable versions, indexed by number. Index 0 is unused. */
  private static final FormatVersion[] KNOWN =
      IntStream.rangeClosed(0, MAX).mapToObj(FormatVersion::new).toArray(FormatVersion[]::new);

  private final int number;

  private FormatVersion(int number) {
    this.number = number;
  }

  /**
   * Returns the version with this number.
   *
   * @throws UnsupportedFormatException if this release cannot read the version
   * @throws CorruptDataException if the number is not a plausible version
   */
  public static FormatVersion of(int number) {
    return of("format version", null, -1, number);
  }

  /**
   * Returns the version with this number, for a new array or an upgrade.
   *
   * @throws InvalidRequestException if the version cannot be written
   */
  public static FormatVersion writable(int number) {
    if (number < MIN_WRITABLE || number > MAX) {
      throw new InvalidRequestException(
          "cannot write format version %d (valid: %d to %d; default: %d, the newest that released TileDB reads)"
              .formatted(number, MIN_WRITABLE, MAX, MAX_RELEASED));
    }
    return new FormatVersion(number);
  }

  /**
   * Returns the version with this number, or {@link #DEFAULT} if the number is empty.
   *
   * @throws InvalidRequestException if the version cannot be written
   */
  public static FormatVersion writable(OptionalInt number) {
    return number.isPresent() ? writable(number.getAsInt()) : DEFAULT;
  }

  /**
   * Returns the first version that has a feature.
   *
   * @param word tests for the feature; all later versions must have it as well
   */
  static FormatVersion first(Predicate<FormatVersion> word) {
    return IntStream.rangeClosed(MIN, MAX)
        .mapToObj(FormatVersion::new)
        .filter(word)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the version with this number, or null if this release cannot read it. */
  static FormatVersion known(int number) {
    return number >= MIN && number <= MAX ? KNOWN[number] : null;
  }

  /**
   * Returns the version whose number was read from a structure.
   *
   * @param structure the name of the structure, for error messages
   * @param field the name of the field, for error messages; null if unknown
   * @param offset the position of the field in the structure, for error messages; -1 if unknown
   * @throws UnsupportedFormatException if this release cannot read the version
   * @throws CorruptDataException if the number is not a plausible version
   */
  static FormatVersion of(String structure, String field, long offset, int number) {
    int released = number & ~EXPERIMENTAL;
    if (released < MIN || released > PLAUSIBLE) {
      throw CorruptDataException.of(
          structure,
          field,
          offset,
          "%s is not a format version (known: %d, of TileDB 1.4, to %d)"
              .formatted(Integer.toUnsignedString(number), MIN, MAX));
    }
    if (number != released) {
      throw UnsupportedFormatException.of(
          structure,
          offset,
          "format version %d is of an experimental build of TileDB; only released versions can be read"
              .formatted(released));
    }
    if (number > MAX) {
      throw UnsupportedFormatException.of(
          structure,
          offset,
          "format version %d is newer than this release of Azulejo, which reads up to %d; use a newer release"
              .formatted(number, MAX));
    }
    return new FormatVersion(number);
  }

  /** Reads the version at the start of a structure, without a {@link Wire}. */
  static FormatVersion leading(String structure, Slice bytes) {
    if (bytes.length() < Integer.BYTES) {
      throw CorruptDataException.of(
          structure,
          "version",
          0,
          "needs %d bytes, but %d are left".formatted(Integer.BYTES, bytes.length()));
    }
    return of(structure, "version", 0, bytes.getInt(0));
  }

  /**
   * Transfers the version at the start of a structure, and checks that it is the version of the
   * wire.
   */
  static FormatVersion transfer(Wire wire) {
    int number = wire.i32("version", wire.version(), FormatVersion::number);
    wire.check(
        number == wire.version().number, "version", "%d instead of %s", number, wire.version());
    return wire.version();
  }

  /**
   * Returns the version number, for this package and for display. Other code should ask for
   * features.
   */
  public int number() {
    return number;
  }

  /** Returns the first TileDB release that reads this version, or empty if no release does. */
  public Optional<Release> release() {
    return number > MAX_RELEASED ? Optional.empty() : Optional.of(RELEASES.get(number - 1));
  }

  /** Returns the later of two versions. */
  public static FormatVersion max(FormatVersion a, FormatVersion b) {
    return a.number >= b.number ? a : b;
  }

  /** Returns whether fragments of this version can be written. */
  public boolean writable() {
    return number >= MIN_WRITABLE;
  }

  /**
   * Returns whether the coordinates of a tile are always split by dimension before they are
   * filtered (since version 2).
   */
  public boolean alwaysUnzipsCoordinates() {
    return number >= 2;
  }

  /**
   * Returns whether fragment metadata consists of sections with a footer and an R-tree (since
   * version 3).
   */
  public boolean hasFooter() {
    return number >= 3;
  }

  /** Returns whether each dimension has its own type, filters and files (since version 5). */
  public boolean hasDimensionFiles() {
    return number >= 5;
  }

  /**
   * Returns whether schemas have a flag that allows several cells with the same coordinates (since
   * version 5).
   */
  public boolean hasDuplicates() {
    return number >= 5;
  }

  /**
   * Returns whether each fragment has a commit file, and fragment names contain the version (since
   * version 5).
   */
  public boolean hasCommitFiles() {
    return number >= 5;
  }

  /** Returns whether attributes have their own fill values (since version 6). */
  public boolean hasFillValues() {
    return number >= 6;
  }

  /** Returns whether attributes can be nullable (since version 7). */
  public boolean hasValidity() {
    return number >= 7;
  }

  /**
   * Returns whether data files are named after their fields, without escaping (up to version 7).
   */
  public boolean namesFilesByRawField() {
    return number <= 7;
  }

  /**
   * Returns whether the upper bounds of tile boxes are the true maxima in string dimensions (since
   * version 8).
   */
  public boolean hasExactStringBounds() {
    return number >= 8;
  }

  /** Returns whether data files are named after the positions of their fields (since version 9). */
  public boolean namesFilesByIndex() {
    return number >= 9;
  }

  /**
   * Returns whether consolidated footers identify fragments by name, not by URI (since version 9).
   */
  public boolean hasRelativeFooters() {
    return number >= 9;
  }

  /** Returns whether TileDB needs a lock file to open an array (up to version 10). */
  public boolean needsLockFile() {
    return number <= 10;
  }

  /**
   * Returns whether schemas have their own folder, and footers name their schema (since version
   * 10).
   */
  public boolean namesSchemas() {
    return number >= 10;
  }

  /** Returns whether the footer is always followed by its length (since version 10). */
  public boolean hasFooterLength() {
    return number >= 10;
  }

  /** Returns whether tiles have minima, maxima, sums and null counts (since version 11). */
  public boolean hasTileStatistics() {
    return number >= 11;
  }

  /** Returns whether chunks of variable-size cells end at cell boundaries (since version 11). */
  public boolean endsChunksAtCells() {
    return number >= 11;
  }

  /** Returns whether fragments and commits have their own folders (since version 12). */
  public boolean splitsDirectories() {
    return number >= 12;
  }

  /**
   * Returns whether fragments have a minimum, a maximum, a sum and a null count of each field
   * (since version 12).
   */
  public boolean hasFragmentStatistics() {
    return number >= 12;
  }

  /** Returns whether RLE of ASCII strings stores the offsets in the data (since version 12). */
  public boolean keepsOffsetsInAsciiRle() {
    return number >= 12;
  }

  /**
   * Returns whether DICTIONARY of ASCII strings stores the offsets in the data (since version 13).
   */
  public boolean keepsOffsetsInAsciiDictionary() {
    return number >= 13;
  }

  /** Returns whether consolidated fragments can store the time of each cell (since version 14). */
  public boolean hasTimestamps() {
    return number >= 14;
  }

  /**
   * Returns whether consolidated fragments can store the deletion time of each cell (since version
   * 15).
   */
  public boolean hasDeleteMetadata() {
    return number >= 15;
  }

  /**
   * Returns whether a fragment of a sparse array is visible if its time range overlaps the time
   * range at which the array is opened (since version 15).
   */
  public boolean isVisibleIfTimesOverlap() {
    return number >= 15;
  }

  /** Returns whether cells of a sparse array can be deleted by condition (since version 16). */
  public boolean hasDeletes() {
    return number >= 16;
  }

  /**
   * Returns whether footers contain the offset of the list of processed conditions (since version
   * 16).
   */
  public boolean hasProcessedConditions() {
    return number >= 16;
  }

  /**
   * Returns whether the cells of a tile are stored in the global order of the array (since version
   * 16).
   */
  public boolean keepsGlobalOrder() {
    return number >= 16;
  }

  /** Returns whether attributes can declare that their values are sorted (since version 17). */
  public boolean hasDataOrder() {
    return number >= 17;
  }

  /**
   * Returns whether the statistics of dense tiles exclude the padding around written cells (since
   * version 17).
   */
  public boolean excludesPaddingFromStatistics() {
    return number >= 17;
  }

  /**
   * Returns whether RLE and DICTIONARY of UTF-8 strings store the offsets in the data (since
   * version 17).
   */
  public boolean keepsOffsetsInUtf8() {
    return number >= 17;
  }

  /** Returns whether dimensions can have labels (since version 18). */
  public boolean hasDimensionLabels() {
    return number >= 18;
  }

  /**
   * Returns whether vacuum files contain fragment paths that are relative to the array (since
   * version 19).
   */
  public boolean hasRelativeVacuumFiles() {
    return number >= 19;
  }

  /** Returns whether DELTA can reinterpret its input as another type (since version 19). */
  public boolean reinterpretsInDelta() {
    return number >= 19;
  }

  /** Returns whether DOUBLE_DELTA can reinterpret its input as another type (since version 20). */
  public boolean reinterpretsInDoubleDelta() {
    return number >= 20;
  }

  /** Returns whether attributes can have enumerations (since version 20). */
  public boolean hasEnumerations() {
    return number >= 20;
  }

  /**
   * Returns whether BIT_WIDTH_REDUCTION and POSITIVE_DELTA apply to datetimes and times (since
   * version 20).
   */
  public boolean appliesIntegerFiltersToDatetimes() {
    return number >= 20;
  }

  /**
   * Returns whether minima and maxima of nullable fixed-size strings in dense arrays are correct
   * (since version 21).
   */
  public boolean hasExactNullableStringBounds() {
    return number >= 21;
  }

  /** Returns whether schemas can have a current domain (since version 22). */
  public boolean hasCurrentDomain() {
    return number >= 22;
  }

  /**
   * Returns whether footers have optional sections, such as the global-order bounds of tiles (since
   * version 23).
   */
  public boolean hasOptionalSections() {
    return number >= 23;
  }

  @Override
  public int compareTo(FormatVersion other) {
    return Integer.compare(number, other.number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FormatVersion that && number == that.number;
  }

  @Override
  public int hashCode() {
    return number;
  }

  /** Returns the version number as text. */
  @Override
  public String toString() {
    return Integer.toString(number);
  }
}
