package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;

/**
 * The complete metadata of a fragment of version 1 or 2.
 *
 * @param footer the properties that later versions store in the footer, without section offsets
 * @param tree the tile boxes, as a tree with a single level, or without levels if the fragment has
 *     no boxes
 * @param boundingCoordinates for each tile, the encoded coordinates of the first and the last cell
 * @param boundingCount the number of tiles in {@code boundingCoordinates}
 * @param tileOffsets the file offsets of the tiles of each attribute, then of the coordinates
 * @param tileVarOffsets the file offsets of the variable-size tiles of each attribute
 * @param tileVarSizes the unfiltered sizes of the variable-size tiles of each attribute, in bytes
 */
public record LegacyFragment(
    FragmentFooter footer,
    RTree tree,
    Slice boundingCoordinates,
    long boundingCount,
    long[][] tileOffsets,
    long[][] tileVarOffsets,
    long[][] tileVarSizes) {}
