package io.azulejo.internal.filter;

/**
 * Strings as runs of equal ones, each stored once: the runs of an RLE tile, or runs of consecutive
 * equal strings in a tile with a dictionary.
 *
 * @param data the strings, one per run
 * @param offsets start of each run's string in data, then the end of the last one
 * @param ends end cell (exclusive) of each run, ascending; the last one is the number of cells
 */
public record StringRuns(byte[] data, int[] offsets, int[] ends) {}
