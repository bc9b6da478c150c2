package io.azulejo.internal.write.dense;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.FieldEncoder;
import io.azulejo.internal.write.fragment.TileSource;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * The tiles of a box of a dense array. Each field of a tile is assembled on request from runs of
 * cells. Padding is zero; in variable-size fields, each padding cell holds one zero value.
 */
public abstract class AssembledTiles implements TileSource {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final WriteBox box;
  private final ArrivalOrder order;
  private final List<FieldEncoder> fields;

  AssembledTiles(WriteBox box, ArrivalOrder order, List<FieldEncoder> fields) {
    this.box = box;
    this.order = order;
    this.fields = fields;
  }

  /** Creates the tiles of a writer's box. */
  protected AssembledTiles(DenseMergeWriter target) {
    this(target.box(), target.order(), target.encoders());
  }

  /** Iterates over the values of one field in one tile. Each method applies to the current run. */
  public interface Runs {
    /** Moves to the next run. Returns false after the last one. */
    boolean next();

    /** Copies fixed-size values of {@code size} bytes to their places in a tile. */
    void copyFixed(byte[] tile, int size);

    /** Stores the length of each variable-size value in bytes, by place in the tile. */
    void lengths(int[] lengths);

    /** Copies variable-size values to their starts in a tile. */
    void copyVar(byte[] tile, int[] starts);

    /** Copies validity, one byte per cell, to its places in a tile. */
    void copyValidity(byte[] tile);
  }

  /**
   * Prepares a field of a tile and returns passes over its values. Together, the runs of a pass
   * hold every cell of the tile that is in the box.
   */
  protected abstract Supplier<? extends Runs> passes(
      int tile, int field, ScratchPool.TaskBuffers buffers);

  @Override
  public final int tiles() {
    return box.tileBox().tiles();
  }

  @Override
  public final int cells(int tile) {
    return box.grid().cellsPerTile();
  }

  @Override
  public final CellRuns written(int tile) {
    return order.written(tile);
  }

  @Override
  public final FieldCells cells(int tile, int field, ScratchPool.TaskBuffers buffers) {
    FieldEncoder wanted = fields.get(field);
    int count = cells(tile);
    boolean padded = box.tileBox().cells(tile) < count;
    Supplier<? extends Runs> passes = passes(tile, field, buffers);
    byte[] validity = wanted.storage().nullable() ? buffers.validity(count) : null;
    if (padded && validity != null) {
      Arrays.fill(validity, 0, count, (byte) 0);
    }
    int[] starts = null;
    if (wanted.storage().isVar()) {
      starts = buffers.offsets(count);
      if (padded) {
        Arrays.fill(starts, 0, count, wanted.cellSize());
      }
      for (Runs runs = passes.get(); runs.next(); ) {
        runs.lengths(starts);
      }
      sum(starts, count, wanted);
    }
    int length = starts == null ? count * wanted.cellSize() : starts[count];
    byte[] data = buffers.buffer(length);
    if (padded) {
      Arrays.fill(data, 0, length, (byte) 0);
    }
    for (Runs runs = passes.get(); runs.next(); ) {
      if (starts == null) {
        runs.copyFixed(data, wanted.cellSize());
      } else {
        runs.copyVar(data, starts);
      }
      if (validity != null) {
        runs.copyValidity(validity);
      }
    }
    FieldCells cells = new FieldCells(count, data, 0, length, starts, validity);
    if (padded || validity != null) {
      PaddingFill.of(wanted, cells, order.written(tile));
    }
    return cells;
  }

  /** Replaces the length of each value by its start, followed by the end of the last one. */
  private static void sum(int[] lengths, int count, FieldEncoder field) {
    long sum = 0;
    for (int cell = 0; cell < count; cell++) {
      int own = lengths[cell];
      lengths[cell] = (int) sum;
      sum += own;
    }
    if (sum > LARGEST) {
      throw new UnsupportedFormatException(
          "a tile of \"%s\" has values of %d bytes (maximum: %d); make tiles smaller"
              .formatted(field.name(), sum, LARGEST));
    }
    lengths[count] = (int) sum;
  }
}
