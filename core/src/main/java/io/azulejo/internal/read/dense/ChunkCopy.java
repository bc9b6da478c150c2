package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.ChunkWindow;
import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.PlainChunks;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.runtime.Slice;

/**
 * Copies the cells of a region from a part of a tile, chunk by chunk: a chunk is decoded into a
 * buffer that stays in the processor's cache and goes from there to where its cells belong, or is
 * decoded there at once where they lie side by side; chunks that no filter changes are copied from
 * the fetched bytes. No tile is made whole.
 */
final class ChunkCopy {
  /**
   * The bytes that are read at once of a part that is read window by window: two chunks of the
   * usual size without filters. What is read, its copy in the JDK and the decoded chunk stay in the
   * second level of the processor's cache.
   */
  static final int WINDOW = 2 * ((1 << 16) + TileCodec.CHUNK_HEADER) + Long.BYTES;

  private final TileCodec codec;
  private final int cellSize;
  private final long tileSize;
  private final Runs runs;
  private final Target target;
  private final byte[] inPlace;
  private final ScratchPool.TaskBuffers buffers;
  private boolean more;

  /** Takes cells of a chunk; see {@code CellTarget}. */
  @FunctionalInterface
  interface Target {
    void copy(byte[] source, int from, int fromStep, int place, int step, int count);
  }

  /**
   * A copy that has not begun.
   *
   * @param codec of the part
   * @param cells the cells of the tile
   * @param inPlace an array in which the cells of places lie as they do in tiles; null where there
   *     is none
   */
  ChunkCopy(
      TileCodec codec,
      int cells,
      TileRegion region,
      Target target,
      byte[] inPlace,
      ScratchPool.TaskBuffers buffers) {
    this.codec = codec;
    this.cellSize = codec.spec().cellSize();
    this.tileSize = (long) cells * cellSize;
    this.runs = region.runs();
    this.target = target;
    this.inPlace = inPlace;
    this.buffers = buffers;
    this.more = runs.next();
  }

  /**
   * Copies all cells of the region from a part that was fetched.
   *
   * @return false, with nothing copied, where just a range of the part is there and the headers of
   *     chunks in it are not as expected: the whole part is needed
   */
  boolean copy(TilePart part) {
    FieldReader.checkSize(part, tileSize);
    if (part.ranged() != null) {
      return copy(part, part.ranged());
    }
    return FieldReader.located(
        part,
        () -> {
          Chunks chunks = part.chunks(codec, tileSize);
          if (chunks.divide(cellSize)) {
            byte[] tile = buffers.buffer((int) tileSize);
            codec.decode(chunks, tile, 0, buffers.scratch());
            copyCells(tile, 0, 0, (int) (tileSize / cellSize));
          } else {
            copyChunks(chunks);
          }
          return true;
        });
  }

  /**
   * Copies all cells of the region from a part that is read window by window.
   *
   * @param source reads bytes of the part
   * @param last the position in the tile of the last cell of the region
   * @return false where this can't be done, as cells are divided between chunks
   */
  boolean copy(TilePart part, ChunkWindow.Source source, int last) {
    FieldReader.checkSize(part, tileSize);
    return FieldReader.located(
        part,
        () -> {
          ChunkWindow window =
              new ChunkWindow(source, buffers::fetched, part.length(), tileSize, WINDOW);
          while (more) {
            Chunks chunks = window.next((long) runs.cell * cellSize, (last + 1L) * cellSize);
            if (chunks.divide(cellSize)) {
              return false;
            }
            copyChunks(chunks);
          }
          return true;
        });
  }

  private boolean copy(TilePart part, PlainChunks chunks) {
    Slice stored = part.bytes();
    int chunkSize = chunks.chunkSize();
    long base = stored.offset() - part.wantedFrom();
    int first = (int) ((long) runs.cell * cellSize / chunkSize);
    for (int i = first; chunks.header(i) < part.wantedFrom() + stored.length(); i++) {
      boolean there = chunks.header(i) >= part.wantedFrom();
      if (there && !chunks.isHeader(stored.array(), (int) (base + chunks.header(i)), i)) {
        return false;
      }
    }
    int cellsPerChunk = chunkSize / cellSize;
    for (int i = first; more; i++) {
      int cell = i * cellsPerChunk;
      copyCells(stored.array(), (int) (base + chunks.data(i)), cell, cell + cellsPerChunk);
    }
    return true;
  }

  private void copyChunks(Chunks chunks) {
    Scratch scratch = buffers.scratch();
    for (int i = 0; i < chunks.count() && more; i++) {
      int cell = (int) (chunks.start(i) / cellSize);
      int end = (int) (chunks.start(i + 1) / cellSize);
      if (runs.cell >= end) {
        continue;
      }
      int plain = codec.plainData(chunks, i);
      if (plain >= 0) {
        copyCells(chunks.filtered().array(), plain, cell, end);
      } else if (isWantedWhole(cell, end)) {
        codec.decodeChunk(chunks, i, inPlace, runs.place * cellSize, scratch);
        pass(end - cell);
      } else {
        byte[] chunk = buffers.buffer((end - cell) * cellSize);
        codec.decodeChunk(chunks, i, chunk, 0, scratch);
        copyCells(chunk, 0, cell, end);
      }
    }
  }

  /** Whether the cells of a chunk are wanted side by side, in an array of bytes. */
  private boolean isWantedWhole(int cell, int end) {
    return inPlace != null
        && runs.cellStep == 1
        && runs.step == 1
        && runs.cell == cell
        && runs.count >= end - cell;
  }

  /** Copies those wanted cells that a chunk has, from one cell of the tile to another. */
  private void copyCells(byte[] bytes, int at, int cell, int end) {
    while (more && runs.cell < end) {
      int inChunk = (end - runs.cell - 1) / runs.cellStep + 1;
      int count = Math.min(runs.count, inChunk);
      int from = at + (runs.cell - cell) * cellSize;
      target.copy(bytes, from, runs.cellStep, runs.place, runs.step, count);
      pass(count);
    }
  }

  private void pass(int cells) {
    if (cells < runs.count) {
      runs.skip(cells);
    } else {
      more = runs.next();
    }
  }
}
