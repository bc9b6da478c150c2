package io.azulejo.cli.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.text.output.CellText;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.TextBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A two-dimensional view of cells: one row per coordinate of one dimension, one column per
 * coordinate of another, and null for missing cells. All cells are buffered in memory, up to a
 * limit. Not thread-safe.
 */
public final class Matrix {
  /** Maximum number of cells. Larger results need a file or a picture. */
  private static final int MOST = 1 << 20;

  /** Maximum number of matrix elements, including missing cells. */
  private static final long MOST_PLACES = 1L << 22;

  /** Maximum number of columns. */
  private static final int WIDEST = 1 << 12;

  private final List<RowField> dimensions;
  private final RowField attribute;
  private final List<BufferedColumn> kept = new ArrayList<>();
  private int cells;

  /**
   * Creates an empty matrix.
   *
   * @param dimensions the dimensions, at least two; they are the first columns of each batch
   * @param attribute the attribute to show; it is the next column of each batch
   */
  public Matrix(List<RowField> dimensions, RowField attribute) {
    this.dimensions = List.copyOf(dimensions);
    this.attribute = attribute;
  }

  /**
   * Adds the cells of a batch, which is copied. All batches must have the same columns.
   *
   * @throws InvalidRequestException if there are too many cells
   */
  public void add(Batch batch) {
    Column[] columns = BufferedRows.columns(batch);
    if (kept.isEmpty()) {
      for (Column column : columns) {
        kept.add(new BufferedColumn(column));
      }
    }
    for (int row = 0; row < batch.rows(); row++) {
      if (++cells > MOST
          || !kept.get(columns.length - 1).hasRoomFor(columns[columns.length - 1], row)) {
        throw new InvalidRequestException(
            "--grid shows up to %d cells; select a part with --range, write a file with --format npy, or use azulejo plot"
                .formatted(MOST));
      }
      for (int c = 0; c < columns.length; c++) {
        kept.get(c).add(columns[c], row);
      }
    }
  }

  /**
   * Writes the matrix as rows. The first column holds the row coordinates. The names of the other
   * columns are the column coordinates.
   *
   * @param write receives the fields and all rows in one call
   * @throws InvalidRequestException if the cells differ in more than two dimensions, several cells
   *     have the same coordinates, or the matrix is too large
   */
  public void write(Writer write) throws IOException {
    int[] sides = sides();
    RowField down = dimensions.get(sides[0]);
    RowField across = dimensions.get(sides[1]);
    Map<ByteBuffer, Integer> rowOf = numbers(sides[0], down);
    Map<ByteBuffer, Integer> columnOf = numbers(sides[1], across);
    if (columnOf.size() > WIDEST) {
      throw new InvalidRequestException(
          "--grid shows up to %d columns, but %s has %d coordinates here; select some with --range %s=LO..HI"
              .formatted(WIDEST, across.name(), columnOf.size(), across.name()));
    }
    if ((long) rowOf.size() * columnOf.size() > MOST_PLACES) {
      throw new InvalidRequestException(
          "--grid shows up to %d positions, but there are %d of %s by %d of %s here, most of them empty; select a part with --range %s=LO..HI, or omit --grid"
              .formatted(
                  MOST_PLACES,
                  rowOf.size(),
                  down.name(),
                  columnOf.size(),
                  across.name(),
                  down.name()));
    }
    int[][] places = new int[columnOf.size()][rowOf.size()];
    for (int cell = 0; cell < cells; cell++) {
      int[] column = places[columnOf.get(coordinate(sides[1], cell))];
      int row = rowOf.get(coordinate(sides[0], cell));
      if (column[row] != 0) {
        throw new InvalidRequestException(
            "--grid: there are several cells at %s=%s %s=%s; omit --grid"
                .formatted(
                    down.name(),
                    text(down, sides[0], cell),
                    across.name(),
                    text(across, sides[1], cell)));
      }
      column[row] = cell + 1;
    }
    List<RowField> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    String corner = down.name() + "\\" + across.name();
    int[] firstCells = firstCells(rowOf, sides[0]);
    fields.add(new RowField(corner, down.type(), down.cellValNum(), down.enumeration()));
    columns.add(
        kept.isEmpty() ? empty(down) : kept.get(sides[0]).take(firstCells, 0, firstCells.length));
    int[] tops = firstCells(columnOf, sides[1]);
    for (int c = 0; c < tops.length; c++) {
      fields.add(
          new RowField(
              text(across, sides[1], tops[c]),
              attribute.type(),
              attribute.cellValNum(),
              attribute.enumeration()));
      columns.add(column(places[c]));
    }
    write.write(fields, Batch.of(rowOf.size(), columns));
  }

  /** A consumer of the rows of a matrix. */
  public interface Writer {
    /**
     * Writes all rows.
     *
     * @param fields the fields of the columns, in the order of the columns
     */
    void write(List<RowField> fields, Batch rows) throws IOException;
  }

  private static Column empty(RowField field) {
    return field.cellValNum() == Attribute.VAR
        ? new VarColumn(field.name(), field.type(), 0, new int[1], new byte[0], null)
        : new FixedColumn(field.name(), field.type(), field.cellValNum(), 0, new byte[0], null);
  }

  /**
   * Returns the two dimensions whose coordinates vary, in ascending order. If fewer vary, the last
   * dimensions are added.
   */
  private int[] sides() {
    List<Integer> varying = new ArrayList<>();
    for (int d = 0; d < dimensions.size(); d++) {
      boolean varies = false;
      for (int cell = 1; cell < cells && !varies; cell++) {
        varies = !coordinate(d, cell).equals(coordinate(d, 0));
      }
      if (varies) {
        varying.add(d);
      }
    }
    if (varying.size() > 2) {
      String third = dimensions.get(varying.get(0)).name();
      throw new InvalidRequestException(
          "--grid shows two dimensions, but cells differ in %s; fix the others to one coordinate each, such as --range %s=%s"
              .formatted(
                  varying.stream().map(d -> dimensions.get(d).name()).toList(),
                  third,
                  text(dimensions.get(varying.get(0)), varying.get(0), 0)));
    }
    for (int d = dimensions.size() - 1; varying.size() < 2; d--) {
      if (!varying.contains(d)) {
        varying.add(d);
      }
    }
    return varying.stream().sorted().mapToInt(Integer::intValue).toArray();
  }

  private ByteBuffer coordinate(int dimension, int cell) {
    BufferedColumn column = kept.get(dimension);
    int start = column.start(cell);
    return ByteBuffer.wrap(column.data(), start, column.end(cell) - start);
  }

  /** Returns the rank of each distinct coordinate of a dimension, starting at 0. */
  private Map<ByteBuffer, Integer> numbers(int dimension, RowField field) {
    Map<ByteBuffer, Integer> first = new LinkedHashMap<>();
    for (int cell = 0; cell < cells; cell++) {
      first.putIfAbsent(coordinate(dimension, cell), cell);
    }
    if (first.isEmpty()) {
      return first;
    }
    RowField own = new RowField(field.name(), field.type(), field.cellValNum(), Optional.empty());
    SortKey key = SortKey.of(own, 0, false);
    List<Integer> order = new ArrayList<>();
    int[] cellsOf = first.values().stream().mapToInt(Integer::intValue).toArray();
    Column[] column = {kept.get(dimension).take(cellsOf, 0, cellsOf.length)};
    for (int i = 0; i < cellsOf.length; i++) {
      key.add(column, i);
      order.add(i);
    }
    order.sort(key::compare);
    Map<ByteBuffer, Integer> numbers = new HashMap<>();
    for (int place = 0; place < order.size(); place++) {
      numbers.put(coordinate(dimension, cellsOf[order.get(place)]), place);
    }
    return numbers;
  }

  /**
   * Returns the number of the first cell with each coordinate, in the order of the coordinates'
   * ranks.
   */
  private int[] firstCells(Map<ByteBuffer, Integer> numbers, int dimension) {
    int[] firstCells = new int[numbers.size()];
    for (int cell = cells - 1; cell >= 0; cell--) {
      firstCells[numbers.get(coordinate(dimension, cell))] = cell;
    }
    return firstCells;
  }

  private String text(RowField field, int dimension, int cell) {
    ByteBuffer bytes = coordinate(dimension, cell).order(ByteOrder.LITTLE_ENDIAN);
    TextBuffer out = new TextBuffer(32);
    CellText.of(field, CellText.Notation.PLAIN).append(out, bytes, bytes.position(), bytes.limit());
    return out.toString();
  }

  /**
   * Copies a column of the matrix.
   *
   * @param places for each row, the cell number plus 1, or 0 for a missing cell, which becomes null
   */
  private Column column(int[] places) {
    int rows = places.length;
    BufferedColumn values = kept.get(kept.size() - 1);
    int[] some = new int[rows];
    byte[] validity = new byte[rows];
    for (int row = 0; row < rows; row++) {
      some[row] = places[row] - 1;
    }
    Column taken = values.take(some, 0, rows);
    for (int row = 0; row < rows; row++) {
      validity[row] = (byte) (places[row] != 0 && !taken.isNull(row) ? 1 : 0);
    }
    return taken instanceof VarColumn var
        ? new VarColumn(var.name(), var.type(), rows, var.offsetArray(), var.array(), validity)
        : new FixedColumn(
            taken.name(),
            taken.type(),
            ((FixedColumn) taken).valuesPerCell(),
            rows,
            taken.array(),
            validity);
  }
}
