package io.azulejo.internal.read;

import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader.Page;
import io.azulejo.query.BatchReader.PageLimits;
import io.azulejo.query.BatchReader.PartConsumer;
import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Divides the batches of a read into pages. It keeps a batch until all of its cells are read. Not
 * thread-safe.
 */
final class BatchPages {
  private final Supplier<@Nullable Batch> batches;
  private final Consumer<Batch> recycler;
  private @Nullable Batch batch;
  private int next;

  /**
   * Creates pages of the remaining batches.
   *
   * @param batches returns the next batch, or null at the end
   * @param recycler receives each batch after its last cell
   */
  BatchPages(Supplier<@Nullable Batch> batches, Consumer<Batch> recycler) {
    this.batches = batches;
    this.recycler = recycler;
  }

  /** Returns whether the last page ends before the end of a batch. */
  boolean isInsideBatch() {
    return batch != null;
  }

  /** The room for cells that a page has left. */
  private static final class Room {
    long cells;
    final long[] bytes;

    /** The field without room for the next cell, or null. */
    @Nullable String full;

    Room(PageLimits limits, Batch batch) {
      limits.bytes().keySet().forEach(batch::column);
      List<Column> columns = batch.columns();
      this.cells = limits.cells();
      this.bytes = new long[columns.size()];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = limits.bytes().getOrDefault(columns.get(i).name(), Long.MAX_VALUE);
      }
    }

    /** Returns how many rows of a batch fit, from a row on. */
    int rows(Batch batch, int first) {
      int count = (int) Math.min(cells, batch.rows() - first);
      for (int i = 0; i < bytes.length && count > 0; i++) {
        int fitting = fitting(batch.columns().get(i), first, count, bytes[i]);
        if (fitting < count) {
          count = fitting;
          full = batch.columns().get(i).name();
        }
      }
      return count;
    }

    void take(Batch batch, int first, int count) {
      cells -= count;
      for (int i = 0; i < bytes.length; i++) {
        Column column = batch.columns().get(i);
        bytes[i] -= column.end(first + count - 1) - column.start(first);
      }
    }
  }

  /** Returns how many of the next rows have values that fit into some bytes. */
  private static int fitting(Column column, int first, int most, long bytes) {
    if (column instanceof VarColumn cells) {
      return fitting(cells.offsetArray(), first, most, bytes);
    }
    long cellSize = column.end(first) - column.start(first);
    return (int) Math.min(most, bytes / cellSize);
  }

  private static int fitting(int[] starts, int first, int most, long bytes) {
    if (starts[first + most] - starts[first] <= bytes) {
      return most;
    }
    int low = 0;
    int high = most;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (starts[first + middle] - starts[first] <= bytes) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Reads a page; see {@link io.azulejo.query.BatchReader#nextPage}. */
  Page next(PageLimits limits, PartConsumer consumer) {
    Room room = null;
    long cells = 0;
    while (advance()) {
      Batch current = batch;
      if (room == null) {
        room = new Room(limits, current);
      }
      int count = room.rows(current, next);
      if (count == 0) {
        return new ReadPage(cells, true, Optional.ofNullable(room.full));
      }
      consumer.accept(current, next, count);
      room.take(current, next, count);
      cells += count;
      next += count;
      if (next == current.rows()) {
        batch = null;
        recycler.accept(current);
      }
    }
    return new ReadPage(cells, false, Optional.empty());
  }

  /** Loads the next batch with rows if necessary; returns false at the end. */
  private boolean advance() {
    while (batch == null) {
      Batch loaded = batches.get();
      if (loaded == null) {
        return false;
      } else if (loaded.rows() == 0) {
        recycler.accept(loaded);
      } else {
        batch = loaded;
        next = 0;
      }
    }
    return true;
  }

  private record ReadPage(long cells, boolean hasMore, Optional<String> limitedBy)
      implements Page {}
}
