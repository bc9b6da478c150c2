package io.azulejo.internal.read.merge;

/** The tiles of one step of a merge, from {@code from} to {@code to} (exclusive). */
record TileSpan(int from, int to) {}
