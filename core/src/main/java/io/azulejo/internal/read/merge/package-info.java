/**
 * Reads all cells of some fragments to write them to one fragment that replaces them. The input is
 * a snapshot that contains only these fragments. The output is either sparse cells in global order
 * with their times ({@link io.azulejo.internal.read.merge.MergeReader}), or the tiles of the box
 * around dense fragments ({@link io.azulejo.internal.read.merge.MergedTiles}). Tiles that do not
 * change are passed on as stored.
 */
package io.azulejo.internal.read.merge;
