package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.table.TableColumn;
import io.azulejo.table.TableColumn.Role;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** Collects the values of one column of Spark rows and converts them to a column of cells. */
final class CellBuilder {
  private final TableColumn column;
  private final ValueEncoder encoder;
  private final boolean nullable;
  private final boolean nat;
  private final int capacity;
  private final int cellSize;
  private GrowingBytes data;
  private int @Nullable [] offsets;
  private byte @Nullable [] validity;
  private int rows;

  /**
   * Creates a builder for a column.
   *
   * @param column the column of the table
   * @param encoder encodes the column's values
   * @param nullable whether cells of the array can be null
   * @param capacity the maximum number of rows between two calls of {@link #take}
   */
  CellBuilder(TableColumn column, ValueEncoder encoder, boolean nullable, int capacity) {
    Datatype stored = column.stored();
    this.column = column;
    this.encoder = encoder;
    this.nullable = nullable;
    this.nat = column.role() == Role.ATTRIBUTE && stored.isDatetime() && column.nullable();
    this.capacity = capacity;
    boolean var = column.valuesPerCell() == Attribute.VAR;
    this.cellSize = var ? -1 : column.valuesPerCell() * stored.size();
    this.data = begin();
  }

  private GrowingBytes begin() {
    rows = 0;
    offsets = cellSize < 0 ? new int[capacity + 1] : null;
    validity = nullable ? new byte[capacity] : null;
    return new GrowingBytes(capacity * (cellSize < 0 ? 16 : Math.min(cellSize, 64)));
  }

  /**
   * Adds the value at index {@code at} of a row.
   *
   * @throws InvalidRequestException if the value is null but cells cannot be null, or if the array
   *     cannot hold the value
   */
  void add(InternalRow row, int at) {
    boolean isNull = row.isNullAt(at);
    if (isNull) {
      putNull();
    } else {
      encoder.put(row, at, data);
    }
    if (validity != null) {
      validity[rows] = (byte) (isNull ? 0 : 1);
    }
    rows++;
    if (offsets != null) {
      offsets[rows] = data.size();
    }
  }

  private void putNull() {
    if (!nullable && !nat) {
      throw new InvalidRequestException(
          column.role() == Role.DIMENSION
              ? "dimension \"%s\": the coordinate is null; leave the row out"
                  .formatted(column.name())
              : ("column \"%s\": the value is null, but the attribute is not nullable; "
                      + "replace nulls (coalesce)")
                  .formatted(column.name()));
    }
    if (!nullable) {
      data.putLong(TimeScale.NAT);
    } else if (cellSize > 0) {
      data.putZeros(cellSize);
    }
  }

  /** Returns the number of bytes collected since the last call of {@link #take}. */
  int bytes() {
    return data.size();
  }

  /** Returns the collected cells and starts an empty column. */
  Column take() {
    Column cells =
        offsets == null
            ? new FixedColumn(
                column.field(),
                column.stored(),
                column.valuesPerCell(),
                rows,
                data.array(),
                validity)
            : new VarColumn(
                column.field(),
                column.stored(),
                rows,
                Arrays.copyOf(offsets, rows + 1),
                data.array(),
                validity);
    data = begin();
    return cells;
  }
}
