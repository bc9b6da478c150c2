package io.azulejo.internal.filter;

/**
 * Strings as runs of equal ones, each of which is held once: what a tile of RLE stores, not
 * expanded, or the successive equal strings of one with a dictionary.
 *
 * @param data the strings, one for each run
 * @param offsets where the string of each run begins in data, and after them where the last one
 *     ends
 * @param ends for each run the first cell after it; ascending, and the last one is the number of
 *     cells
 */
public record StringRuns(byte[] data, int[] offsets, int[] ends) {}
