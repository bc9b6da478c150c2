package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table of cells, column by column: what a read delivers, and what is written. All columns have
 * the same number of rows. A batch belongs to whoever has it: a read does not use it again, unless
 * it is {@link BatchReader#recycle given back}.
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
   * A batch of these columns.
   *
   * @throws InvalidRequestException if a column does not have that number of rows
   */
  public static Batch of(int rows, List<Column> columns) {
    for (Column column : columns) {
      if (column.rows() != rows) {
        throw new InvalidRequestException(
            "column \"%s\" has %d rows, but the batch has %d: give all columns the same number"
                .formatted(column.name(), column.rows(), rows));
      }
    }
    return new Batch(rows, List.copyOf(columns), null);
  }

  /**
   * A batch of these columns, at least one.
   *
   * @throws InvalidRequestException if there is none, or they do not have the same number of rows
   */
  public static Batch of(Column... columns) {
    if (columns.length == 0) {
      throw new InvalidRequestException(
          "a batch without columns: give one at least, or the number of rows with Batch.of(rows, List.of())");
    }
    return of(columns[0].rows(), List.of(columns));
  }

  /** These columns as the cells of a box of a dense array, all of them. */
  public Batch withBox(NDRange cells) {
    return new Batch(rows, columns, cells);
  }

  /**
   * The box of a dense array whose cells these are, in the order that the read asked for; row-major
   * where it was unordered. Empty where they are not all cells of a box: of sparse arrays, of
   * several ranges or of ranges with steps, and where cells are left out.
   */
  public Optional<NDRange> box() {
    return Optional.ofNullable(box);
  }

  /** The number of cells, which each column has. */
  public int rows() {
    return rows;
  }

  /** The columns; of a read in the order of its fields. */
  public List<Column> columns() {
    return columns;
  }

  /**
   * A column by its index.
   *
   * @throws InvalidRequestException if there is none
   */
  public Column column(int index) {
    if (index < 0 || index >= columns.size()) {
      throw new InvalidRequestException(
          "the batch has %d columns, counted from 0; got column %d: there are %s"
              .formatted(columns.size(), index, names()));
    }
    return columns.get(index);
  }

  /**
   * The column of a field.
   *
   * @throws InvalidRequestException if there is none
   */
  public Column column(String name) {
    for (Column column : columns) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    throw new InvalidRequestException(
        "the batch has no column \"%s\": there are %s".formatted(name, names()));
  }

  private List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** The bytes of values, offsets (8 each) and validity that the batch holds. */
  public long bytes() {
    long sum = 0;
    for (Column column : columns) {
      sum += column.bytes();
    }
    return sum;
  }

  /** The first rows as a table, for people: each column under its name, as wide as it needs. */
  @Override
  public String toString() {
    return BatchTable.of(this);
  }
}
