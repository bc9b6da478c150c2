package io.tiledb.java.api;

import io.azulejo.Read;
import io.azulejo.query.ReadStats;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The read of a box of a dense array straight into the buffers of the caller, without batches. It
 * is possible if the whole result fits into the buffers and all cells have a fixed size.
 */
final class WholeRead {
  private final List<QueryField> fields;
  private final QueryBuffers buffers;
  private final long cells;

  private WholeRead(List<QueryField> fields, QueryBuffers buffers, long cells) {
    this.fields = fields;
    this.buffers = buffers;
    this.cells = cells;
  }

  /**
   * Returns a direct read of a box.
   *
   * @param box one range for each dimension, otherwise the result cannot be used
   */
  static WholeRead of(
      ArraySchema schema, Subarray box, List<QueryField> fields, QueryBuffers buffers) {
    boolean possible = schema.isDense();
    for (QueryField field : fields) {
      possible &= isStored(schema, field);
    }
    return new WholeRead(fields, buffers, possible ? cells(schema, box) : 0);
  }

  /** Returns whether cells have the field themselves; labels, for example, are looked up. */
  private static boolean isStored(ArraySchema schema, QueryField field) {
    return schema.attribute(field.name()).isPresent() || schema.dimension(field.name()).isPresent();
  }

  /** Returns the number of cells of a box; 0 if it is not a box, or is too large. */
  private static long cells(ArraySchema schema, Subarray box) {
    long product = 1;
    for (io.azulejo.schema.Dimension dimension : schema.dimensions()) {
      List<Range> ranges = box.ranges().getOrDefault(dimension.name(), List.of());
      if (ranges.size() != 1 || !(ranges.get(0) instanceof Range.Longs range)) {
        return 0;
      }
      long length = range.high() - range.low() + 1;
      if (length <= 0 || length > Integer.MAX_VALUE / product) {
        return 0;
      }
      product *= length;
    }
    return product;
  }

  /**
   * Returns whether the read is possible.
   *
   * @throws TileDBError if a buffer is missing
   */
  boolean isUsable() throws TileDBError {
    for (QueryField field : fields) {
      buffers.requireComplete(field);
      long size = cells * field.cellSize();
      if (cells == 0 || field.isVar() || size > buffers.data(field.name()).capacity()) {
        return false;
      } else if (field.nullable() && cells > buffers.validity(field.name()).capacity()) {
        return false;
      }
    }
    return cells > 0;
  }

  /** Fills the buffers, and passes the cost of the read to a consumer. */
  void run(Read read, Consumer<ReadStats> cost) throws TileDBError {
    List<ReadTarget> targets = new ArrayList<>();
    Map<String, byte[]> validities = new HashMap<>();
    for (QueryField field : fields) {
      int size = (int) (cells * field.cellSize());
      ReadTarget target =
          ReadTarget.of(field.name(), buffers.data(field.name()).bytes().duplicate().limit(size));
      if (field.nullable()) {
        byte[] validity = new byte[(int) cells];
        validities.put(field.name(), validity);
        target = target.withValidity(validity);
      }
      targets.add(target);
    }
    read.into(cost, targets.toArray(new ReadTarget[0]));
    for (QueryField field : fields) {
      long size = cells * field.cellSize();
      buffers.data(field.name()).result(size, size);
      byte[] validity = validities.get(field.name());
      if (validity != null) {
        QueryBuffer target = buffers.validity(field.name());
        target.bytes().put(0, validity);
        target.result(cells, cells);
      }
    }
  }
}
