package io.azulejo.internal.write.sparse;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellGather;
import io.azulejo.internal.write.fragment.FieldCells;
import java.util.ArrayList;
import java.util.List;

/** Cells in an order: for each place a part and a row in it. */
public final class SortedCells {
  private final CellLayout layout;
  private final List<CellPart> parts;
  private final int[] partOf;
  private final int[] rowOf;
  private final int count;
  private final CellColumn[][] columns;

  /** The first cells of two arrays that say where they are. */
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

  /** All cells of some parts, one part after another. */
  static SortedCells asTheyLie(CellLayout layout, List<CellPart> parts) {
    return of(layout, parts.stream().map(part -> new CellRange(part, 0, part.selected)).toList());
  }

  /** Returns a copy of some rows of a part. */
  static CellPart slice(CellLayout layout, CellPart part, int from, int count) {
    return of(layout, List.of(new CellRange(part, from, count))).copy(0, count);
  }

  /** The cells of some ranges, one range after another. */
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

  /** These cells, after all of some parts. */
  SortedCells after(List<CellPart> before) {
    if (before.isEmpty()) {
      return this;
    }
    return joined(List.of(asTheyLie(layout, before), this));
  }

  /** The cells of all of some others, one after another; they are not copied. */
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

  /** The number of cells. */
  public int count() {
    return count;
  }

  /** The part that the cell of a place is in. */
  CellPart part(int place) {
    return parts.get(partOf[place]);
  }

  /** The row that the cell of a place is in its part. */
  int row(int place) {
    return rowOf[place];
  }

  /** The same cells without those of some places. */
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

  /** The first cells. */
  SortedCells first(int number) {
    return new SortedCells(layout, parts, partOf, rowOf, number);
  }

  /** The bytes of the cell of a place in all fields. */
  long bytes(int place) {
    long bytes = layout.fixedBytes();
    for (int field : layout.varFields()) {
      int[] offsets = columns[field][partOf[place]].offsets();
      bytes += offsets[rowOf[place] + 1] - offsets[rowOf[place]];
    }
    return bytes;
  }

  /** The bytes of all cells of the parts that the cells are in. */
  public long bytesOfParts() {
    return parts.stream().mapToLong(layout::bytes).sum();
  }

  /** About how many bytes a cell has in all fields. */
  public long bytesPerCell() {
    long bytes = bytesOfParts();
    long rows = parts.stream().mapToLong(part -> part.selected).sum();
    return rows == 0 ? 0 : (bytes + rows - 1) / rows;
  }

  /**
   * The cells of a field from one place on, one after another.
   *
   * @param buffers whose buffer may hold the values; null for an array of their own
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
   * Copies the coordinates of cells as keys.
   *
   * @param dimension one whose keys are decoded
   */
  public void keys(int dimension, int from, int number, long[] target) {
    for (int i = 0; i < number; i++) {
      target[i] = parts.get(partOf[from + i]).keys[dimension][rowOf[from + i]];
    }
  }

  /**
   * Copies values of a field of fixed size.
   *
   * @param from the place of the first cell
   * @param at where its value goes in target, in bytes
   */
  public void copyFixed(int field, int from, int number, byte[] target, int at) {
    int size = layout.cellSize(field);
    CellGather.fixed(columns[field], partOf, rowOf, from, number, size, target, at);
  }

  /**
   * Copies the validity of cells.
   *
   * @param at where that of the first one goes in target
   */
  public void copyValidity(int field, int from, int number, byte[] target, int at) {
    CellGather.validity(columns[field], partOf, rowOf, from, number, target, at);
  }

  /**
   * The bytes of values of a field of variable size.
   *
   * @param at where the length of the first one goes in target
   */
  public void lengths(int field, int from, int number, int[] target, int at) {
    CellGather.lengths(columns[field], partOf, rowOf, from, number, target, at);
  }

  /**
   * Copies values of a field of variable size.
   *
   * @param starts where values begin in target, and after them where the last one ends
   * @param at which of these places is the first cell's
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

  /** Returns all cells in arrays of their own: a column for each attribute, then the others. */
  public CellColumn[] columns() {
    return copy(0, count()).columns;
  }

  /** The cells from one place on, in arrays of their own. */
  public SortedCells copied(int from, int number) {
    return asTheyLie(layout, List.of(copy(from, number)));
  }

  /** The cells from one place on, as a part that does not keep the parts where they are. */
  CellPart copy(int from, int number) {
    CellColumn[] copies = new CellColumn[columns.length];
    for (int f = 0; f < copies.length; f++) {
      FieldCells cells = gather(f, from, number, null);
      copies[f] = new CellColumn(cells.data(), 0, cells.offsets(), cells.validity());
    }
    return layout.part(copies, number, numbers(from, number));
  }

  /** Which of all that were appended the cells from one place on are. */
  RowNumbers numbers(int from, int number) {
    long first = Long.MAX_VALUE;
    long end = 0;
    boolean inOrder = true;
    long last = -1;
    for (int i = from; i < from + number; i++) {
      RowNumbers of = part(i).numbers;
      long row = of.first() + (of.inOrder() ? rowOf[i] : 0);
      inOrder &= of.inOrder() && (i == from || row == last + 1);
      last = row;
      first = Math.min(first, row);
      end = Math.max(end, of.inOrder() ? row + 1 : of.end());
    }
    return new RowNumbers(first, end, inOrder);
  }
}
