package io.azulejo.internal.read.tile;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.RowCopy;
import io.azulejo.internal.runtime.LittleEndian;

/**
 * Decodes some cells of a tile. Only the chunks that contain these cells are decoded, one after
 * another, into a buffer that stays in the processor's cache. If few cells are wanted, most chunks
 * are never decoded and the whole tile is never held in memory. Damage in other chunks is not
 * detected.
 */
final class RowDecoder {
  private static final String OFFSETS = "tile of offsets";

  private final TileCodec codec;
  private final TileCodec varCodec;
  private final TileCodec validityCodec;
  private final int cells;
  private final int[] rows;
  private final ScratchPool.TaskBuffers buffers;

  /**
   * Creates a decoder for a tile.
   *
   * @param codec the codec of fixed-size cells or of offsets
   * @param varCodec the codec of variable-size values; null for fixed-size cells
   * @param validityCodec the codec of validity bytes; null if the field is not nullable
   * @param cells number of cells in the tile
   * @param rows the cells to decode, in ascending order and without repetition
   */
  RowDecoder(
      TileCodec codec,
      TileCodec varCodec,
      TileCodec validityCodec,
      int cells,
      int[] rows,
      ScratchPool.TaskBuffers buffers) {
    this.codec = codec;
    this.varCodec = varCodec;
    this.validityCodec = validityCodec;
    this.cells = cells;
    this.rows = rows;
    this.buffers = buffers;
  }

  /**
   * Decodes the cells from the fetched parts of the tile. Offsets must be stored separately.
   *
   * @param varSize the unfiltered size of the variable-size values in bytes
   * @return null if chunks divide cells, so that the tile must be decoded as a whole
   */
  CellColumn decode(TileParts parts, long varSize) {
    int size = varCodec == null ? codec.spec().cellSize() : Long.BYTES;
    Chunks chunks = chunks(codec, parts.fixed(), (long) cells * size);
    if (chunks.divide(size)) {
      return null;
    }
    byte[] validity = validity(parts);
    if (varCodec == null) {
      return CellColumn.fixed(fixed(codec, parts.fixed(), chunks), validity);
    }
    int valuesSize = parts.var().checkSize(varSize);
    Places places = parts.fixed().located(() -> places(chunks, valuesSize));
    byte[] data = parts.var().located(() -> values(parts.var(), places, valuesSize));
    return new CellColumn(data, 0, places.offsets(), validity);
  }

  /** Decodes the validity of the cells; null if the field is not nullable. */
  byte[] validity(TileParts parts) {
    TilePart part = parts.validity();
    return validityCodec == null
        ? null
        : fixed(validityCodec, part, chunks(validityCodec, part, cells));
  }

  private byte[] fixed(TileCodec codec, TilePart part, Chunks chunks) {
    return part.located(() -> fixedCells(codec, chunks));
  }

  private byte[] fixedCells(TileCodec codec, Chunks chunks) {
    int cellSize = codec.spec().cellSize();
    byte[] target = new byte[rows.length * cellSize];
    int from = 0;
    for (int c = 0; c < chunks.count() && from < rows.length; c++) {
      long start = chunks.start(c);
      int end = firstFrom(from, chunks.start(c + 1) / cellSize);
      if (end > from) {
        byte[] chunk = chunk(codec, chunks, c);
        RowCopy.rows(chunk, (int) -start, rows, from, end, cellSize, target, from * cellSize);
        from = end;
      }
    }
    return target;
  }

  /**
   * Returns the index of the first wanted row, starting at index {@code from}, that is at or after
   * a cell.
   */
  private int firstFrom(int from, long cell) {
    int at = from;
    while (at < rows.length && rows[at] < cell) {
      at++;
    }
    return at;
  }

  private static Chunks chunks(TileCodec codec, TilePart part, long bytes) {
    int size = part.checkSize(bytes);
    return part.located(() -> part.chunks(codec, size));
  }

  /** Decodes a chunk into an array that the next call may overwrite. The caller only reads it. */
  private byte[] chunk(TileCodec codec, Chunks chunks, int index) {
    byte[] buffer = buffers.buffer((int) (chunks.start(index + 1) - chunks.start(index)));
    return codec.decodeChunk(chunks, index, null, buffer, buffers.scratch());
  }

  /**
   * The positions of variable-size values.
   *
   * @param starts start of each wanted cell within the values of the tile, in bytes
   * @param offsets start of each wanted cell within the result, followed by the end of the last
   *     one, in bytes
   */
  private record Places(int[] starts, int[] offsets) {}

  /**
   * Decodes the positions of the cells' values.
   *
   * @param size the size of all values of the tile in bytes
   */
  private Places places(Chunks chunks, int size) {
    int[] starts = new int[rows.length];
    int[] ends = new int[rows.length];
    int begun = 0;
    int ended = 0;
    for (int c = 0; c < chunks.count() && ended < rows.length; c++) {
      long first = chunks.start(c) / Long.BYTES;
      long end = chunks.start(c + 1) / Long.BYTES;
      int beginsBefore = firstFrom(begun, end);
      int endsBefore = firstFrom(ended, end - 1);
      if (beginsBefore > begun || endsBefore > ended) {
        byte[] chunk = chunk(codec, chunks, c);
        for (; begun < beginsBefore; begun++) {
          starts[begun] = offset(chunk, first, rows[begun], size);
        }
        for (; ended < endsBefore; ended++) {
          ends[ended] = offset(chunk, first, rows[ended] + 1, size);
        }
      }
    }
    if (ended < rows.length) {
      ends[ended] = size; // the last cell of the tile
    }
    return new Places(starts, lengths(starts, ends));
  }

  private int offset(byte[] chunk, long first, int cell, int size) {
    long offset = LittleEndian.getLong(chunk, (int) (cell - first) * Long.BYTES);
    int valueSize = varCodec.spec().type().size();
    if (offset < 0 || offset > size || (offset & valueSize - 1) != 0) {
      throw corrupt(
          cell,
          "%s is not a multiple of %d within 0..%d (the size of the values)"
              .formatted(Long.toUnsignedString(offset), valueSize, size));
    }
    return (int) offset;
  }

  private int[] lengths(int[] starts, int[] ends) {
    int[] offsets = new int[rows.length + 1];
    int last = 0;
    for (int i = 0; i < rows.length; i++) {
      if (starts[i] < last || (rows[i] == 0 && starts[i] > 0)) {
        throw corrupt(rows[i], "%d is less than %d".formatted(starts[i], last));
      }
      if (ends[i] < starts[i]) {
        throw corrupt(rows[i] + 1, "%d is less than the offset before it".formatted(ends[i]));
      }
      last = ends[i];
      offsets[i + 1] = offsets[i] + last - starts[i];
    }
    return offsets;
  }

  private static CorruptDataException corrupt(int cell, String reason) {
    return CorruptDataException.of(
        OFFSETS, "offset[" + cell + "]", (long) cell * Long.BYTES, reason);
  }

  private byte[] values(TilePart part, Places places, int size) {
    Chunks chunks = part.chunks(varCodec, size);
    int[] starts = places.starts();
    int[] offsets = places.offsets();
    byte[] target = new byte[offsets[rows.length]];
    int at = 0;
    for (int c = 0; c < chunks.count() && at < rows.length; c++) {
      int chunkStart = (int) chunks.start(c);
      int chunkEnd = (int) chunks.start(c + 1);
      while (at < rows.length && offsets[at] == offsets[at + 1]) {
        at++;
      }
      if (at == rows.length || starts[at] >= chunkEnd) {
        continue;
      }
      byte[] chunk = chunk(varCodec, chunks, c);
      while (at < rows.length && starts[at] < chunkEnd) {
        int start = Math.max(starts[at], chunkStart);
        int cellEnd = starts[at] + offsets[at + 1] - offsets[at];
        int end = Math.min(cellEnd, chunkEnd);
        System.arraycopy(
            chunk, start - chunkStart, target, offsets[at] + start - starts[at], end - start);
        if (cellEnd > chunkEnd) {
          break; // goes on in the next chunk
        }
        at++;
      }
    }
    return target;
  }
}
