package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.PlainChunks;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.read.tile.CellTarget;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OpenFiles;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads and copies the cells of some regions from one fragment, for one fixed-size field. Used if
 * reads are fast; a task runs on one thread. The bytes that it reads stay in the processor cache
 * until they are copied. Tiles close to each other in a file are read with one call. Large tiles,
 * and tiles that are only partly needed, are read in windows.
 */
final class CopyTask {
  /**
   * Maximum number of unneeded bytes to read after a chunk header. If there are more, the header is
   * read separately.
   */
  private static final int MAX_SKIPPED = 1 << 12;

  /** Maximum number of bytes to read with one call for several small tiles. */
  private static final int MAX_TOGETHER = 1 << 18;

  /** Maximum number of unneeded bytes to read between two tiles. */
  private static final long MAX_GAP = 1 << 14;

  private final FieldReader reader;
  private final int cellsPerTile;
  private final RegionCopy to;
  private final List<TileRegion> regions = new ArrayList<>();
  private final List<TilePart> values = new ArrayList<>();
  private final List<TilePart> validity = new ArrayList<>();

  /**
   * Creates a task without regions.
   *
   * @param to copies the cells to their target
   */
  CopyTask(FieldReader reader, int cellsPerTile, RegionCopy to) {
    this.reader = reader;
    this.cellsPerTile = cellsPerTile;
    this.to = to;
  }

  /**
   * Adds a region, if its cells can be read together with those already added. The first region is
   * always added.
   *
   * @param tile the index of the region's tile in the fragment
   * @return whether the region was added; if not, it needs another task
   */
  boolean add(TileRegion region, int tile) {
    TilePart value = part(reader.cells(tile, cellsPerTile), reader.codec(), region);
    TilePart valid = null;
    if (reader.storage().nullable()) {
      valid = part(reader.validity(tile, cellsPerTile), reader.validityCodec(), region);
    }
    boolean first = regions.isEmpty();
    if (!first
        && !(fits(value, region, values) && (valid == null || fits(valid, region, validity)))) {
      return false;
    }
    regions.add(region);
    values.add(value);
    if (valid != null) {
      validity.add(valid);
    }
    return true;
  }

  /**
   * Narrows a tile part to the bytes that a region needs. If they exceed a window, the part is left
   * whole.
   */
  private static TilePart part(TilePart part, TileCodec codec, TileRegion region) {
    region.narrow(part, codec, MAX_SKIPPED);
    if (part.wantedLength() > ChunkCopy.WINDOW) {
      part.widen();
    }
    return part;
  }

  /** Returns whether a part can be read with one call together with the parts added so far. */
  private boolean fits(TilePart part, TileRegion region, List<TilePart> parts) {
    TilePart last = parts.get(parts.size() - 1);
    long end = last.wantedPosition() + last.wantedLength();
    long gap = part.wantedPosition() - end;
    long length = end + gap + part.wantedLength() - parts.get(0).wantedPosition();
    return gap >= 0
        && gap <= MAX_GAP
        && length <= MAX_TOGETHER
        && !isWindowed(parts.get(0), regions.get(0))
        && !isWindowed(part, region);
  }

  /**
   * Returns whether a part is read in windows, because it is large or because the region needs at
   * most half of its cells.
   */
  private boolean isWindowed(TilePart part, TileRegion region) {
    long cells = (long) region.lastCell() - region.firstCell() + 1;
    return part.wantedLength() > ChunkCopy.WINDOW
        || (part.ranged() == null && part.wantedLength() > MAX_GAP && cells <= cellsPerTile / 2);
  }

  /** Reads and copies the cells of all regions. */
  void run(ReadScope scope, OpenFiles files, ScratchPool.TaskBuffers buffers) {
    CellTarget direct = to.target();
    new Copying(this, reader.codec(), direct::copy, direct, scope, files, buffers).run(values);
    if (!validity.isEmpty()) {
      new Copying(this, reader.validityCodec(), to::validity, null, scope, files, buffers)
          .run(validity);
    }
  }

  /** Copies either the values or the validity of the field. */
  private record Copying(
      CopyTask task,
      TileCodec codec,
      ChunkCopy.Target target,
      CellTarget direct,
      ReadScope scope,
      OpenFiles files,
      ScratchPool.TaskBuffers buffers) {
    void run(List<TilePart> parts) {
      if (parts.size() == 1 && task.isWindowed(parts.get(0), task.regions.get(0))) {
        if (!copyWindows(parts.get(0))) {
          copyWhole(parts.get(0), task.regions.get(0));
        }
        return;
      }
      List<Integer> others = new ArrayList<>();
      boolean[] expected = new boolean[parts.size()];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = isExpected(parts.get(i));
      }
      scope.readNow(parts, files, buffers);
      for (int i = 0; i < expected.length; i++) {
        if (!expected[i] || !copyOf(task.regions.get(i)).copy(parts.get(i))) {
          others.add(i);
        }
      }
      for (int i : others) {
        copyWhole(parts.get(i), task.regions.get(i));
      }
    }

    private ChunkCopy copyOf(TileRegion region) {
      return new ChunkCopy(codec, task.cellsPerTile, region, target, direct, buffers);
    }

    private boolean copyWindows(TilePart part) {
      return copyOf(task.regions.get(0))
          .copy(
              part,
              (from, bytes, offset, length) ->
                  scope.readNow(part, from, bytes, offset, length, files),
              task.regions.get(0).lastCell());
    }

    /**
     * Returns whether the chunk header that is read separately has the expected content. True if
     * the part has no such header.
     */
    private boolean isExpected(TilePart part) {
      PlainChunks chunks = part.ranged();
      if (chunks == null || part.header() < 0) {
        return true;
      }
      byte[] header = new byte[TileCodec.CHUNK_HEADER];
      scope.readNow(part, part.header(), header, 0, header.length, files);
      return chunks.isHeader(header, 0, chunks.chunkAt(part.header()));
    }

    private void copyWhole(TilePart part, TileRegion region) {
      part.widen();
      scope.readNow(List.of(part), files, buffers);
      copyOf(region).copy(part);
    }
  }
}
