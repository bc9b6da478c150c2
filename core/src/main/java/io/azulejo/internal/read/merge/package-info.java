/**
 * Reads all cells of some fragments for one fragment that replaces them. In: a snapshot of the
 * fragments alone. Out: sparse cells in global order with their times ({@link
 * io.azulejo.internal.read.merge.MergeReader}), or the tiles of the box around dense fragments
 * ({@link io.azulejo.internal.read.merge.MergedTiles}); tiles that need no change are handed on as
 * they are stored.
 */
package io.azulejo.internal.read.merge;
