package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.storage.Location;
import java.util.Arrays;
import java.util.List;

/**
 * The positions of the sections in a fragment's metadata file, according to the fragment footer.
 * Immutable.
 */
final class SectionPlaces {
  private static final long[] NO_BORDERS = {};

  /** The footer fields that contain the start positions of sections. */
  private static final List<String> BORDER_FIELDS =
      List.of(
          "rtree_offset",
          "tile_offsets",
          "tile_var_offsets",
          "tile_var_sizes",
          "tile_validity_offsets",
          "tile_mins",
          "tile_maxes",
          "tile_sums",
          "tile_null_counts",
          "fragment_statistics",
          "processed_conditions");

  private final FragmentFooter footer;
  private final int dimensions;
  private final Location file;
  private final Location footerFile;
  private final long[] borders;

  /**
   * Reads the positions from a footer and checks that sections begin at different positions.
   *
   * @param dimensions the number of dimensions of the array
   * @param file the metadata file, for messages
   * @param footerFile the file that the footer was read from, for messages
   * @throws CorruptDataException if two sections begin at the same position
   */
  SectionPlaces(FragmentFooter footer, int dimensions, Location file, Location footerFile) {
    this.footer = footer;
    this.dimensions = dimensions;
    this.file = file;
    this.footerFile = footerFile;
    this.borders = borders(footer);
  }

  /** Returns the start position of the last section. */
  long last() {
    return borders[borders.length - 1];
  }

  /** Returns the start position of a section. */
  long offset(MetadataSection section) {
    int index = section.index();
    return switch (section.table()) {
      case RTREE -> footer.rtreeOffset();
      case OFFSETS -> footer.tileOffsets()[index];
      case VAR_OFFSETS -> footer.tileVarOffsets()[index];
      case VAR_SIZES -> footer.tileVarSizes()[index];
      case VALIDITY_OFFSETS -> footer.tileValidityOffsets()[index];
      case MINS -> footer.tileMins()[index];
      case MAXES -> footer.tileMaxes()[index];
      case SUMS -> footer.tileSums()[index];
      case NULL_COUNTS -> footer.tileNullCounts()[index];
      case FIRST_CELLS -> ends()[index];
      case LAST_CELLS -> ends()[ends().length / 2 + index];
      case WHOLE -> footer.fragmentStatistics();
      case PROCESSED_CONDITIONS -> footer.processedConditions();
    };
  }

  /**
   * Returns the start positions of the sections with the coordinates of first cells, one per
   * dimension, followed by the sections with the coordinates of last cells.
   */
  private long[] ends() {
    return footer
        .globalOrderBounds(dimensions)
        .orElseThrow(
            () ->
                CorruptDataException.of(
                        FragmentFooterFormat.STRUCTURE,
                        "optional_sections",
                        -1,
                        "the section with the coordinates of first cells is missing")
                    .at(footerFile.toString()));
  }

  /**
   * Returns the latest possible end of a section: the start of the next section, or the end of the
   * file.
   *
   * @param offset the start position of the section
   * @param fileSize the size of the metadata file in bytes
   * @throws CorruptDataException if the offset is not within the file
   */
  long end(long offset, long fileSize) {
    if (offset < 0 || offset >= fileSize) {
      throw CorruptDataException.of(
              FragmentFooterFormat.STRUCTURE,
              "offset of a section",
              -1,
              "%s is not within the %d bytes of %s"
                  .formatted(Long.toUnsignedString(offset), fileSize, file))
          .at(footerFile.toString());
    }
    int next = Arrays.binarySearch(borders, offset + 1);
    int index = next < 0 ? -next - 1 : next;
    return index < borders.length ? Math.min(borders[index], fileSize) : fileSize;
  }

  /**
   * Returns the start positions of all sections in ascending order, without duplicates. Each
   * section ends where the next one begins. Some writers set 0 for sections that a fragment does
   * not use.
   *
   * @throws CorruptDataException if two sections begin at the same position
   */
  private static long[] borders(FragmentFooter footer) {
    if (!footer.version().hasFooter()) {
      return NO_BORDERS;
    }
    long[][] starts = {
      {footer.rtreeOffset()},
      footer.tileOffsets(),
      footer.tileVarOffsets(),
      footer.tileVarSizes(),
      footer.tileValidityOffsets(),
      footer.tileMins(),
      footer.tileMaxes(),
      footer.tileSums(),
      footer.tileNullCounts(),
      given(footer.fragmentStatistics()),
      given(footer.processedConditions())
    };
    int count = 0;
    for (long[] some : starts) {
      count += some.length;
    }
    long[] borders = new long[count];
    int end = 0;
    for (long[] some : starts) {
      System.arraycopy(some, 0, borders, end, some.length);
      end += some.length;
    }
    Arrays.sort(borders);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || borders[i] != borders[i - 1]) {
        borders[distinct++] = borders[i];
      } else if (borders[i] != 0) {
        throw duplicateStart(borders[i], starts);
      }
    }
    return Arrays.copyOf(borders, distinct);
  }

  /**
   * Returns the start position of an optional section as an array, which is empty if the section is
   * missing.
   */
  private static long[] given(long offset) {
    return offset == 0 ? NO_BORDERS : new long[] {offset};
  }

  private static CorruptDataException duplicateStart(long offset, long[][] starts) {
    int seen = 0;
    int field = -1;
    for (int f = 0; field < 0; f++) {
      for (long start : starts[f]) {
        seen += start == offset ? 1 : 0;
      }
      field = seen > 1 ? f : -1;
    }
    return CorruptDataException.of(
        FragmentFooterFormat.STRUCTURE,
        BORDER_FIELDS.get(field),
        -1,
        "two sections begin at %s".formatted(Long.toUnsignedString(offset)));
  }
}
