package io.azulejo.internal.write.dense;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.runtime.StridedCopy;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.FieldEncoder;
import io.azulejo.internal.write.fragment.TileSource;
import java.util.Arrays;
import java.util.List;

/**
 * The tiles of a dense fragment. Each tile is assembled on request from held and spilled cells.
 * Cells outside the box are padded with zeros; in variable-size fields, each of them holds one zero
 * value.
 */
final class DenseTiles implements TileSource {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final WriteBox box;
  private final ArrivalOrder order;
  private final List<FieldEncoder> fields;
  private final HeldCells held;
  private final DenseSpill spill;
  private final long fixedBytes;

  DenseTiles(
      WriteBox box,
      ArrivalOrder order,
      List<FieldEncoder> fields,
      HeldCells held,
      DenseSpill spill) {
    this.box = box;
    this.order = order;
    this.fields = fields;
    this.held = held;
    this.spill = spill;
    requireWritable(box, fields);
    long bytes = 0;
    for (FieldEncoder field : fields) {
      boolean var = field.storage().isVar();
      long cell = var ? Integer.BYTES + Long.BYTES : field.cellSize();
      bytes += cell + (field.storage().nullable() ? 1 : 0);
    }
    this.fixedBytes = bytes * box.grid().cellsPerTile();
  }

  /**
   * Checks that the tiles of every field are small enough. Variable-size values are not counted.
   *
   * @throws UnsupportedFormatException if a tile of a field has too many bytes
   */
  static void requireWritable(WriteBox box, List<FieldEncoder> fields) {
    for (FieldEncoder field : fields) {
      boolean var = field.storage().isVar();
      long largest = (long) (var ? Long.BYTES : field.cellSize()) * box.grid().cellsPerTile();
      if (largest > LARGEST) {
        throw new UnsupportedFormatException(
            "a tile of \"%s\" has %d bytes (maximum: %d)"
                .formatted(field.name(), largest, LARGEST));
      }
    }
  }

  @Override
  public int tiles() {
    return box.tileBox().tiles();
  }

  @Override
  public int cells(int tile) {
    return box.grid().cellsPerTile();
  }

  @Override
  public CellRuns written(int tile) {
    return order.written(tile);
  }

  @Override
  public long bytes(int tile) {
    long bytes = fixedBytes + (long) (held.varBytesPerCell() * box.grid().cellsPerTile());
    return spill.has(tile) ? 2 * bytes : bytes;
  }

  @Override
  public FieldCells cells(int tile, int field, ScratchPool.TaskBuffers buffers) {
    FieldEncoder wanted = fields.get(field);
    int count = box.grid().cellsPerTile();
    boolean padded = box.tileBox().cells(tile) < count;
    byte[] validity = null;
    if (wanted.storage().nullable()) {
      validity = buffers.validity(count);
      if (padded) {
        Arrays.fill(validity, 0, count, (byte) 0);
      }
    }
    FieldCells cells =
        wanted.storage().isVar()
            ? var(tile, field, padded, validity, buffers)
            : fixed(tile, field, padded, validity, buffers);
    if (padded || validity != null) {
      PaddingFill.of(wanted, cells, order.written(tile));
    }
    return cells;
  }

  private FieldCells fixed(
      int tile, int field, boolean padded, byte[] validity, ScratchPool.TaskBuffers buffers) {
    int count = box.grid().cellsPerTile();
    int size = fields.get(field).cellSize();
    byte[] data = buffers.buffer(count * size);
    if (padded) {
      Arrays.fill(data, 0, count * size, (byte) 0);
    }
    ArrivalCursor from = cursor(tile, field, spill.read(tile, field, buffers));
    while (from.next()) {
      int source = from.column().start() + from.row() * size;
      byte[] values = from.column().data();
      StridedCopy.cells(
          values, source, 1, data, from.cell() * size, from.step(), from.length(), size);
      if (validity != null) {
        copyValidity(from, validity);
      }
    }
    return FieldCells.fixed(count, data, 0, count * size, validity);
  }

  private static void copyValidity(ArrivalCursor from, byte[] validity) {
    StridedCopy.cells(
        from.column().validity(),
        from.row(),
        1,
        validity,
        from.cell(),
        from.step(),
        from.length(),
        Byte.BYTES);
  }

  private FieldCells var(
      int tile, int field, boolean padded, byte[] validity, ScratchPool.TaskBuffers buffers) {
    int count = box.grid().cellsPerTile();
    int[] starts = buffers.offsets(count);
    List<SpilledPart> spilled = spill.read(tile, field, buffers);
    if (padded) {
      Arrays.fill(starts, 0, count, fields.get(field).cellSize());
    }
    for (ArrivalCursor from = cursor(tile, field, spilled); from.next(); ) {
      int[] given = from.column().offsets();
      int cell = from.cell();
      for (int row = from.row(); row < from.row() + from.length(); row++, cell += from.step()) {
        starts[cell] = given[row + 1] - given[row];
      }
    }
    long length = 0;
    for (int cell = 0; cell < count; cell++) {
      int own = starts[cell];
      starts[cell] = (int) length;
      length += own;
    }
    if (length > LARGEST) {
      throw new UnsupportedFormatException(
          "a tile of \"%s\" has values of %d bytes (maximum: %d); make tiles smaller"
              .formatted(fields.get(field).name(), length, LARGEST));
    }
    starts[count] = (int) length;
    byte[] data = buffers.buffer((int) length);
    if (padded) {
      Arrays.fill(data, 0, (int) length, (byte) 0);
    }
    for (ArrivalCursor from = cursor(tile, field, spilled); from.next(); ) {
      copyValues(from, data, starts);
      if (validity != null) {
        copyValidity(from, validity);
      }
    }
    return new FieldCells(count, data, 0, (int) length, starts, validity);
  }

  private static void copyValues(ArrivalCursor from, byte[] data, int[] starts) {
    byte[] values = from.column().data();
    int[] given = from.column().offsets();
    int row = from.row();
    int cell = from.cell();
    if (from.step() == 1) {
      int length = given[row + from.length()] - given[row];
      System.arraycopy(values, given[row], data, starts[cell], length);
      return;
    }
    for (int end = row + from.length(); row < end; row++, cell += from.step()) {
      System.arraycopy(values, given[row], data, starts[cell], given[row + 1] - given[row]);
    }
  }

  private ArrivalCursor cursor(int tile, int field, List<SpilledPart> spilled) {
    return new ArrivalCursor(order.arrivals(tile), spilled, held, field, spill.end());
  }
}
