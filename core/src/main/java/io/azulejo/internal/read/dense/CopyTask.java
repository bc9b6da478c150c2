package io.azulejo.internal.read.dense;

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
  /** The most bytes between two tiles that are read in vain. */
  private static final long MAX_GAP = 1 << 14;

  private final FieldReader reader;
  private final int cellsPerTile;
  private final RegionCopy to;
  private final List<Region> regions = new ArrayList<>();
  private final List<TilePart> values = new ArrayList<>();
  private final List<TilePart> validity = new ArrayList<>();

  /** Whether the one tile is read window by window. */
  private boolean windowed;

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
  boolean add(Region region, int tile) {
    TilePart part = part(reader.cells(tile, cellsPerTile), reader.codec(), region);
    if (values.isEmpty()) {
      windowed = isWindowed(part, region);
    } else {
      TilePart last = values.get(values.size() - 1);
      long end = last.wantedPosition() + last.wantedLength();
      long gap = part.wantedPosition() - end;
      long length = end + gap + part.wantedLength() - values.get(0).wantedPosition();
      boolean near = gap >= 0 && gap <= MAX_GAP && length <= ChunkCopy.WINDOW;
      if (!near || windowed || isWindowed(part, region)) {
        return false;
      }
    }
    regions.add(region);
    values.add(part);
    if (reader.storage().nullable()) {
      validity.add(part(reader.validity(tile, cellsPerTile), reader.validityCodec(), region));
    }
    return true;
  }

  /** The part of a tile, as far as it is wanted. */
  private static TilePart part(TilePart part, TileCodec codec, Region region) {
    DenseTile.narrow(part, codec, region);
    if (part.wantedLength() > ChunkCopy.WINDOW) {
      part.widen();
    }
    return part;
  }

  /** Whether a part is read window by window: it is large, or much of it is not wanted. */
  private boolean isWindowed(TilePart part, Region region) {
    long cells = (long) region.lastCell() - region.firstCell() + 1;
    return part.wantedLength() > ChunkCopy.WINDOW
        || (part.ranged() == null && part.wantedLength() > MAX_GAP && cells <= cellsPerTile / 2);
  }

  /** Reads and copies. */
  void run(ReadScope scope, OpenFiles files, ScratchPool.TaskBuffers buffers) {
    copy(reader.codec(), values, to.target()::copy, to.target().bytes(), scope, files, buffers);
    if (!validity.isEmpty()) {
      copy(reader.validityCodec(), validity, to::validity, null, scope, files, buffers);
    }
  }

  private void copy(
      TileCodec codec,
      List<TilePart> parts,
      ChunkCopy.Target target,
      byte[] inPlace,
      ReadScope scope,
      OpenFiles files,
      ScratchPool.TaskBuffers buffers) {
    if (!windowed) {
      scope.readNow(parts, files, buffers);
    }
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      TilePart part = parts.get(i);
      Region region = regions.get(i);
      ChunkCopy copy = new ChunkCopy(codec, cellsPerTile, region, target, inPlace, buffers);
      boolean done =
          windowed
              ? copy.copy(
                  part,
                  (from, length) -> scope.readNow(part, from, length, files, buffers),
                  region.lastCell())
              : copy.copy(part);
      if (!done) {
        left.add(i);
      }
    }
    for (int i : left) {
      TilePart part = parts.get(i);
      part.widen();
      scope.readNow(List.of(part), files, buffers);
      new ChunkCopy(codec, cellsPerTile, regions.get(i), target, inPlace, buffers).copy(part);
    }
  }
}
