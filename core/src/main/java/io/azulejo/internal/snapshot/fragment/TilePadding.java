package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Attribute;

/**
 * The padding around the written cells in the tiles of a dense fragment.
 *
 * @param tileCells the number of cells in a whole tile
 * @param fill the value of padding cells, as tile 0; null if padding cells are null
 */
record TilePadding(long tileCells, TileValues fill) {
  /**
   * Returns the padding of a field in each tile of a dense fragment. The field must have a fixed
   * size.
   */
  static TilePadding ofTiles(Fragment fragment, FieldStorage field) {
    long tiles = Math.max(1, fragment.tiles());
    return new TilePadding(fragment.storedCells() / tiles, fill(fragment, field));
  }

  /** Returns the padding of a fixed-size field if all tiles are treated as a single tile. */
  static TilePadding ofFragment(Fragment fragment, FieldStorage field) {
    return new TilePadding(fragment.storedCells(), fill(fragment, field));
  }

  private static TileValues fill(Fragment fragment, FieldStorage field) {
    Attribute attribute = fragment.schema().schema().attributes().get(field.index());
    return attribute.nullable() && !attribute.fillValid()
        ? null
        : new TileValues.Fixed(Slice.of(attribute.fill()), attribute.type(), attribute.cellSize());
  }
}
