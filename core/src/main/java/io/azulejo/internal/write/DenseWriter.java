package io.azulejo.internal.write;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import java.util.List;

/**
 * Writes a box of cells to a dense array. Tiles go to files as soon as they are full and those
 * before them are; what cells are left over of a batch is kept until then.
 */
final class DenseWriter implements CellWriter {
  private final ArraySchema schema;
  private final BatchCheck check;
  private final DensePart part;
  private final ArrivalOrder order;
  private final HeldCells held;
  private final DenseTiles tiles;
  private final DenseSeries fragments;
  private final Spill spill;
  private final long mostHeld;
  private final OrderedValues orders;
  private int written;

  DenseWriter(
      WritableArray array, WriteRequest request, long time, WriteScope scope, StoredValues stored) {
    schema = array.schema().schema();
    check = new BatchCheck(schema);
    part = DensePart.of(schema, request.subarray());
    order = new ArrivalOrder(part, request.layout().orElse(Layout.ROW_MAJOR));
    FragmentFields fields = FragmentFields.of(array);
    held = new HeldCells(fields.all(), scope);
    fragments = new DenseSeries(array, fields, part, scope, time, time, request.maxFragmentSize());
    spill =
        new Spill(
            array.storage(),
            fragments::claimFolder,
            order,
            fields.all(),
            held,
            scope,
            new PartFormat(array.key()));
    tiles = new DenseTiles(part, order, fields.all(), held, spill);
    mostHeld = scope.heldBytes();
    orders = OrderedValues.of(part, stored);
  }

  @Override
  public void append(Batch batch) {
    refuseCoordinates(batch);
    long room = part.cells() - held.end();
    if (batch.rows() > room) {
      throw new InvalidRequestException(
          "%d cells too many: %s has %d cells, and %d came before this batch of %d"
              .formatted(batch.rows() - room, part, part.cells(), held.end(), batch.rows()));
    }
    CellColumn[] columns = check.check(batch);
    orders.check(columns, batch.rows(), held.end());
    held.lend(columns, batch.rows());
    int ready = written;
    while (ready < tiles.tiles() && order.last(ready) < held.end()) {
      ready++;
    }
    fragments.write(tiles, written, ready);
    spill.forget(written, ready);
    written = ready;
    release();
  }

  /** Lets go of cells that are in tiles of files, and of others where they are too many. */
  private void release() {
    if (written == tiles.tiles()) {
      held.close();
      return;
    }
    long needed = order.tileAfterTile() ? order.first(written) : 0;
    if (held.bytes(needed) > mostHeld) {
      spill.add(written);
    }
    held.keep(Math.max(needed, spill.end()));
    spill.keep(needed);
  }

  private void refuseCoordinates(Batch batch) {
    for (Column column : batch.columns()) {
      if (schema.dimension(column.name()).isPresent()) {
        throw new InvalidRequestException(
            "column \"%s\" holds coordinates, but the cells of a dense array are told by their order: leave it out, and give the part that is written as a subarray"
                .formatted(column.name()));
      }
    }
  }

  @Override
  public List<FragmentName> finish() {
    long missing = part.cells() - held.end();
    if (missing > 0) {
      throw new InvalidRequestException(
          "%d of %d cells of %s are missing, from %s on"
              .formatted(missing, part.cells(), part, order.cell(held.end())));
    }
    spill.close();
    return fragments.complete();
  }

  @Override
  public void close() {
    held.close();
    fragments.close();
  }
}
