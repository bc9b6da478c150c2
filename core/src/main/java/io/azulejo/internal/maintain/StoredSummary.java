package io.azulejo.internal.maintain;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.internal.write.fragment.FieldSummarizer;
import io.azulejo.internal.write.fragment.FieldSummary;
import io.azulejo.schema.Datatype;
import java.util.List;

/** Builds tile summaries from stored statistics where they equal the result of a full scan. */
final class StoredSummary {
  private static final FieldSummary NOTHING = new FieldSummary(null, null, 0, 0);

  private StoredSummary() {}

  /**
   * Returns whether {@link #of} needs an attribute's stored statistics.
   *
   * @param written the format version of the new tile
   */
  static boolean isLookedUp(FieldStorage field, FormatVersion written) {
    FieldSummarizer kept = FieldSummarizer.ofAttribute(field.type(), field.cellValNum());
    return written.hasTileStatistics() && (kept.hasBounds() || kept.hasSums());
  }

  /**
   * Returns the summary of an attribute's values in a tile.
   *
   * @param fragment the fragment that stores the tile
   * @param tile the index of the tile in the fragment
   * @param written the format version of the new tile
   * @return the summary, or null if it must be computed from the values
   */
  static FieldSummary of(Fragment fragment, FieldStorage field, int tile, FormatVersion written) {
    if (!written.hasTileStatistics()) {
      return NOTHING;
    }
    if (!isLookedUp(field, written)) {
      return field.nullable() ? null : NOTHING;
    }
    TileStatistics statistics = fragment.statistics(field);
    if (!statistics.exactNullCount(tile)) {
      return null;
    }
    long cells = fragment.writtenCells(tile);
    long nulls = statistics.nullCount(tile);
    if (nulls == cells) {
      return new FieldSummary(null, null, 0, nulls);
    }
    boolean sums = FieldSummarizer.ofAttribute(field.type(), field.cellValNum()).hasSums();
    if (!statistics.exactMin(tile)
        || !statistics.exactMax(tile)
        || (sums && !statistics.exactSum(tile))) {
      return null;
    }
    return new FieldSummary(
        bound(statistics, field, tile, false),
        bound(statistics, field, tile, true),
        sums ? statistics.sumBits(tile) : 0,
        nulls);
  }

  private static Slice bound(TileStatistics statistics, FieldStorage field, int tile, boolean max) {
    Datatype type = field.type();
    if (field.cellValNum() != 1 || type.isString()) {
      return max ? statistics.max(tile) : statistics.min(tile);
    }
    long bits = max ? statistics.maxBits(tile) : statistics.minBits(tile);
    byte[] bytes = new byte[type.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (bits >>> Byte.SIZE * i);
    }
    return Slice.of(bytes);
  }

  /** Loads all statistics that {@link #of} needs for the given attributes, with few reads. */
  static void load(Fragment fragment, List<FieldStorage> fields, FormatVersion written) {
    List<FieldStorage> looked =
        fields.stream().filter(field -> isLookedUp(field, written)).toList();
    if (!looked.isEmpty()) {
      fragment.load(List.of(), looked, false);
    }
  }
}
