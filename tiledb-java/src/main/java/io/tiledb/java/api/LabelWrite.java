package io.tiledb.java.api;

import io.azulejo.ArrayWriter;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.util.List;

/** Writes the labels of a dimension to the array that stores them. */
final class LabelWrite {
  private final Array array;
  private final DimensionLabel label;
  private final OffsetFormat format;

  LabelWrite(Array array, DimensionLabel label, OffsetFormat format) {
    this.array = array;
    this.label = label;
    this.format = format;
  }

  /**
   * Writes the labels in the buffers, and commits them.
   *
   * @param region the part of the array whose coordinates get the labels; dimensions without a
   *     range are labeled completely
   */
  void submit(Subarray region, QueryBuffers buffers) throws TileDBError {
    QueryField field =
        new QueryField(label.name(), Datatype.ofEngine(label.type()), label.cellValNum(), false);
    WriteBuffers labels = new WriteBuffers(List.of(field), buffers, format);
    Location place =
        label.relative()
            ? array.toEngine().location().resolve(label.uri())
            : Location.of(label.uri());
    io.azulejo.ArrayHandle handle = Stored.handle(array.getCtx(), Stored.uri(place), null);
    ArraySchema schema = handle.open().schema();
    WriteRequest request = WriteRequest.DEFAULT.subarray(part(region, schema.dimensions().get(0)));
    try (ArrayWriter writer = handle.writer(request, array.changeOptions())) {
      for (long row = 0; row < labels.rows(); ) {
        Batch batch = labels.batch(row);
        writer.append(Batch.of(renamed(batch.column(0))));
        row += batch.rows();
      }
      writer.commit();
    }
  }

  /** Returns the part of the label array that belongs to a part of the array. */
  private Subarray part(Subarray region, Dimension target) {
    Dimension labeled = array.toEngine().schema().dimensions().get(label.dimension());
    List<Range> ranges = region.ranges().getOrDefault(labeled.name(), List.of());
    return ranges.isEmpty() ? Subarray.ALL : Subarray.ALL.and(target.name(), ranges);
  }

  /** Returns the same column with the name of the attribute of the label array. */
  private Column renamed(Column column) {
    return column instanceof VarColumn texts
        ? new VarColumn(
            label.attribute(), texts.type(), texts.rows(), texts.offsetArray(), texts.array(), null)
        : new FixedColumn(label.attribute(), column.type(), 1, column.rows(), column.array(), null);
  }
}
