package io.azulejo.internal.filter;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.FilterPipeline;

/**
 * The kind of a tile part and its filters, from which a {@link TileCodec} is made.
 *
 * @param pipeline the filters in effect, without encryption and without filters that a format
 *     version ignores
 * @param type the type of the values that the first filter receives
 * @param cellSize size in bytes of a cell with all its values; of one value for variable-size
 *     cells; of all coordinates if they are zipped; 8 for offsets, 1 for validity
 * @param offsetsInData whether the values are strings whose filter (RLE or DICTIONARY) stores their
 *     offsets
 */
public record TileSpec(
    FilterPipeline pipeline, Datatype type, int cellSize, boolean offsetsInData) {}
