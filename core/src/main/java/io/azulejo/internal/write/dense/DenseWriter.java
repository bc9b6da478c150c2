package io.azulejo.internal.write.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.fragment.CellSink;
import io.azulejo.internal.write.fragment.FragmentLayout;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import java.util.List;

/**
 * Writes a box of cells to a dense array. A tile is written as soon as it and all tiles before it
 * are full. Until then, its cells are kept in memory or in temporary files.
 */
public final class DenseWriter implements CellSink {
  private final WriteBox box;
  private final ArrivalOrder order;
  private final HeldCells held;
  private final DenseTiles tiles;
  private final DenseFragmentSeries fragments;
  private final DenseSpill spill;
  private final long maxHeld;
  private final OrderedAttributes orders;
  private int written;

  /**
   * Creates a writer for the subarray of a request.
   *
   * @param time timestamp of the cells in milliseconds since 1970
   * @param stored looks up stored values next to the written cells
   * @throws InvalidRequestException if the request does not fit the array
   */
  public DenseWriter(
      WritableArray array,
      WriteRequest request,
      long time,
      Resources resources,
      StoredValues stored) {
    ArraySchema schema = array.schema().schema();
    box = WriteBox.of(schema, request.subarray());
    order = new ArrivalOrder(box, request.layout().orElse(Layout.ROW_MAJOR));
    FragmentLayout layout = FragmentLayout.of(array);
    held = new HeldCells(layout.fields(), resources);
    fragments =
        new DenseFragmentSeries(
            array, layout, box, new TimeRange(time, time), request.maxFragmentSize(), resources);
    spill = new DenseSpill(order, layout.fields(), held, resources, array.key());
    tiles = new DenseTiles(box, order, layout.fields(), held, spill);
    maxHeld = resources.heldBytes();
    orders = OrderedAttributes.of(box, stored);
  }

  @Override
  public void append(CellColumn[] columns, int rows) {
    long room = box.cells() - held.end();
    if (rows > room) {
      throw new InvalidRequestException(
          "%d cells too many: %s has %d cells, and %d were written before this batch of %d"
              .formatted(rows - room, box, box.cells(), held.end(), rows));
    }
    orders.check(columns, rows, held.end());
    held.lend(columns, rows);
    int ready = written;
    while (ready < tiles.tiles() && order.last(ready) < held.end()) {
      ready++;
    }
    fragments.write(tiles, written, ready);
    spill.forget(written, ready);
    written = ready;
    release();
  }

  /** Releases cells whose tiles are written, and spills the others if they take too much memory. */
  private void release() {
    if (written == tiles.tiles()) {
      held.close();
      return;
    }
    long needed = order.tileAfterTile() ? order.first(written) : 0;
    if (held.bytes(needed) > maxHeld) {
      spill.add(written);
    }
    held.keep(Math.max(needed, spill.end()));
    spill.keep(needed);
  }

  @Override
  public List<FragmentName> finish() {
    long missing = box.cells() - held.end();
    if (missing > 0) {
      throw new InvalidRequestException(
          "%d of %d cells of %s are missing, from %s on"
              .formatted(missing, box.cells(), box, order.cell(held.end())));
    }
    spill.close();
    return fragments.complete();
  }

  @Override
  public void close() {
    held.close();
    Cleanup.runAll(List.of(spill::close, fragments::close));
  }
}
