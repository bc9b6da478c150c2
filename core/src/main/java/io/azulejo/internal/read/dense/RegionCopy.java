package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.StridedCopy;
import io.azulejo.internal.snapshot.fragment.TileGrid;

/** Puts the cells of fixed size of regions into a column of a batch. */
public final class RegionCopy {

  private final TileGrid grid;
  private final OutputField field;
  private final ColumnWriter writer;

  public RegionCopy(TileGrid grid, OutputField field, ColumnWriter writer) {
    this.grid = grid;
    this.field = field;
    this.writer = writer;
  }

  /** Cells of a decoded tile. */
  void cells(Region region, byte[] tile) {
    byte[] target = writer.data();
    int size = field.cellSize();
    region.forEachRun(
        (cell, place, count, step) ->
            StridedCopy.cells(tile, cell * size, target, place, step, count, size));
  }

  /** Validity of a decoded tile. */
  void validity(Region region, byte[] tile) {
    byte[] target = writer.validity();
    region.forEachRun(
        (cell, place, count, step) -> {
          for (int i = 0; i < count; i++) {
            target[place + i * step] = (byte) (tile[cell + i] == 0 ? 0 : 1);
          }
        });
  }

  /** Fill values. */
  public void fill(Region region) {
    byte[] fill = field.fill();
    byte[] data = writer.data();
    byte[] validity = writer.validity();
    byte valid = (byte) (field.fillValid() ? 1 : 0);
    region.forEachRun(
        (cell, place, count, step) -> {
          for (int i = 0; i < count; i++) {
            System.arraycopy(fill, 0, data, (place + i * step) * fill.length, fill.length);
            if (validity != null) {
              validity[place + i * step] = valid;
            }
          }
        });
  }

  /** Fill values for the cells that a mask leaves out. */
  void fill(Region region, byte[] mask) {
    byte[] fill = field.fill();
    byte[] data = writer.data();
    byte[] validity = writer.validity();
    byte valid = (byte) (field.fillValid() ? 1 : 0);
    region.forEachRun(
        (cell, place, count, step) -> {
          for (int i = 0, at = place; i < count; i++, at += step) {
            if (mask[at] == 0) {
              System.arraycopy(fill, 0, data, at * fill.length, fill.length);
              if (validity != null) {
                validity[at] = valid;
              }
            }
          }
        });
  }

  /** The coordinates of a dimension. */
  void coordinates(Region region, int dimension) {
    int stride = Region.cellStrides(grid)[dimension];
    int extent = grid.extent(dimension);
    long first = grid.first(dimension, region.tile[dimension]);
    boolean varies = stride == 1;
    byte[] data = writer.data();
    region.forEachRun(
        (cell, place, count, step) -> {
          long key = first + cell / stride % extent;
          for (int i = 0; i < count; i++) {
            long coordinate = grid.coordinate(varies ? key + i : key);
            int at = place + i * step;
            switch (field.cellSize()) {
              case 1 -> data[at] = (byte) coordinate;
              case 2 -> LittleEndian.putShort(data, 2 * at, (short) coordinate);
              case 4 -> LittleEndian.putInt(data, 4 * at, (int) coordinate);
              default -> LittleEndian.putLong(data, 8 * at, coordinate);
            }
          }
        });
  }
}
