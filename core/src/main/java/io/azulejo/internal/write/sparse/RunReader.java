package io.azulejo.internal.write.sparse;

import java.util.ArrayList;
import java.util.List;

/** Reads the sorted cells of a file and keeps a few blocks loaded ahead. */
final class RunReader {
  /** Number of blocks to keep loaded, including partly taken ones. */
  private static final int AHEAD = 2;

  private final SpilledRun run;
  private final List<CellPart> loaded = new ArrayList<>();
  private int next;
  private int taken;

  RunReader(SpilledRun run) {
    this.run = run;
  }

  SpilledRun run() {
    return run;
  }

  /** Returns whether there are blocks that are not loaded yet. */
  boolean hasMore() {
    return next < run.blocks().size();
  }

  /** Returns whether another block should be loaded. */
  boolean needsInput() {
    return hasMore() && loaded.size() < AHEAD;
  }

  /** Returns the next block to load. */
  SpilledRun.Block nextBlock() {
    return run.blocks().get(next);
  }

  /** Reads the stored bytes of the next block. */
  byte[] read() {
    SpilledRun.Block block = nextBlock();
    byte[] bytes = new byte[block.size()];
    run.file().read(block.position(), bytes, 0, bytes.length);
    return bytes;
  }

  /** Adds the next block after it was decoded. */
  void loaded(CellPart part) {
    loaded.add(part);
    next++;
  }

  /** Returns the last loaded part. Its last row is the last loaded cell. */
  CellPart last() {
    return loaded.get(loaded.size() - 1);
  }

  /** Returns all cells that are loaded but not taken. */
  List<CellRange> left() {
    List<CellRange> ranges = new ArrayList<>();
    int from = taken;
    for (CellPart part : loaded) {
      ranges.add(new CellRange(part, from, part.selected - from));
      from = 0;
    }
    return ranges;
  }

  /** Takes the first of the remaining cells and releases them. */
  void take(List<CellRange> ranges) {
    for (CellRange range : ranges) {
      taken += range.count();
      if (taken == range.part().selected) {
        loaded.remove(0);
        taken = 0;
      }
    }
  }
}
