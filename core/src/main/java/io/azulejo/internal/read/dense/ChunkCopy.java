package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.BytePlanes;
import io.azulejo.internal.filter.ChunkWindow;
import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.PlainChunks;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.read.dense.TileRegion.Runs;
import io.azulejo.internal.read.tile.CellTarget;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.runtime.Slice;

/**
 * Copies the cells of a region from a tile part, chunk by chunk. The whole tile is decoded only if
 * cells are divided between chunks.
 *
 * <ul>
 *   <li>A chunk is normally decoded into a buffer that stays in the processor cache, and its cells
 *       are copied from there to the target.
 *   <li>If the target stores the cells of the chunk contiguously, the chunk is decoded directly
 *       into the target.
 *   <li>If the last filter to decode is BYTESHUFFLE and the region has contiguous runs in both the
 *       tile and the target, the values are restored directly in the target.
 *   <li>If the filters leave a chunk unchanged, its cells are copied from the fetched bytes.
 * </ul>
 */
final class ChunkCopy {
  /**
   * Number of bytes to read at once if a part is read in windows: two unfiltered chunks of the
   * default size. The bytes read, their copy in the JDK and the decoded chunk together fit into the
   * second-level cache.
   */
  static final int WINDOW = 2 * ((1 << 16) + TileCodec.CHUNK_HEADER) + Long.BYTES;

  private final TileCodec codec;
  private final int cellSize;
  private final long tileSize;
  private final Runs runs;
  private final Target target;
  private final CellTarget direct;
  private final byte[] inPlace;
  private final BytePlanes planes = new BytePlanes();
  private final ScratchPool.TaskBuffers buffers;
  private boolean more;

  /** Receives cells of a chunk; see {@code CellTarget}. */
  @FunctionalInterface
  interface Target {
    void copy(byte[] source, int from, int fromStep, int place, int step, int count);
  }

  /**
   * Creates a copier for one tile part.
   *
   * @param codec the codec of the part
   * @param cells the number of cells in the tile
   * @param direct the target if it stores cells as the tile does; null if it changes them
   */
  ChunkCopy(
      TileCodec codec,
      int cells,
      TileRegion region,
      Target target,
      CellTarget direct,
      ScratchPool.TaskBuffers buffers) {
    this.codec = codec;
    this.cellSize = codec.spec().cellSize();
    this.tileSize = (long) cells * cellSize;
    this.runs = region.runs();
    this.target = target;
    this.direct = direct;
    this.inPlace = direct == null ? null : direct.bytes();
    this.buffers = buffers;
    this.more = runs.next();
  }

  /**
   * Returns the size of the buffers that a copy of a tile needs, in bytes.
   *
   * @param cells the number of cells in the tile
   */
  static long bufferBytes(FieldReader reader, int tile, int cells) {
    long chunk = chunkSize(reader, cells);
    return Math.min(reader.storedBytes(tile), Math.max(chunk, WINDOW)) + chunk;
  }

  /** Returns an upper bound of {@link #bufferBytes} for all tiles of a field. */
  static long maxBufferBytes(FieldReader reader, int cells) {
    long chunk = chunkSize(reader, cells);
    return Math.max(chunk, WINDOW) + chunk;
  }

  private static long chunkSize(FieldReader reader, int cells) {
    return reader.codec().chunkSize((long) cells * reader.codec().spec().cellSize());
  }

  /**
   * Copies all cells of the region from a fetched part.
   *
   * @return false, with nothing copied, if only a range of the part was fetched and its chunk
   *     headers are not as expected; the caller must then fetch the whole part
   */
  boolean copy(TilePart part) {
    part.checkSize(tileSize);
    if (part.ranged() != null) {
      return copy(part, part.ranged());
    }
    return part.located(
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
   * Copies all cells of the region while it reads the part in windows.
   *
   * @param source reads bytes of the part
   * @param last the index within the tile of the region's last cell
   * @return false if cells are divided between chunks, so that the part cannot be read in windows
   */
  boolean copy(TilePart part, ChunkWindow.Source source, int last) {
    part.checkSize(tileSize);
    return part.located(
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
        byte[] buffer = buffers.buffer((end - cell) * cellSize);
        BytePlanes wanted = hasLongRuns() ? planes : null;
        byte[] chunk = codec.decodeChunk(chunks, i, wanted, buffer, scratch);
        if (chunk == null) {
          restoreCells(buffer, cell, end);
        } else {
          copyCells(chunk, 0, cell, end);
        }
      }
    }
  }

  /**
   * Returns whether the region contains all cells of a chunk and the target stores them
   * contiguously in a byte array.
   */
  private boolean isWantedWhole(int cell, int end) {
    return inPlace != null
        && runs.cellStep == 1
        && runs.step == 1
        && runs.cell == cell
        && runs.count >= end - cell;
  }

  /**
   * Returns whether the current run is contiguous in the tile and in the target, and long enough to
   * restore its values from their planes.
   */
  private boolean hasLongRuns() {
    return direct != null
        && runs.cellStep == 1
        && runs.step == 1
        && runs.count * (cellSize / codec.spec().type().size()) >= BytePlanes.GROUP;
  }

  /**
   * Restores the cells of the region that lie in a chunk from their planes.
   *
   * @param buffer a buffer for the chunk, for runs that cannot be restored in the target
   */
  private void restoreCells(byte[] buffer, int cell, int end) {
    while (more && runs.cell < end) {
      int count = Math.min(runs.count, end - runs.cell);
      int from = runs.cell - cell;
      if (runs.cellStep != 1
          || runs.step != 1
          || !direct.restore(planes, from, runs.place, count)) {
        int values = cellSize / planes.size();
        planes.bytes(from * values, (end - runs.cell) * values, buffer, from * cellSize);
        copyCells(buffer, 0, cell, end);
        return;
      }
      pass(count);
    }
  }

  /**
   * Copies the cells of the region that lie in a chunk, which contains the tile's cells from {@code
   * cell} to {@code end} (exclusive).
   */
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
