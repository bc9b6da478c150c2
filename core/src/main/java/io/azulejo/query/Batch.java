package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table of cells, stored column by column. Reads return batches, and writes accept them. All
 * columns have the same number of rows.
 *
 * <p>The caller owns the batches that a read returns. The engine reuses their arrays only after
 * {@link BatchReader#recycle}.
 */
public final class Batch {
  private final int rows;
  private final List<Column> columns;
  private final @Nullable NDRange box;

  private Batch(int rows, List<Column> columns, @Nullable NDRange box) {
    this.rows = rows;
    this.columns = columns;
    this.box = box;
  }

  /**
   * Creates a batch from columns, which are not copied.
   *
   * @param rows the number of rows, which all columns must have
   * @throws InvalidRequestException if a column has another number of rows
   */
  public static Batch of(int rows, List<Column> columns) {
    for (Column column : columns) {
      if (column.rows() != rows) {
        throw new InvalidRequestException(
            "column \"%s\" has %d rows, but the batch has %d; all columns must have the same number"
                .formatted(column.name(), column.rows(), rows));
      }
    }
    return new Batch(rows, List.copyOf(columns), null);
  }

  /**
   * Creates a batch from columns, which are not copied.
   *
   * @param columns at least one column; all have the same number of rows
   * @throws InvalidRequestException if no column is given, or if their numbers of rows differ
   */
  public static Batch of(Column... columns) {
    if (columns.length == 0) {
      throw new InvalidRequestException(
          "the batch has no columns; pass at least one, or the number of rows with"
              + " Batch.of(rows, List.of())");
    }
    return of(columns[0].rows(), List.of(columns));
  }

  /**
   * Returns a batch with the same columns, whose rows are all cells of a box of a dense array.
   *
   * @param cells the box; see {@link #box()} for the order of its cells
   */
  public Batch withBox(NDRange cells) {
    return new Batch(rows, columns, cells);
  }

  /**
   * Returns the box of a dense array that consists of exactly the cells of this batch. The cells
   * are in the order of the read, or in row-major order if the read was unordered. Empty if the
   * batch may not consist of all cells of one box. This is the case for sparse arrays, and for
   * reads with points, with several ranges of a dimension, or with steps. It is also empty if a
   * condition or a limit leaves out cells of the box. With {@link ReadRequest.Cells#GRID}, a
   * condition leaves out no cells.
   */
  public Optional<NDRange> box() {
    return Optional.ofNullable(box);
  }

  /** Returns the number of rows, which is the number of cells and the length of each column. */
  public int rows() {
    return rows;
  }

  /** Returns the columns. In a batch from a read, they are in the order of the read's fields. */
  public List<Column> columns() {
    return columns;
  }

  /**
   * Returns the column at an index.
   *
   * @param index the index of the column, starting at 0
   * @throws InvalidRequestException if the index is out of range
   */
  public Column column(int index) {
    if (index < 0 || index >= columns.size()) {
      throw new InvalidRequestException(
          "the batch has %d columns, counted from 0; got column %d (valid: %s)"
              .formatted(columns.size(), index, names()));
    }
    return columns.get(index);
  }

  /**
   * Returns the column of a field.
   *
   * @throws InvalidRequestException if the batch does not have this column
   */
  public Column column(String name) {
    for (Column column : columns) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    throw new InvalidRequestException(
        "the batch has no column \"%s\" (valid: %s)".formatted(name, names()));
  }

  private List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** Returns the size of the batch in bytes: values, offsets (8 bytes each) and validity. */
  public long bytes() {
    long sum = 0;
    for (Column column : columns) {
      sum += column.bytes();
    }
    return sum;
  }

  /** Returns the first rows as a text table with the column names as its header. */
  @Override
  public String toString() {
    return BatchTable.of(this);
  }
}
