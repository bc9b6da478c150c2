package io.azulejo.internal.write.sparse;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellGather;
import io.azulejo.internal.write.fragment.FieldCells;
import java.util.ArrayList;
import java.util.List;

/** A sequence of cells. Each place refers to a part and to a row in it. */
public final class SortedCells {
  private final CellLayout layout;
  private final List<CellPart> parts;
  private final int[] partOf;
  private final int[] rowOf;
  private final int count;
  private final CellColumn[][] columns;

  /** Creates a sequence of {@code count} cells from the part and the row of each place. */
  SortedCells(CellLayout layout, List<CellPart> parts, int[] partOf, int[] rowOf, int count) {
    this.layout = layout;
    this.parts = parts;
    this.partOf = partOf;
    this.rowOf = rowOf;
    this.count = count;
    this.columns = new CellColumn[layout.fields()][parts.size()];
    for (int f = 0; f < columns.length; f++) {
      for (int p = 0; p < parts.size(); p++) {
        columns[f][p] = parts.get(p).columns[f];
      }
    }
  }

  /** Returns all cells of the given parts in their current order. */
  static SortedCells ofParts(CellLayout layout, List<CellPart> parts) {
    return of(layout, parts.stream().map(part -> new CellRange(part, 0, part.selected)).toList());
  }

  /** Returns a copy of consecutive rows of a part. */
  static CellPart slice(CellLayout layout, CellPart part, int from, int count) {
    return of(layout, List.of(new CellRange(part, from, count))).copy(0, count);
  }

  /** Returns the cells of the given ranges, one range after another. */
  static SortedCells of(CellLayout layout, List<CellRange> ranges) {
    int count = 0;
    for (CellRange range : ranges) {
      count = Math.addExact(count, range.count());
    }
    int[] partOf = new int[count];
    int[] rowOf = new int[count];
    List<CellPart> parts = new ArrayList<>();
    int at = 0;
    for (CellRange range : ranges) {
      for (int i = 0; i < range.count(); i++) {
        partOf[at] = parts.size();
        rowOf[at++] = range.from() + i;
      }
      parts.add(range.part());
    }
    return new SortedCells(layout, parts, partOf, rowOf, count);
  }

  /** Returns all cells of the given parts followed by these cells. */
  SortedCells after(List<CellPart> before) {
    if (before.isEmpty()) {
      return this;
    }
    return joined(List.of(ofParts(layout, before), this));
  }

  /** Concatenates sequences of cells without copying the cells. */
  public static SortedCells joined(List<SortedCells> all) {
    SortedCells first = all.get(0);
    int count = 0;
    for (SortedCells cells : all) {
      count = Math.addExact(count, cells.count);
    }
    int[] partOf = new int[count];
    int[] rowOf = new int[count];
    List<CellPart> parts = new ArrayList<>();
    int at = 0;
    for (SortedCells cells : all) {
      System.arraycopy(cells.rowOf, 0, rowOf, at, cells.count);
      for (int i = 0; i < cells.count; i++) {
        partOf[at + i] = parts.size() + cells.partOf[i];
      }
      parts.addAll(cells.parts);
      at += cells.count;
    }
    return new SortedCells(first.layout, parts, partOf, rowOf, count);
  }

  /** Returns the number of cells. */
  public int count() {
    return count;
  }

  /** Returns the part of the cell at a place. */
  CellPart part(int place) {
    return parts.get(partOf[place]);
  }

  /** Returns the row within its part of the cell at a place. */
  int row(int place) {
    return rowOf[place];
  }

  /** Returns these cells without the marked places. */
  SortedCells without(boolean[] places) {
    int kept = 0;
    int[] keptPartOf = new int[count];
    int[] keptRowOf = new int[count];
    for (int i = 0; i < count; i++) {
      keptPartOf[kept] = partOf[i];
      keptRowOf[kept] = rowOf[i];
      kept += places[i] ? 0 : 1;
    }
    return new SortedCells(layout, parts, keptPartOf, keptRowOf, kept);
  }

  /** Returns the first {@code number} cells. */
  SortedCells first(int number) {
    return new SortedCells(layout, parts, partOf, rowOf, number);
  }

  /** Returns the size of the cell at a place in all fields, in bytes. */
  long bytes(int place) {
    long bytes = layout.fixedBytes();
    for (int field : layout.varFields()) {
      int[] offsets = columns[field][partOf[place]].offsets();
      bytes += offsets[rowOf[place] + 1] - offsets[rowOf[place]];
    }
    return bytes;
  }

  /** Returns the total size of all parts that these cells refer to, in bytes. */
  public long bytesOfParts() {
    return parts.stream().mapToLong(layout::bytes).sum();
  }

  /** Returns the average size of a cell in all fields, in bytes. */
  public long bytesPerCell() {
    long bytes = bytesOfParts();
    long rows = parts.stream().mapToLong(part -> part.selected).sum();
    return rows == 0 ? 0 : (bytes + rows - 1) / rows;
  }

  /**
   * Copies the values of a field into contiguous arrays.
   *
   * @param from place of the first cell
   * @param number number of cells
   * @param buffers buffer that may hold the values; null to allocate new arrays
   */
  FieldCells gather(int field, int from, int number, ScratchPool.TaskBuffers buffers) {
    CellColumn[] sources = columns[field];
    byte[] validity = null;
    if (layout.nullable(field)) {
      validity = new byte[number];
      CellGather.validity(sources, partOf, rowOf, from, number, validity, 0);
    }
    if (layout.isVar(field)) {
      int[] offsets = new int[number + 1];
      int[] starts = new int[number];
      CellGather.lengths(sources, partOf, rowOf, from, number, offsets, 1, starts);
      long end = 0;
      for (int i = 1; i <= number; i++) {
        end += offsets[i];
        offsets[i] = (int) end;
      }
      checkSize(field, number, end);
      byte[] texts = room(buffers, offsets[number]);
      CellGather.texts(sources, partOf, from, number, starts, texts, offsets);
      return new FieldCells(number, texts, 0, offsets[number], offsets, validity);
    }
    int size = layout.cellSize(field);
    checkSize(field, number, (long) number * size);
    int length = number * size;
    byte[] target = room(buffers, length);
    CellGather.fixed(sources, partOf, rowOf, from, number, size, target, 0);
    return FieldCells.fixed(number, target, 0, length, validity);
  }

  /**
   * Copies coordinates as keys.
   *
   * @param dimension a dimension whose keys are decoded
   * @param from place of the first cell
   * @param number number of cells
   */
  public void keys(int dimension, int from, int number, long[] target) {
    for (int i = 0; i < number; i++) {
      target[i] = parts.get(partOf[from + i]).keys[dimension][rowOf[from + i]];
    }
  }

  /**
   * Copies values of a fixed-size field.
   *
   * @param from place of the first cell
   * @param number number of cells
   * @param at position of the first value in target, in bytes
   */
  public void copyFixed(int field, int from, int number, byte[] target, int at) {
    int size = layout.cellSize(field);
    CellGather.fixed(columns[field], partOf, rowOf, from, number, size, target, at);
  }

  /**
   * Copies the validity of cells.
   *
   * @param from place of the first cell
   * @param number number of cells
   * @param at index of the first cell in target
   */
  public void copyValidity(int field, int from, int number, byte[] target, int at) {
    CellGather.validity(columns[field], partOf, rowOf, from, number, target, at);
  }

  /**
   * Stores the lengths of variable-size values in bytes.
   *
   * @param from place of the first cell
   * @param number number of cells
   * @param at index of the first length in target
   */
  public void lengths(int field, int from, int number, int[] target, int at) {
    CellGather.lengths(columns[field], partOf, rowOf, from, number, target, at);
  }

  /**
   * Copies values of a variable-size field.
   *
   * @param from place of the first cell
   * @param number number of cells
   * @param starts positions of the values in target, followed by the end of the last one
   * @param at index of the first cell in starts
   */
  public void copyVar(int field, int from, int number, byte[] target, int[] starts, int at) {
    CellGather.texts(columns[field], partOf, rowOf, from, number, target, starts, at);
  }

  private void checkSize(int field, int number, long bytes) {
    if (bytes > Integer.MAX_VALUE - 8) {
      throw new InvalidRequestException(
          "%d cells of the field \"%s\" in one tile take %d bytes, more than 2 GiB: %s too large for these cells"
              .formatted(
                  number,
                  layout.name(field),
                  bytes,
                  layout.schema().isDense()
                      ? "the tiles of the array are"
                      : "the capacity of the array, %d, is".formatted(layout.schema().capacity())));
    }
  }

  private static byte[] room(ScratchPool.TaskBuffers buffers, int size) {
    return buffers == null ? new byte[size] : buffers.buffer(size);
  }

  /** Returns a copy of all cells, with one column per attribute, then the other fields. */
  public CellColumn[] columns() {
    return copy(0, count()).columns;
  }

  /** Returns a copy of {@code number} cells, starting at place {@code from}. */
  public SortedCells copied(int from, int number) {
    return ofParts(layout, List.of(copy(from, number)));
  }

  /**
   * Copies {@code number} cells, starting at place {@code from}, to a part that does not retain the
   * original parts.
   */
  CellPart copy(int from, int number) {
    CellColumn[] copies = new CellColumn[columns.length];
    for (int f = 0; f < copies.length; f++) {
      FieldCells cells = gather(f, from, number, null);
      copies[f] = new CellColumn(cells.data(), 0, cells.offsets(), cells.validity());
    }
    return layout.part(copies, number, numbers(from, number));
  }

  /** Returns the row numbers of {@code number} cells, starting at place {@code from}. */
  CellPart.RowNumbers numbers(int from, int number) {
    long first = Long.MAX_VALUE;
    long end = 0;
    boolean inOrder = true;
    long last = -1;
    for (int i = from; i < from + number; i++) {
      CellPart.RowNumbers of = part(i).numbers;
      long row = of.first() + (of.inOrder() ? rowOf[i] : 0);
      inOrder &= of.inOrder() && (i == from || row == last + 1);
      last = row;
      first = Math.min(first, row);
      end = Math.max(end, of.inOrder() ? row + 1 : of.end());
    }
    return new CellPart.RowNumbers(first, end, inOrder);
  }
}
