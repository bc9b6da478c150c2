package io.azulejo.internal.write.scattered;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.write.dense.DenseMergeWriter;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.TileSource;
import io.azulejo.internal.write.sparse.SortedCells;
import io.azulejo.schema.Attribute;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Assembles tiles of a box of a dense array from sorted cells and from values for missing cells.
 * Padding is zero; in variable-size fields, each padding cell holds one zero value.
 */
final class ScatteredTiles implements TileSource {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final DenseMergeWriter target;
  private final List<Attribute> attributes;
  private final MissingValues missing;
  private final int first;
  private final int number;
  private final long bytesOfComplete;
  private final long largest;
  private SortedTileCells cells;
  private long bytesOfIncomplete; // 0 where nobody has asked yet

  /**
   * Creates a source for consecutive tiles.
   *
   * @param bytesPerCell estimated size of the values, offsets and validity of a written cell in
   *     bytes
   * @param missing supplies values for missing cells
   * @param largest upper limit for the estimated size of missing cells in a tile, in bytes
   * @param first position of the first tile in the box
   * @param cells the written cells of the tiles
   */
  ScatteredTiles(
      DenseMergeWriter target,
      List<Attribute> attributes,
      long bytesPerCell,
      MissingValues missing,
      long largest,
      int first,
      SortedTileCells cells) {
    this.target = target;
    this.attributes = attributes;
    this.missing = missing;
    this.first = first;
    this.number = cells.tiles();
    this.cells = cells;
    this.largest = largest;
    this.bytesOfComplete = bytesPerCell * target.cellsPerTile();
  }

  @Override
  public int tiles() {
    return target.tiles();
  }

  @Override
  public int cells(int tile) {
    return target.cellsPerTile();
  }

  @Override
  public CellRuns written(int tile) {
    return target.written(tile);
  }

  @Override
  public long bytes(int tile) {
    return tile - first < number && isComplete(tile) ? bytesOfComplete : bytesOfIncomplete();
  }

  /**
   * Returns the estimated size of an incomplete tile. It is unknown how many of its cells are
   * missing, so the larger estimate counts for all of them.
   */
  private long bytesOfIncomplete() {
    if (bytesOfIncomplete == 0) {
      double bytes = missing.bytesPerCell(target) * target.cellsPerTile();
      bytesOfIncomplete = Math.max(bytesOfComplete, (long) Math.min(bytes, largest));
    }
    return bytesOfIncomplete;
  }

  /** Returns whether a tile has no missing cells. */
  private boolean isComplete(int tile) {
    return cells.count(tile - first) == written(tile).cells();
  }

  @Override
  public void prepare(int from, int to) {
    missing.prepare(target, IntStream.range(from, to).filter(tile -> !isComplete(tile)).toArray());
  }

  /** Releases all cells. Call this method when the tiles are encoded or will not be encoded. */
  void release() {
    cells = null;
    missing.release();
  }

  private TileSpans spans(int tile) {
    return cells.spans(tile - first, written(tile));
  }

  @Override
  public FieldCells cells(int tile, int field, ScratchPool.TaskBuffers buffers) {
    Attribute attribute = attributes.get(field);
    byte[] validity = attribute.nullable() ? validity(tile, field, buffers) : null;
    FieldCells values =
        attribute.isVar()
            ? var(tile, field, validity, buffers)
            : fixed(tile, field, validity, buffers);
    return target.filledIn(tile, field, values);
  }

  private byte[] validity(int tile, int field, ScratchPool.TaskBuffers buffers) {
    int count = target.cellsPerTile();
    byte[] validity = buffers.validity(count);
    if (target.isPadded(tile)) {
      Arrays.fill(validity, 0, count, (byte) 0);
    }
    SortedCells sorted = cells.cells();
    for (TileSpans span = spans(tile); span.next(); ) {
      if (span.came()) {
        sorted.copyValidity(field, span.arrival(), span.length(), validity, span.cell());
      } else {
        missing.copyValidity(tile, field, span.index(), span.length(), validity, span.cell());
      }
    }
    return validity;
  }

  private FieldCells fixed(int tile, int field, byte[] validity, ScratchPool.TaskBuffers buffers) {
    int count = target.cellsPerTile();
    int size = attributes.get(field).cellSize();
    byte[] data = buffers.buffer(count * size);
    if (target.isPadded(tile)) {
      Arrays.fill(data, 0, count * size, (byte) 0);
    }
    SortedCells sorted = cells.cells();
    for (TileSpans span = spans(tile); span.next(); ) {
      if (span.came()) {
        sorted.copyFixed(field, span.arrival(), span.length(), data, span.cell() * size);
      } else {
        missing.copyFixed(tile, field, span.index(), span.length(), data, span.cell() * size);
      }
    }
    return FieldCells.fixed(count, data, 0, count * size, validity);
  }

  private FieldCells var(int tile, int field, byte[] validity, ScratchPool.TaskBuffers buffers) {
    int count = target.cellsPerTile();
    int[] starts = starts(tile, field, buffers);
    int length = starts[count];
    byte[] data = buffers.buffer(length);
    if (target.isPadded(tile)) {
      Arrays.fill(data, 0, length, (byte) 0);
    }
    SortedCells sorted = cells.cells();
    for (TileSpans span = spans(tile); span.next(); ) {
      if (span.came()) {
        sorted.copyVar(field, span.arrival(), span.length(), data, starts, span.cell());
      } else {
        missing.copyVar(tile, field, span.index(), span.length(), data, starts[span.cell()]);
      }
    }
    return new FieldCells(count, data, 0, length, starts, validity);
  }

  /** Returns the start of each value of a tile, followed by the end of the last one. */
  private int[] starts(int tile, int field, ScratchPool.TaskBuffers buffers) {
    int count = target.cellsPerTile();
    int[] starts = buffers.offsets(count);
    if (target.isPadded(tile)) {
      Arrays.fill(starts, 0, count, attributes.get(field).cellSize());
    }
    SortedCells sorted = cells.cells();
    for (TileSpans span = spans(tile); span.next(); ) {
      if (span.came()) {
        sorted.lengths(field, span.arrival(), span.length(), starts, span.cell());
      } else {
        missing.lengths(tile, field, span.index(), span.length(), starts, span.cell());
      }
    }
    long length = 0;
    for (int cell = 0; cell < count; cell++) {
      int own = starts[cell];
      starts[cell] = (int) length;
      length += own;
    }
    if (length > LARGEST) {
      throw new UnsupportedFormatException(
          "a tile of \"%s\" has values of %d bytes (maximum: %d); make tiles smaller"
              .formatted(attributes.get(field).name(), length, LARGEST));
    }
    starts[count] = (int) length;
    return starts;
  }
}
