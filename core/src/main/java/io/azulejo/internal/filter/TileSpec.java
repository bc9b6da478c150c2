package io.azulejo.internal.filter;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.FilterPipeline;

/**
 * What a tile part is and how it is filtered: all that a {@link TileCodec} is made from.
 *
 * @param pipeline the filters that are in effect, without those that a version takes no notice of;
 *     without encryption
 * @param type the type of the values that the first filter works on
 * @param cellSize bytes of a cell: of all its values, of one value where cells are of variable
 *     size, of all coordinates where they are zipped; 8 for offsets, 1 for validity
 * @param offsetsInData whether these are strings whose RLE or DICTIONARY filter keeps their offsets
 */
public record TileSpec(
    FilterPipeline pipeline, Datatype type, int cellSize, boolean offsetsInData) {}
