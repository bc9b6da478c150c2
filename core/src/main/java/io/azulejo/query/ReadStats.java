package io.azulejo.query;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a read so far. It includes reads of label arrays, but not the cost of opening the
 * array. Immutable.
 *
 * <p>A tile is everything that a fragment stores for one group of cells, across all fields. Each of
 * the {@link #tiles} that the read has examined counts as outside the ranges, pruned, matching or
 * tested. Two kinds of tiles are in none of these counts: tiles that the read has not reached yet,
 * and tiles of a dense array in which newer fragments hide all cells.
 *
 * <p>To export all numbers to a metrics system, loop over {@link Cost#values()}; later releases may
 * add constants.
 */
public final class ReadStats {
  /** The numbers that a read counts. */
  public enum Cost {
    /** The number of listed folders and looked-up files. */
    LISTINGS,
    /** The number of opened files. */
    OPENS,
    /** The number of byte ranges read from files. Each range is one request. */
    RANGES,
    /**
     * The size of these ranges in bytes. They contain tiles, fragment metadata, and gaps between
     * tiles that were read along with the tiles.
     */
    BYTES_READ,
    /** The size of the fetched tiles on disk, in bytes. */
    STORED_BYTES,
    /**
     * The number of tiles in all fragments that are visible in the time range of the opened array.
     */
    TILES,
    /** The number of tiles whose bounding boxes show that they have no cell in the ranges. */
    TILES_OUTSIDE,
    /** The number of tiles in the ranges whose statistics show that no cell meets the condition. */
    TILES_PRUNED,
    /**
     * The number of tiles in the ranges whose cells all meet the condition, as their statistics
     * show, or to which no condition applies.
     */
    TILES_MATCHING,
    /** The number of tiles in the ranges whose cells had to be tested. */
    TILES_TESTED,
    /**
     * The number of tiles that were fetched and decoded, completely or partly. A tile that did not
     * fit into memory and was fetched again counts again.
     */
    TILES_DECODED,
    /** The number of cells in the decoded tiles. */
    CELLS_DECODED,
    /** The unfiltered size of the decoded chunks of tiles, in bytes. */
    BYTES_DECODED,
    /** The number of cells in all returned batches. */
    CELLS_DELIVERED,
    /** The number of returned batches. */
    BATCHES,
    /**
     * The time spent on finding, opening and reading files, summed over all threads, in
     * nanoseconds.
     */
    FETCH_NANOS,
    /**
     * The time spent on decoding tiles and selecting cells by their coordinates, summed over all
     * threads, in nanoseconds. Includes the time that decoding threads spend on reading files.
     */
    UNFILTER_NANOS,
    /**
     * The time spent on testing, selecting, ordering and copying cells, summed over all threads, in
     * nanoseconds.
     */
    MERGE_NANOS,
    /** The time for which the caller waited for the read, in nanoseconds. */
    ELAPSED_NANOS
  }

  private static final Cost[] COSTS = Cost.values();

  private final long[] amounts;

  private ReadStats(long[] amounts) {
    this.amounts = amounts;
  }

  /**
   * Creates statistics.
   *
   * @param amounts returns the number for each cost
   */
  public static ReadStats of(ToLongFunction<Cost> amounts) {
    long[] all = new long[COSTS.length];
    for (Cost cost : COSTS) {
      all[cost.ordinal()] = amounts.applyAsLong(cost);
    }
    return new ReadStats(all);
  }

  /** Returns the number for a cost. */
  public long get(Cost cost) {
    return amounts[cost.ordinal()];
  }

  /** Returns {@link Cost#LISTINGS}. */
  public long listings() {
    return get(Cost.LISTINGS);
  }

  /** Returns {@link Cost#OPENS}. */
  public long opens() {
    return get(Cost.OPENS);
  }

  /** Returns {@link Cost#RANGES}. */
  public long ranges() {
    return get(Cost.RANGES);
  }

  /** Returns {@link Cost#BYTES_READ}. */
  public long bytesRead() {
    return get(Cost.BYTES_READ);
  }

  /** Returns {@link Cost#STORED_BYTES}. */
  public long storedBytes() {
    return get(Cost.STORED_BYTES);
  }

  /** Returns {@link Cost#TILES}. */
  public long tiles() {
    return get(Cost.TILES);
  }

  /** Returns {@link Cost#TILES_OUTSIDE}. */
  public long tilesOutside() {
    return get(Cost.TILES_OUTSIDE);
  }

  /** Returns {@link Cost#TILES_PRUNED}. */
  public long tilesPruned() {
    return get(Cost.TILES_PRUNED);
  }

  /** Returns {@link Cost#TILES_MATCHING}. */
  public long tilesMatching() {
    return get(Cost.TILES_MATCHING);
  }

  /** Returns {@link Cost#TILES_TESTED}. */
  public long tilesTested() {
    return get(Cost.TILES_TESTED);
  }

  /** Returns {@link Cost#TILES_DECODED}. */
  public long tilesDecoded() {
    return get(Cost.TILES_DECODED);
  }

  /** Returns {@link Cost#CELLS_DECODED}. */
  public long cellsDecoded() {
    return get(Cost.CELLS_DECODED);
  }

  /** Returns {@link Cost#BYTES_DECODED}. */
  public long bytesDecoded() {
    return get(Cost.BYTES_DECODED);
  }

  /** Returns {@link Cost#CELLS_DELIVERED}. */
  public long cellsDelivered() {
    return get(Cost.CELLS_DELIVERED);
  }

  /** Returns {@link Cost#BATCHES}. */
  public long batches() {
    return get(Cost.BATCHES);
  }

  /** Returns {@link Cost#FETCH_NANOS}. */
  public long fetchNanos() {
    return get(Cost.FETCH_NANOS);
  }

  /** Returns {@link Cost#UNFILTER_NANOS}. */
  public long unfilterNanos() {
    return get(Cost.UNFILTER_NANOS);
  }

  /** Returns {@link Cost#MERGE_NANOS}. */
  public long mergeNanos() {
    return get(Cost.MERGE_NANOS);
  }

  /** Returns {@link Cost#ELAPSED_NANOS}. */
  public long elapsedNanos() {
    return get(Cost.ELAPSED_NANOS);
  }

  /**
   * Returns the numbers as lines of text for users: one line each for files, tiles, cells and time.
   */
  public List<String> lines() {
    return List.of(
        "files: %d listed, %d opened, %d ranges of %d bytes, %d of them of tiles"
            .formatted(listings(), opens(), ranges(), bytesRead(), storedBytes()),
        ("tiles: %d, %d outside the ranges, %d pruned by statistics, %d match entirely, %d"
                + " tested; %d decoded")
            .formatted(
                tiles(),
                tilesOutside(),
                tilesPruned(),
                tilesMatching(),
                tilesTested(),
                tilesDecoded()),
        "cells: %d in decoded tiles, %d bytes decoded, %d delivered in %d batches"
            .formatted(cellsDecoded(), bytesDecoded(), cellsDelivered(), batches()),
        "time: %s waited; all threads together %s fetch, %s unfilter, %s merge"
            .formatted(
                millis(elapsedNanos()),
                millis(fetchNanos()),
                millis(unfilterNanos()),
                millis(mergeNanos())));
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }

  @Override
  public String toString() {
    return String.join("; ", lines());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ReadStats that && Arrays.equals(amounts, that.amounts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(amounts);
  }
}
