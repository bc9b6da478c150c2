package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;

/**
 * Checks a fragment footer against itself, the fragment's name, the schema that the fragment was
 * written with, and the schema that the array is read with. Reads no other file. Other sections and
 * files are checked when they are read.
 */
final class FooterConsistency {
  /** Minimum size in bytes of a filtered tile, which begins with the number of its chunks. */
  private static final int MIN_TILE = Long.BYTES;

  /**
   * Size in bytes of a field that was introduced in version 12 and that some footers of version 11
   * already contain at their end.
   */
  private static final int LATER_FIELD = Long.BYTES;

  private final FragmentFooter footer;
  private final ArraySchema written;
  private final ArraySchema opened;
  private final BoxOrder order;

  /**
   * Creates a consistency check for a fragment footer.
   *
   * @param written the schema that the fragment was written with
   * @param opened the schema that the array is read with
   */
  FooterConsistency(FragmentFooter footer, ArraySchema written, ArraySchema opened) {
    this.footer = footer;
    this.written = written;
    this.opened = opened;
    this.order = new BoxOrder(written.dimensions(), footer.version().hasExactStringBounds());
  }

  /**
   * Checks all footer fields that later code relies on.
   *
   * @param name the name of the fragment
   * @throws CorruptDataException if the footer is inconsistent
   */
  void run(FragmentName name) {
    checkVersion(name);
    checkSchemas();
    checkEnd();
    checkDomain();
    if (footer.dense()) {
      checkDense();
    } else {
      checkSparse();
    }
  }

  private void checkVersion(FragmentName name) {
    FormatVersion version = footer.version();
    boolean same =
        name.version().hasCommitFiles()
            ? name.version().equals(version)
            : !version.hasCommitFiles();
    if (!same) {
      throw corrupt(
          "version",
          "%s, but the name of the fragment has version %s".formatted(version, name.version()));
    }
  }

  /**
   * Checks that both schemas have the same dimension types. The footer is decoded with one schema
   * and used with the other.
   */
  private void checkSchemas() {
    if (footer.dense() && !opened.isDense()) {
      throw corrupt("dense", "a dense fragment in a sparse array");
    }
    List<Dimension> dimensions = opened.dimensions();
    boolean same = written.dimensions().size() == dimensions.size();
    for (int d = 0; same && d < dimensions.size(); d++) {
      Dimension dimension = written.dimensions().get(d);
      same =
          dimension.type() == dimensions.get(d).type()
              && dimension.cellValNum() == dimensions.get(d).cellValNum();
    }
    if (!same) {
      throw CorruptDataException.of(
          "array schema",
          "dimensions",
          -1,
          "a fragment was written with dimensions %s, but the array has %s"
              .formatted(types(written), types(opened)));
    }
  }

  /**
   * Checks that the footer ends after its last field. A wrong flag or length shifts all later
   * fields and leaves bytes over.
   */
  private void checkEnd() {
    int max =
        footer.version().hasTileStatistics() && !footer.version().hasFragmentStatistics()
            ? LATER_FIELD
            : 0;
    if (footer.trailing().length() > max) {
      throw corrupt(
          "trailing", "%d bytes follow the last field".formatted(footer.trailing().length()));
    }
  }

  private void checkDomain() {
    if (footer.nonEmptyDomain().isEmpty()) {
      return;
    }
    Boxes box = order.of(footer.nonEmptyDomain().get());
    int d = order.reversed(box, 0);
    if (d >= 0) {
      throw corruptDomain(d, "%s is not a valid range".formatted(order.text(box, 0, d)));
    }
  }

  private void checkDense() {
    if (footer.nonEmptyDomain().isEmpty()) {
      throw corrupt(
          "no_non_empty_domain", "the non-empty domain is missing, but a dense fragment has cells");
    }
    checkWithin(footer.nonEmptyDomain().get());
    if (footer.sparseTiles() != 0) {
      throw corrupt(
          "sparse_tiles",
          "%s sparse tiles, but the fragment is dense"
              .formatted(Long.toUnsignedString(footer.sparseTiles())));
    }
    if (footer.timestamps() || footer.deleteMetadata()) {
      throw corrupt(
          footer.timestamps() ? "timestamps" : "delete_metadata",
          "a dense fragment cannot have times of single cells");
    }
  }

  /**
   * Checks that the non-empty domain is within the array's domain, because dense reads without
   * ranges cover the whole non-empty domain.
   */
  private void checkWithin(NDRange box) {
    for (int d = 0; d < opened.dimensions().size(); d++) {
      Dimension dimension = opened.dimensions().get(d);
      Range.Longs part = (Range.Longs) box.get(d);
      Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
      long flip = dimension.type() == Datatype.UINT64 ? Long.MIN_VALUE : 0;
      if ((part.low() ^ flip) < (domain.low() ^ flip)
          || (part.high() ^ flip) > (domain.high() ^ flip)) {
        throw corruptDomain(d, "%s is not within the domain %s".formatted(part, domain));
      }
    }
  }

  private void checkSparse() {
    long tiles = footer.sparseTiles();
    if (tiles < 0 || tiles > Integer.MAX_VALUE) {
      throw corrupt(
          "sparse_tiles",
          "%s tiles exceed the limit of 2^31-1".formatted(Long.toUnsignedString(tiles)));
    }
    if (tiles > 0 != footer.nonEmptyDomain().isPresent()) {
      throw corrupt(
          "sparse_tiles",
          tiles > 0
              ? "%d tiles, but no non-empty domain".formatted(tiles)
              : "no tiles, but a non-empty domain");
    }
    if (opened.isDense() && tiles > 0) {
      checkWithin(footer.nonEmptyDomain().get());
    }
    if (tiles > 0) {
      long capacity = Math.min(written.capacity(), Integer.MAX_VALUE);
      if (footer.lastTileCells() < 1 || footer.lastTileCells() > capacity) {
        throw corrupt(
            "last_tile_cells",
            "%s cells are not within 1..%d, the capacity"
                .formatted(Long.toUnsignedString(footer.lastTileCells()), capacity));
      }
      checkFiles(tiles);
    }
  }

  /** Checks that the coordinate files are large enough for the number of tiles. */
  private void checkFiles(long tiles) {
    int attributes = written.attributes().size();
    int first = footer.version().hasDimensionFiles() ? attributes + 1 : attributes;
    int count = footer.version().hasDimensionFiles() ? written.dimensions().size() : 1;
    for (int i = first; i < first + count; i++) {
      // The file of string values may contain the offsets as well.
      long size = footer.fileSizes()[i];
      if (size >= 0 && size < tiles * MIN_TILE && i < footer.varFileSizes().length) {
        size = Math.max(size, footer.varFileSizes()[i]);
      }
      if (size >= 0 && size < tiles * MIN_TILE) {
        throw corrupt(
            "sparse_tiles",
            "%d tiles, but coordinate file %d has %d bytes; a tile takes at least %d"
                .formatted(tiles, i - first, size, MIN_TILE));
      }
    }
  }

  /** Returns whether the non-empty domain extends beyond the array's domain. */
  boolean isOutsideOfDomain() {
    if (footer.nonEmptyDomain().isEmpty()) {
      return false;
    }
    Boxes box = order.of(footer.nonEmptyDomain().get());
    for (int d = 0; d < opened.dimensions().size(); d++) {
      if (opened.dimensions().get(d).domain().isPresent()
          && order.isOutside(opened.dimensions().get(d).domain().get(), box, d)) {
        return true;
      }
    }
    return false;
  }

  private CorruptDataException corruptDomain(int d, String reason) {
    return corrupt(
        "non_empty_domain.dimension[%d]".formatted(d),
        "dimension \"%s\": %s".formatted(opened.dimensions().get(d).name(), reason));
  }

  private static CorruptDataException corrupt(String field, String reason) {
    return CorruptDataException.of(FragmentFooterFormat.STRUCTURE, field, -1, reason);
  }

  private static List<Datatype> types(ArraySchema schema) {
    return schema.dimensions().stream().map(Dimension::type).toList();
  }
}
