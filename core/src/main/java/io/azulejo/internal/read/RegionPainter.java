package io.azulejo.internal.read;

import io.azulejo.internal.snapshot.TileGrid;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Puts the cells of fixed size of regions into a column of a batch. */
final class RegionPainter {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final TileGrid grid;
  private final OutputField field;
  private final ColumnWriter writer;

  RegionPainter(TileGrid grid, OutputField field, ColumnWriter writer) {
    this.grid = grid;
    this.field = field;
    this.writer = writer;
  }

  /** Cells of a decoded tile. */
  void cells(Region region, byte[] tile) {
    copy(region, tile, field.cellSize(), writer.data());
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
  void fill(Region region) {
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
  void blank(Region region, byte[] mask) {
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
              case 2 -> SHORT.set(data, 2 * at, (short) coordinate);
              case 4 -> INT.set(data, 4 * at, (int) coordinate);
              default -> LONG.set(data, 8 * at, coordinate);
            }
          }
        });
  }

  private void copy(Region region, byte[] tile, int size, byte[] target) {
    region.forEachRun(
        (cell, place, count, step) -> {
          if (step == 1) {
            System.arraycopy(tile, cell * size, target, place * size, count * size);
          } else {
            copyApart(tile, cell, target, place, count, step, size);
          }
        });
  }

  private static void copyApart(
      byte[] tile, int cell, byte[] target, int place, int count, int step, int size) {
    int from = cell * size;
    int to = place * size;
    int stride = step * size;
    switch (size) {
      case 1 -> {
        for (int i = 0; i < count; i++, to += stride) {
          target[to] = tile[from + i];
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++, to += stride) {
          SHORT.set(target, to, (short) SHORT.get(tile, from + 2 * i));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++, to += stride) {
          INT.set(target, to, (int) INT.get(tile, from + 4 * i));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++, to += stride) {
          LONG.set(target, to, (long) LONG.get(tile, from + 8 * i));
        }
      }
      default -> {
        for (int i = 0; i < count; i++, to += stride) {
          System.arraycopy(tile, from + i * size, target, to, size);
        }
      }
    }
  }
}
