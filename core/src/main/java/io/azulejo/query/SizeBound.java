package io.azulejo.query;

/**
 * An upper bound of the size of one field in the result of a read (bytes). The result never has
 * more, but may have much less: bounds follow from the sizes of tiles, no cell is looked at. A sum
 * that does not fit is {@link Long#MAX_VALUE}.
 *
 * @param data the values
 * @param offsets 8 for each cell of a field of variable size, else 0
 * @param validity 1 for each cell of a nullable field, else 0
 */
public record SizeBound(long data, long offsets, long validity) {}
