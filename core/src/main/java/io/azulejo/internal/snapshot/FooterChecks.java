package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;

/** Whether a fragment's footer fits the schema it was written with and the one that is open. */
final class FooterChecks {
  private FooterChecks() {}

  /**
   * Checks all that later code takes for granted.
   *
   * @throws CorruptDataException if the footer does not fit
   */
  static void check(FragmentFooter footer, ArraySchema written, ArraySchema opened) {
    checkSchemas(footer, written, opened);
    if (opened.isDense()) {
      footer.nonEmptyDomain().ifPresent(domain -> checkWithin(domain, opened));
    }
    if (footer.sparseTiles() < 0 || footer.sparseTiles() > Integer.MAX_VALUE) {
      throw CorruptDataException.of(
          "fragment footer",
          "sparse_tile_num",
          -1,
          "%s tiles are too many".formatted(Long.toUnsignedString(footer.sparseTiles())));
    }
    if (!footer.dense() && footer.sparseTiles() > 0) {
      long capacity = Math.min(written.capacity(), Integer.MAX_VALUE);
      if (footer.lastTileCells() < 1 || footer.lastTileCells() > capacity) {
        throw CorruptDataException.of(
            "fragment footer",
            "last_tile_cell_num",
            -1,
            "%s cells are not within 1..%d, the capacity"
                .formatted(Long.toUnsignedString(footer.lastTileCells()), capacity));
      }
    }
  }

  /** Footers are read by the schema of the time, and what they say is used by the open one. */
  private static void checkSchemas(FragmentFooter footer, ArraySchema written, ArraySchema opened) {
    if (footer.dense() && !opened.isDense()) {
      throw CorruptDataException.of(
          "fragment footer", "dense", -1, "a dense fragment in a sparse array");
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

  /** What is read of a dense array without ranges is its non-empty domain: it has to have tiles. */
  private static void checkWithin(NDRange written, ArraySchema opened) {
    for (int d = 0; d < opened.dimensions().size(); d++) {
      Dimension dimension = opened.dimensions().get(d);
      Range.Whole part = (Range.Whole) written.get(d);
      Range.Whole domain = (Range.Whole) dimension.domain().orElseThrow();
      long flip = dimension.type() == Datatype.UINT64 ? Long.MIN_VALUE : 0;
      if ((part.low() ^ flip) < (domain.low() ^ flip)
          || (part.high() ^ flip) > (domain.high() ^ flip)
          || (part.low() ^ flip) > (part.high() ^ flip)) {
        throw CorruptDataException.of(
            "fragment footer",
            "non_empty_domain",
            -1,
            "%s of dimension \"%s\" is not within its domain, %s"
                .formatted(part, dimension.name(), domain));
      }
    }
  }

  private static List<Datatype> types(ArraySchema schema) {
    return schema.dimensions().stream().map(Dimension::type).toList();
  }
}
