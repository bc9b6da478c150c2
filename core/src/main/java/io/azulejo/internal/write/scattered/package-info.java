/**
 * Writes cells that arrive in any order to tiles of dense arrays. The input is columns of cells
 * with their coordinates. The output is fragments that are not committed yet, at least one for each
 * box of tiles that have cells.
 *
 * <p>Start with {@link io.azulejo.internal.write.scattered.ScatteredWriter}, then {@link
 * io.azulejo.internal.write.scattered.TileCollector}.
 */
package io.azulejo.internal.write.scattered;
