package io.azulejo.internal.filter;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.FilterPipeline;

/**
 * The specification of one kind of tile part, from which a {@link TileCodec} is created.
 *
 * @param pipeline the filters that have an effect, without encryption and without filters that the
 *     format version ignores
 * @param type the type of the values that the first filter receives
 * @param cellSize the size in bytes of a fixed-size cell, of one value of a variable-size cell, or
 *     of all coordinates if one file stores them together; 8 for offsets, 1 for validity
 * @param offsetsInData whether the values are strings whose filter (RLE or DICTIONARY) also stores
 *     the offsets
 */
public record TileSpec(
    FilterPipeline pipeline, Datatype type, int cellSize, boolean offsetsInData) {}
