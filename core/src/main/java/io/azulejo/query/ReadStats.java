package io.azulejo.query;

import java.util.List;
import java.util.Locale;

/**
 * What a read has cost so far. The readings of the arrays of dimension labels are in it; what
 * opening the array took is not.
 *
 * <p>A tile is all that a fragment stores of some cells, in however many fields. Each of the {@link
 * #tiles} is outside of the ranges, or pruned, or matches whole, or is tested; or it is none of
 * these because the read has not come to it, or newer cells hide all of it.
 *
 * @param listings the folders that were listed or looked for
 * @param opens the files that were opened
 * @param ranges the stretches of files that were read, one request each
 * @param bytesRead the bytes of these: of data, of fragments' tables, and of gaps between wanted
 *     tiles that were read in vain
 * @param storedBytes the bytes of the tiles that were fetched, as they are stored
 * @param tiles the tiles of all fragments that are seen at the times of the array
 * @param tilesOutside those that have no cell in the ranges, as their boxes tell
 * @param tilesPruned those within the ranges of which no cell meets the condition, as their
 *     statistics tell
 * @param tilesMatching those of which all cells meet the condition, as their statistics tell, or
 *     because there is none
 * @param tilesTested those whose cells had to be tested
 * @param tilesDecoded the tiles of which something was fetched and decoded; one that did not fit
 *     into memory and was fetched again counts again
 * @param cellsDecoded the cells of these
 * @param bytesDecoded the bytes of the chunks of tiles that were decoded, as they are without their
 *     filters
 * @param cellsDelivered the cells of all batches
 * @param batches the batches
 * @param fetchNanos the time of looking for, opening and reading files, in nanoseconds, all threads
 *     together
 * @param unfilterNanos the time of decoding tiles, in nanoseconds, all threads together; with that
 *     of selecting by coordinates, and of the reading that threads that decode do themselves
 * @param mergeNanos the time of testing, selecting, ordering and copying cells, in nanoseconds, all
 *     threads together
 * @param elapsedNanos the time that the caller waited for the read, in nanoseconds
 */
public record ReadStats(
    long listings,
    long opens,
    long ranges,
    long bytesRead,
    long storedBytes,
    long tiles,
    long tilesOutside,
    long tilesPruned,
    long tilesMatching,
    long tilesTested,
    long tilesDecoded,
    long cellsDecoded,
    long bytesDecoded,
    long cellsDelivered,
    long batches,
    long fetchNanos,
    long unfilterNanos,
    long mergeNanos,
    long elapsedNanos) {

  /** The same as text for people, a line for files, tiles, cells, and time each. */
  public List<String> lines() {
    return List.of(
        "files: %d listed, %d opened, %d ranges of %d bytes, %d of them of tiles"
            .formatted(listings, opens, ranges, bytesRead, storedBytes),
        "tiles: %d, %d outside the ranges, %d pruned by statistics, %d match whole, %d tested; %d decoded"
            .formatted(tiles, tilesOutside, tilesPruned, tilesMatching, tilesTested, tilesDecoded),
        "cells: %d in decoded tiles, %d bytes decoded, %d delivered in %d batches"
            .formatted(cellsDecoded, bytesDecoded, cellsDelivered, batches),
        "time: %s waited; all threads together %s fetch, %s unfilter, %s merge"
            .formatted(
                millis(elapsedNanos),
                millis(fetchNanos),
                millis(unfilterNanos),
                millis(mergeNanos)));
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }

  @Override
  public String toString() {
    return String.join("; ", lines());
  }
}
