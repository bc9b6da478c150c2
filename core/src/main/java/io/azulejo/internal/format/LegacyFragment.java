package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;

/**
 * The whole metadata of a fragment of version 1 or 2.
 *
 * @param footer the properties that later versions store in the footer, without offsets of sections
 * @param tree the boxes of the tiles, as the only level
 * @param boundingCoordinates the coordinates of the first and the last cell of each tile, zipped
 * @param boundingCount the number of tiles in boundingCoordinates
 * @param tileOffsets the starts of tiles, for each attribute and then for the coordinates
 * @param tileVarOffsets the starts of variable-size tiles, for each attribute
 * @param tileVarSizes the unfiltered bytes of variable-size tiles, for each attribute
 */
public record LegacyFragment(
    FragmentFooter footer,
    RTree tree,
    Slice boundingCoordinates,
    long boundingCount,
    long[][] tileOffsets,
    long[][] tileVarOffsets,
    long[][] tileVarSizes) {}
