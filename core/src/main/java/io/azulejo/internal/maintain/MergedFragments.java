package io.azulejo.internal.maintain;

import io.azulejo.internal.format.FragmentName;
import java.util.List;

/**
 * The result of a merge: complete and durable, but uncommitted fragments.
 *
 * @param names their names, with equal time ranges; empty if no cell was left
 * @param tiles the number of their tiles
 * @param tilesCopied the number of tiles that were copied without encoding
 * @param bytes the size of their data files (bytes)
 */
record MergedFragments(List<FragmentName> names, long tiles, long tilesCopied, long bytes) {}
