package io.azulejo.internal.write.sparse;

import java.util.ArrayList;
import java.util.List;

/** Reads sorted cells from a file, some blocks ahead of those that were taken. */
final class RunReader {
  /** The number of blocks that are kept, started ones included. */
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

  /** Whether there are blocks that are not loaded. */
  boolean hasMore() {
    return next < run.blocks().size();
  }

  /** Whether another block should be loaded. */
  boolean needsInput() {
    return hasMore() && loaded.size() < AHEAD;
  }

  /** The next block that is to be loaded. */
  SpilledRun.Block nextBlock() {
    return run.blocks().get(next);
  }

  /** The bytes of the next block as they are stored. */
  byte[] read() {
    SpilledRun.Block block = nextBlock();
    byte[] bytes = new byte[block.size()];
    run.file().read(block.position(), bytes, 0, bytes.length);
    return bytes;
  }

  /** Adds the next block. */
  void loaded(CellPart part) {
    loaded.add(part);
    next++;
  }

  /** The last of the cells that are loaded: its part, in which it is the last row. */
  CellPart last() {
    return loaded.get(loaded.size() - 1);
  }

  /** All cells that are loaded and not taken. */
  List<CellRange> left() {
    List<CellRange> ranges = new ArrayList<>();
    int from = taken;
    for (CellPart part : loaded) {
      ranges.add(new CellRange(part, from, part.selected - from));
      from = 0;
    }
    return ranges;
  }

  /** Takes some of the cells that are left, the first ones; they are let go. */
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
