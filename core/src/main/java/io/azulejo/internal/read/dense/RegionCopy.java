package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.dense.TileRegion.Runs;
import io.azulejo.internal.read.tile.CellTarget;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.TileParts;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import java.util.Arrays;

/** Writes the cells of regions in one fixed-size field to their target. */
public final class RegionCopy {
  /**
   * Number of bytes of fill values or coordinates to prepare at once, unless one cell is larger.
   */
  private static final int BLOCK = 1 << 14;

  private final TileGrid grid;
  private final OutputField field;
  private final CellTarget target;
  private final byte[] validity;

  public RegionCopy(TileGrid grid, OutputField field, FieldTarget target) {
    this.grid = grid;
    this.field = field;
    this.target = target.values();
    this.validity = target.validity();
  }

  /** Returns the target of the values. */
  CellTarget target() {
    return target;
  }

  /**
   * Copies the validity of evenly spaced cells.
   *
   * @param tile the validity of the tile, one byte per cell
   * @param from the index of the first cell within the tile
   * @param fromStep the distance between cells within the tile
   * @param place the batch index of the first cell
   * @param step the distance between cells in the batch
   */
  void validity(byte[] tile, int from, int fromStep, int place, int step, int count) {
    for (int i = 0; i < count; i++) {
      validity[place + i * step] = (byte) (tile[from + i * fromStep] == 0 ? 0 : 1);
    }
  }

  /**
   * Copies the cells of a region from a tile whose field is fetched.
   *
   * @param field the index of the field in the query
   * @return false if only a range of the field was fetched and this is not enough; the caller must
   *     then fetch the whole field
   */
  public boolean copy(
      DenseTile tile, int field, TileRegion region, ScratchPool.TaskBuffers buffers) {
    FieldReader reader = tile.readers()[field];
    if (reader.isChecked()) {
      copy(tile.decode(field, buffers.scratch()), reader.codec().spec().cellSize(), region);
      return true;
    }
    int cells = grid.cellsPerTile();
    TileParts stored = tile.parts(field);
    boolean done =
        new ChunkCopy(reader.codec(), cells, region, target::copy, target, buffers)
            .copy(stored.fixed());
    if (done && reader.storage().nullable()) {
      done =
          new ChunkCopy(reader.validityCodec(), cells, region, this::validity, null, buffers)
              .copy(stored.validity());
    }
    return done;
  }

  private void copy(CellColumn tile, int cellSize, TileRegion region) {
    for (Runs runs = region.runs(); runs.next(); ) {
      int from = tile.start() + runs.cell * cellSize;
      target.copy(tile.data(), from, runs.cellStep, runs.place, runs.step, runs.count);
      if (tile.validity() != null) {
        validity(tile.validity(), runs.cell, runs.cellStep, runs.place, runs.step, runs.count);
      }
    }
  }

  /** Writes fill values to all cells of a region. */
  public void fill(TileRegion region) {
    byte[] block = null;
    for (Runs runs = region.runs(); runs.next(); ) {
      block = fill(block, runs.place, runs.step, runs.count);
    }
  }

  /** Writes fill values to the cells of a region that a mask excludes. */
  void fill(TileRegion region, byte[] mask) {
    byte[] block = null;
    for (Runs runs = region.runs(); runs.next(); ) {
      int from = 0;
      while (from < runs.count) {
        int until = from;
        while (until < runs.count && mask[runs.place + until * runs.step] == 0) {
          until++;
        }
        if (until > from) {
          block = fill(block, runs.place + from * runs.step, runs.step, until - from);
        }
        from = until + 1;
      }
    }
  }

  /**
   * Writes fill values to evenly spaced cells. Returns a block of fill values to pass to the next
   * call.
   *
   * @param made the block that an earlier call returned, or null
   */
  private byte[] fill(byte[] made, int place, int step, int count) {
    byte[] fill = field.fill();
    int room = Math.max(1, BLOCK / fill.length);
    byte[] block = made;
    if (block == null || block.length < fill.length * Math.min(room, count)) {
      block = new byte[fill.length * Math.min(room, count)];
      for (int at = 0; at < block.length; at += fill.length) {
        System.arraycopy(fill, 0, block, at, fill.length);
      }
    }
    for (int done = 0; done < count; done += room) {
      target.copy(block, 0, 1, place + done * step, step, Math.min(room, count - done));
    }
    if (validity != null) {
      byte valid = (byte) (field.fillValid() ? 1 : 0);
      if (step == 1) {
        Arrays.fill(validity, place, place + count, valid);
      } else {
        for (int i = 0; i < count; i++) {
          validity[place + i * step] = valid;
        }
      }
    }
    return block;
  }

  /** Writes the coordinates of a dimension for all cells of a region. */
  void coordinates(TileRegion region, int dimension) {
    int stride = region.cellStrides[dimension];
    int extent = grid.extent(dimension);
    int size = field.cellSize();
    long first = grid.first(dimension, region.tile[dimension]);
    boolean varies = stride == 1;
    byte[] block = new byte[BLOCK];
    int room = BLOCK / size;
    for (Runs runs = region.lines(); runs.next(); ) {
      long key = first + runs.cell / stride % extent;
      for (int done = 0; done < runs.count; done += room) {
        int count = Math.min(room, runs.count - done);
        for (int i = 0; i < count; i++) {
          long along = varies ? (long) (done + i) * runs.cellStep : 0;
          put(block, i * size, size, grid.coordinate(key + along));
        }
        target.copy(block, 0, 1, runs.place + done * runs.step, runs.step, count);
      }
    }
  }

  private static void put(byte[] block, int at, int size, long coordinate) {
    switch (size) {
      case 1 -> block[at] = (byte) coordinate;
      case 2 -> LittleEndian.putShort(block, at, (short) coordinate);
      case 4 -> LittleEndian.putInt(block, at, (int) coordinate);
      default -> LittleEndian.putLong(block, at, coordinate);
    }
  }
}
