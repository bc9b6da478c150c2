package io.azulejo.query;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a read so far. Includes reads of the arrays of dimension labels, but not opening the
 * array. Immutable.
 *
 * <p>A tile is everything that a fragment stores for a group of cells, in all fields. Each of the
 * {@link #tiles} is counted as outside the ranges, pruned, matching or tested. Tiles that the read
 * has not reached yet and tiles hidden by newer cells are not counted as any of these.
 *
 * <p>To export all numbers to a metrics system, loop over {@link Cost#values()}; later releases may
 * add constants.
 */
public final class ReadStats {
  /** The numbers that are counted. */
  public enum Cost {
    /** Listed folders and looked-up files. */
    LISTINGS,
    /** Opened files. */
    OPENS,
    /** Ranges of files that were read, one request each. */
    RANGES,
    /**
     * Bytes of these ranges: tiles, tables of fragments, and gaps between tiles that were read with
     * them.
     */
    BYTES_READ,
    /** Bytes of the fetched tiles, as stored. */
    STORED_BYTES,
    /** Tiles of all fragments that are visible at the times of the array. */
    TILES,
    /** Tiles without a cell in the ranges, by their bounding boxes. */
    TILES_OUTSIDE,
    /** Tiles in the ranges without a cell that meets the condition, by their statistics. */
    TILES_PRUNED,
    /**
     * Tiles whose cells all meet the condition, by their statistics or because the read has no
     * condition.
     */
    TILES_MATCHING,
    /** Tiles whose cells had to be tested. */
    TILES_TESTED,
    /**
     * Tiles that were fetched and decoded, in part or whole. A tile that did not fit into memory
     * and was fetched again counts again.
     */
    TILES_DECODED,
    /** Cells of the decoded tiles. */
    CELLS_DECODED,
    /** Bytes of the decoded chunks of tiles, after unfiltering. */
    BYTES_DECODED,
    /** Cells of all batches. */
    CELLS_DELIVERED,
    /** Batches. */
    BATCHES,
    /** Time to find, open and read files, summed over all threads, in nanoseconds. */
    FETCH_NANOS,
    /**
     * Time to decode tiles and to select by coordinates, summed over all threads, in nanoseconds.
     * Includes reads by the decoding threads.
     */
    UNFILTER_NANOS,
    /** Time to test, select, order and copy cells, summed over all threads, in nanoseconds. */
    MERGE_NANOS,
    /** Time that the caller waited for the read, in nanoseconds. */
    ELAPSED_NANOS
  }

  private final long[] amounts;

  private ReadStats(long[] amounts) {
    this.amounts = amounts;
  }

  /** Returns statistics with the number that a function returns for each cost. */
  public static ReadStats of(ToLongFunction<Cost> amounts) {
    return new ReadStats(Arrays.stream(Cost.values()).mapToLong(amounts).toArray());
  }

  /** Returns one of the numbers. */
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

  /** Returns the numbers as readable text: one line each for files, tiles, cells and time. */
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
