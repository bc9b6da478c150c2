/**
 * Writes cells that come in any order to tiles of dense arrays. In: columns of cells with their
 * coordinates. Out: fragments that are not committed, one for each box of tiles that have cells.
 * Open {@link io.azulejo.internal.write.scattered.ScatteredWriter} first, then {@link
 * io.azulejo.internal.write.scattered.TileCollector}.
 */
package io.azulejo.internal.write.scattered;
