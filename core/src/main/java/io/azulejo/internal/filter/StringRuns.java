package io.azulejo.internal.filter;

/**
 * Runs of consecutive equal strings. The string of each run is stored once.
 *
 * @param data the concatenated strings, one per run; other bytes may follow
 * @param offsets the start of each string in {@code data}, then the end of the last one
 * @param ends the end (exclusive) of each run as a cell index, in ascending order; the last element
 *     is the number of cells
 */
public record StringRuns(byte[] data, int[] offsets, int[] ends) {}
