package io.azulejo.internal.write.dense;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.write.fragment.FieldEncoder;
import java.util.List;
import java.util.function.Supplier;

/** The tiles of a dense fragment, assembled from held and spilled cells. */
final class DenseTiles extends AssembledTiles {
  private final WriteBox box;
  private final ArrivalOrder order;
  private final HeldCells held;
  private final DenseSpill spill;
  private final long fixedBytes;

  DenseTiles(
      WriteBox box,
      ArrivalOrder order,
      List<FieldEncoder> fields,
      HeldCells held,
      DenseSpill spill) {
    super(box, order, fields);
    this.box = box;
    this.order = order;
    this.held = held;
    this.spill = spill;
    box.requireWritable(fields);
    long bytes = 0;
    for (FieldEncoder field : fields) {
      boolean var = field.storage().isVar();
      long cell = var ? Integer.BYTES + Long.BYTES : field.cellSize();
      bytes += cell + (field.storage().nullable() ? 1 : 0);
    }
    this.fixedBytes = bytes * box.grid().cellsPerTile();
  }

  @Override
  public long bytes(int tile) {
    long bytes = fixedBytes + (long) (held.varBytesPerCell() * box.grid().cellsPerTile());
    return spill.has(tile) ? 2 * bytes : bytes;
  }

  @Override
  protected Supplier<ArrivalCursor> passes(int tile, int field, ScratchPool.TaskBuffers buffers) {
    List<SpilledPart> spilled = spill.read(tile, field, buffers);
    return () -> new ArrivalCursor(order.arrivals(tile), spilled, held, field, spill.end());
  }
}
