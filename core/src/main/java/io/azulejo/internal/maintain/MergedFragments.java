package io.azulejo.internal.maintain;

import io.azulejo.internal.format.FragmentName;
import java.util.List;

/**
 * The result of a merge: fragments that are complete and durable, but not committed.
 *
 * @param names the fragment names, all with the same time range; empty if no cell remained
 * @param tiles the total number of tiles
 * @param tilesCopied the number of tiles that were copied without encoding any field
 * @param bytes the total size of the data files (bytes)
 */
record MergedFragments(List<FragmentName> names, long tiles, long tilesCopied, long bytes) {}
