package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table of cells, column by column, as returned by reads and taken by writes. All columns have
 * the same number of rows. The caller owns a batch from a read: the read does not reuse it unless
 * it is {@linkplain BatchReader#recycle recycled}.
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
   * Returns a batch of these columns.
   *
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
   * Returns a batch of these columns, at least one.
   *
   * @throws InvalidRequestException if no column is given, or their numbers of rows differ
   */
  public static Batch of(Column... columns) {
    if (columns.length == 0) {
      throw new InvalidRequestException(
          "the batch has no columns; pass at least one, or the number of rows with"
              + " Batch.of(rows, List.of())");
    }
    return of(columns[0].rows(), List.of(columns));
  }

  /** Returns these columns as all cells of a box of a dense array. */
  public Batch withBox(NDRange cells) {
    return new Batch(rows, columns, cells);
  }

  /**
   * Returns the box of a dense array that consists of exactly these cells, in the order of the
   * read; row-major if the read was unordered. Empty if the cells do not fill a box: cells of
   * sparse arrays, of several ranges or of ranges with steps, or a selection of cells.
   */
  public Optional<NDRange> box() {
    return Optional.ofNullable(box);
  }

  /** Returns the number of cells, which is the length of each column. */
  public int rows() {
    return rows;
  }

  /** Returns the columns; for a read in the order of its fields. */
  public List<Column> columns() {
    return columns;
  }

  /**
   * Returns a column by its index, counted from 0.
   *
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
   * @throws InvalidRequestException if the batch does not have the column
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

  /** Returns the size of the batch in bytes: values, offsets (8 each) and validity. */
  public long bytes() {
    long sum = 0;
    for (Column column : columns) {
      sum += column.bytes();
    }
    return sum;
  }

  /** Returns the first rows as a text table, each column under its name and as wide as needed. */
  @Override
  public String toString() {
    return BatchTable.of(this);
  }
}
