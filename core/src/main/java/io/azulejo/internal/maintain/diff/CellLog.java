package io.azulejo.internal.maintain.diff;

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

/** Counts what was found of cells, and keeps the first that are not the same. */
final class CellLog {
  /** What makes a row of its own of a row of a batch, with the coordinates first. */
  @FunctionalInterface
  interface Copy {
    Batch of(Batch batch, int row);
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

  /** The number of compared cells of the first array. */
  long seenOfFirst() {
    return same + different + onlyInFirst;
  }

  /** Counts cells that are the same in both arrays. */
  void addSame(long cells) {
    same += cells;
  }

  /** Counts cells that are in one array alone, without showing any. */
  void addOnly(boolean inFirst, long cells) {
    onlyInFirst += inFirst ? cells : 0;
    onlyInSecond += inFirst ? 0 : cells;
  }

  /** Counts a cell that is in one array alone, and shows it within the limit. */
  void addOnly(boolean inFirst, Batch batch, int row, Copy copy) {
    addOnly(inFirst, 1);
    if (first.size() < limit) {
      Optional<Row> cell = Optional.of(row(inFirst, copy.of(batch, row)));
      first.add(
          new ArrayDifference.Cell(
              inFirst ? cell : Optional.empty(), inFirst ? Optional.empty() : cell, List.of()));
    }
  }

  /**
   * Compares cells at the same coordinates.
   *
   * @param skipped the number of columns before those of the attributes
   */
  void compare(
      Batch a, int rowA, Batch b, int rowB, int count, int skipped, Copy copyA, Copy copyB) {
    boolean any = false;
    for (int i = 0; i < byAttribute.length; i++) {
      Column columnA = a.column(skipped + i);
      Column columnB = b.column(skipped + i);
      int at = 0;
      while ((at += ValueComparison.mismatch(columnA, rowA + at, columnB, rowB + at, count - at))
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
          show(a, rowA + i, b, rowB + i, skipped, copyA, copyB);
        }
      }
    }
    different += found;
    same += count - found;
  }

  private void show(Batch a, int rowA, Batch b, int rowB, int skipped, Copy copyA, Copy copyB) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < byAttribute.length; i++) {
      if (ValueComparison.mismatch(a.column(skipped + i), rowA, b.column(skipped + i), rowB, 1)
          == 0) {
        names.add(attributes.get(i));
      }
    }
    first.add(
        new ArrayDifference.Cell(
            Optional.of(row(true, copyA.of(a, rowA))),
            Optional.of(row(false, copyB.of(b, rowB))),
            names));
  }

  private Row row(boolean ofFirst, Batch single) {
    return Row.of(single, ofFirst ? enumerationsOfFirst : enumerationsOfSecond)
        .findFirst()
        .orElseThrow();
  }

  /** The differences. */
  ArrayDifference.Cells found() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (int i = 0; i < byAttribute.length; i++) {
      counts.put(attributes.get(i), byAttribute[i]);
    }
    return new ArrayDifference.Cells(
        same, different, onlyInFirst, onlyInSecond, counts, first, Optional.empty());
  }

  /** A batch of one row, in arrays of its own. */
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
