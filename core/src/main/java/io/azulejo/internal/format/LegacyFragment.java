package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;

/**
 * The whole metadata of a fragment of version 1 or 2.
 *
 * @param footer what later versions say in the footer; there are no sections to point at
 * @param tree the boxes of the tiles, without any above them
 * @param boundingCoordinates the coordinates of the first and the last cell of each tile, zipped
 * @param boundingCount for how many tiles
 * @param tileOffsets for each attribute, then for the coordinates, where their tiles begin
 * @param tileVarOffsets for each attribute where tiles of variable size begin
 * @param tileVarSizes for each attribute the unfiltered bytes of such tiles
 */
public record LegacyFragment(
    FragmentFooter footer,
    RTree tree,
    Slice boundingCoordinates,
    long boundingCount,
    long[][] tileOffsets,
    long[][] tileVarOffsets,
    long[][] tileVarSizes) {}
