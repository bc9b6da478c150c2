package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Attribute;

/**
 * What fills the tiles of a dense fragment around the cells that were written.
 *
 * @param tileCells the cells of a whole tile
 * @param fill the value of the cells around, at tile 0; null if they are null
 */
record TilePadding(long tileCells, TileValues fill) {
  /** What is around the cells of a field of fixed size in the tiles of a dense fragment. */
  static TilePadding ofTiles(Fragment fragment, FieldStorage field) {
    long tiles = Math.max(1, fragment.tiles());
    return new TilePadding(fragment.storedCells() / tiles, fill(fragment, field));
  }

  /** As if all tiles were one. */
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
