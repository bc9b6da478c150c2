package io.azulejo.internal.maintain;

import io.azulejo.internal.format.FragmentName;
import java.util.List;

/**
 * Fragments that hold the cells of others; complete and durable, but not committed.
 *
 * @param names their names, of the same times; none where no cell was left
 * @param tiles their tiles
 * @param tilesCopied how many of them were copied without being decoded
 * @param bytes the bytes of their data files
 */
record MergedFragments(List<FragmentName> names, long tiles, long tilesCopied, long bytes) {}
