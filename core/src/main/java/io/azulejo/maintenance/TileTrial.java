package io.azulejo.maintenance;

/**
 * What tiles of a shape and an order mean for reads of the sample's cells: boxes that have the same
 * part of the cells along each dimension, and slices that are thin along one dimension.
 *
 * @param layout the layout, beside what stays as it is
 * @param text the layout in words, such as {@code hilbert, 10000 cells}
 * @param cellsPerTile the cells of a tile
 * @param tilesPerBox how many tiles a box touches on average
 * @param tilesPerSlice how many tiles a slice touches on average
 * @param boxPart the part of the cells that a box has along each dimension
 * @param cost what reading a box and a slice takes, in bytes: the tiles with all of their cells,
 *     and a fixed number of bytes for each; the geometric mean of both
 * @param current whether the array is laid out so
 * @param best whether this is recommended
 */
public record TileTrial(
    RepackRequest layout,
    String text,
    long cellsPerTile,
    double tilesPerBox,
    double tilesPerSlice,
    double boxPart,
    double cost,
    boolean current,
    boolean best) {}
