package io.azulejo.internal.workshop.diff;

import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Row;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Enumeration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts equal and different cells of two arrays, and keeps the first differing cells. */
final class CellLog {
  /** Copies a row of a batch to a new batch that begins with the coordinates of the cell. */
  @FunctionalInterface
  interface Copy {
    Batch of(Batch batch, int row);
  }

  /**
   * Consecutive cells of one array, which start at a row of a batch.
   *
   * @param row the index of the first row
   * @param skipped the number of columns before the attribute columns
   * @param copy copies the cells that the log keeps
   */
  record Rows(Batch batch, int row, int skipped, Copy copy) {
    /** Creates rows of a batch whose first columns are the coordinates of all dimensions. */
    static Rows withCoordinates(Batch batch, int row, int dimensions) {
      return new Rows(batch, row, dimensions, CellLog::copy);
    }

    private Column attribute(int number) {
      return batch.column(skipped + number);
    }

    private Batch copy(int number) {
      return copy.of(batch, row + number);
    }
  }

  private final List<String> attributes;
  private final int limit;
  private final Map<String, Enumeration> enumerationsOfFirst;
  private final Map<String, Enumeration> enumerationsOfSecond;
  private final long[] byAttribute;
  private final List<ArrayDifference.Cell> first = new ArrayList<>();
  private byte[] differing = new byte[0];
  private long same;
  private long different;
  private long onlyInFirst;
  private long onlyInSecond;

  CellLog(
      List<String> attributes,
      int limit,
      Map<String, Enumeration> enumerationsOfFirst,
      Map<String, Enumeration> enumerationsOfSecond) {
    this.attributes = attributes;
    this.limit = limit;
    this.enumerationsOfFirst = enumerationsOfFirst;
    this.enumerationsOfSecond = enumerationsOfSecond;
    this.byAttribute = new long[attributes.size()];
  }

  /** Returns the number of cells of the first array that were compared so far. */
  long comparedInFirst() {
    return same + different + onlyInFirst;
  }

  /** Counts cells that are equal in both arrays. */
  void addSame(long cells) {
    same += cells;
  }

  /** Counts cells that exist in only one array, but does not keep them. */
  void addOnly(boolean inFirst, long cells) {
    onlyInFirst += inFirst ? cells : 0;
    onlyInSecond += inFirst ? 0 : cells;
  }

  /** Counts a cell that exists in only one array. Keeps it unless the limit is reached. */
  void addOnly(boolean inFirst, Rows cell) {
    addOnly(inFirst, 1);
    if (first.size() < limit) {
      Optional<Row> only = Optional.of(row(inFirst, cell.copy(0)));
      first.add(
          new DiffResults.DifferentCell(
              inFirst ? only : Optional.empty(), inFirst ? Optional.empty() : only, List.of()));
    }
  }

  /**
   * Compares and counts cells at the same coordinates. Keeps differing cells until the limit is
   * reached.
   *
   * @param count the number of consecutive cells to compare
   */
  void compare(Rows a, Rows b, int count) {
    boolean any = false;
    for (int i = 0; i < byAttribute.length; i++) {
      Column columnA = a.attribute(i);
      Column columnB = b.attribute(i);
      int at = 0;
      while ((at +=
              ValueComparison.mismatch(columnA, a.row() + at, columnB, b.row() + at, count - at))
          < count) {
        if (!any) {
          any = true;
          differing = differing.length < count ? new byte[count] : differing;
          Arrays.fill(differing, 0, count, (byte) 0);
        }
        differing[at++] = 1;
        byAttribute[i]++;
      }
    }
    int found = 0;
    for (int i = 0; any && i < count; i++) {
      if (differing[i] != 0) {
        found++;
        if (first.size() < limit) {
          show(a, b, i);
        }
      }
    }
    different += found;
    same += count - found;
  }

  private void show(Rows a, Rows b, int number) {
    int rowA = a.row() + number;
    int rowB = b.row() + number;
    List<String> names = new ArrayList<>();
    for (int i = 0; i < byAttribute.length; i++) {
      if (ValueComparison.mismatch(a.attribute(i), rowA, b.attribute(i), rowB, 1) == 0) {
        names.add(attributes.get(i));
      }
    }
    first.add(
        new DiffResults.DifferentCell(
            Optional.of(row(true, a.copy(number))),
            Optional.of(row(false, b.copy(number))),
            names));
  }

  private Row row(boolean ofFirst, Batch single) {
    return Row.of(single, ofFirst ? enumerationsOfFirst : enumerationsOfSecond)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the counts so far, and the cells that were kept. */
  ArrayDifference.Cells found() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (int i = 0; i < byAttribute.length; i++) {
      counts.put(attributes.get(i), byAttribute[i]);
    }
    return new DiffResults.ComparedCells(
        same, different, onlyInFirst, onlyInSecond, counts, first, Optional.empty());
  }

  /** Copies one row to a new batch that does not share arrays with the original. */
  static Batch copy(Batch batch, int row) {
    List<Column> columns = new ArrayList<>();
    for (Column column : batch.columns()) {
      byte[] data = column.getBytes(row);
      byte[] validity = column.nullable() ? new byte[] {(byte) (column.isNull(row) ? 0 : 1)} : null;
      columns.add(
          column instanceof FixedColumn fixed
              ? new FixedColumn(
                  column.name(), column.type(), fixed.valuesPerCell(), 1, data, validity)
              : new VarColumn(
                  column.name(), column.type(), 1, new int[] {0, data.length}, data, validity));
    }
    return Batch.of(1, columns);
  }
}
