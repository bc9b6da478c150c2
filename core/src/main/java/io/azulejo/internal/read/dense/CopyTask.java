package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.PlainChunks;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OpenFiles;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies what one fragment has of some regions in a field of fixed size, and reads it: what one
 * thread does at a time where reads are fast. What it reads stays in the processor's cache until it
 * is copied. Tiles that lie near each other in their file are read in one go; large ones, and those
 * of which a part is wanted, window by window.
 */
final class CopyTask {
  /** Bytes behind the header of a chunk that may be read in vain, rather than the header alone. */
  private static final int MAX_SKIPPED = 1 << 12;

  /** The most bytes of small tiles that are read in one go. */
  private static final int MAX_TOGETHER = 1 << 18;

  /** The most bytes between two tiles that are read in vain. */
  private static final long MAX_GAP = 1 << 14;

  private final FieldReader reader;
  private final int cellsPerTile;
  private final RegionCopy to;
  private final List<TileRegion> regions = new ArrayList<>();
  private final List<TilePart> values = new ArrayList<>();
  private final List<TilePart> validity = new ArrayList<>();

  /** A task without regions. */
  CopyTask(FieldReader reader, int cellsPerTile, RegionCopy to) {
    this.reader = reader;
    this.cellsPerTile = cellsPerTile;
    this.to = to;
  }

  /**
   * Takes the cells of a region along; always the first ones.
   *
   * @param tile the position of the tile in the fragment
   * @return whether it did: not where they are better read by themselves
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

  /** The part of a tile, as far as it is wanted. */
  private static TilePart part(TilePart part, TileCodec codec, TileRegion region) {
    DenseTile.narrow(part, codec, region, MAX_SKIPPED);
    if (part.wantedLength() > ChunkCopy.WINDOW) {
      part.widen();
    }
    return part;
  }

  /** Whether a part can be read in one go with those that are there. */
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

  /** Whether a part is read window by window: it is large, or much of it is not wanted. */
  private boolean isWindowed(TilePart part, TileRegion region) {
    long cells = (long) region.lastCell() - region.firstCell() + 1;
    return part.wantedLength() > ChunkCopy.WINDOW
        || (part.ranged() == null && part.wantedLength() > MAX_GAP && cells <= cellsPerTile / 2);
  }

  /** Reads and copies. */
  void run(ReadScope scope, OpenFiles files, ScratchPool.TaskBuffers buffers) {
    byte[] inPlace = to.target().bytes();
    new Copying(reader.codec(), to.target()::copy, inPlace, scope, files, buffers).run(values);
    if (!validity.isEmpty()) {
      new Copying(reader.validityCodec(), to::validity, null, scope, files, buffers).run(validity);
    }
  }

  /** The copying of values, or of validity. */
  private final class Copying {
    private final TileCodec codec;
    private final ChunkCopy.Target target;
    private final byte[] inPlace;
    private final ReadScope scope;
    private final OpenFiles files;
    private final ScratchPool.TaskBuffers buffers;

    Copying(
        TileCodec codec,
        ChunkCopy.Target target,
        byte[] inPlace,
        ReadScope scope,
        OpenFiles files,
        ScratchPool.TaskBuffers buffers) {
      this.codec = codec;
      this.target = target;
      this.inPlace = inPlace;
      this.scope = scope;
      this.files = files;
      this.buffers = buffers;
    }

    void run(List<TilePart> parts) {
      if (parts.size() == 1 && isWindowed(parts.get(0), regions.get(0))) {
        if (!copyWindows(parts.get(0))) {
          copyWhole(parts.get(0), regions.get(0));
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
        if (!expected[i] || !copyOf(regions.get(i)).copy(parts.get(i))) {
          others.add(i);
        }
      }
      for (int i : others) {
        copyWhole(parts.get(i), regions.get(i));
      }
    }

    private ChunkCopy copyOf(TileRegion region) {
      return new ChunkCopy(codec, cellsPerTile, region, target, inPlace, buffers);
    }

    private boolean copyWindows(TilePart part) {
      return copyOf(regions.get(0))
          .copy(
              part,
              (from, bytes, offset, length) ->
                  scope.readNow(part, from, bytes, offset, length, files),
              regions.get(0).lastCell());
    }

    /** Whether a header that is read by itself, if there is one, is that of a chunk as expected. */
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
