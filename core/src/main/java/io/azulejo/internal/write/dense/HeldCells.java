package io.azulejo.internal.write.dense;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.write.fragment.FieldEncoder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Cells that have arrived and are still needed, numbered in arrival order. The current batch stays
 * in the caller's arrays. Cells of earlier batches are copied to arrays of this object.
 */
final class HeldCells implements AutoCloseable {
  /** Approximate size of a chunk in bytes, without variable-size values. */
  private static final long CHUNK = 1 << 20;

  private final List<FieldEncoder> fields;
  private final MemoryBudget budget;
  private final int rowBytes;
  private final int chunkRows;
  private final List<CellPiece> pieces = new ArrayList<>();
  private final Deque<CellChunk> chunks = new ArrayDeque<>();
  private final Deque<CellChunk> spare = new ArrayDeque<>();
  private MemoryBudget.Lease lease;
  private boolean lent;
  private long end;
  private long varBytes;

  HeldCells(List<FieldEncoder> fields, Resources resources) {
    this.fields = fields;
    this.budget = resources.budget();
    long bytes = 0;
    for (FieldEncoder field : fields) {
      bytes += CellChunk.rowBytes(field);
    }
    this.rowBytes = (int) Math.min(Integer.MAX_VALUE, bytes);
    this.chunkRows = (int) Math.max(1, Math.min(CHUNK, resources.heldBytes() / 4) / rowBytes);
  }

  /** Returns the number of cells that have arrived, including released ones. */
  long end() {
    return end;
  }

  /** Adds a batch. Its arrays are used, but not copied, until {@link #keep}. */
  void lend(CellColumn[] columns, int rows) {
    if (rows > 0) {
      pieces.add(new CellPiece(end, rows, columns));
      lent = true;
      end += rows;
      for (CellColumn column : columns) {
        varBytes += column.offsets() == null ? 0 : column.offsets()[rows] - column.offsets()[0];
      }
    }
  }

  /** Returns the bytes that a cell takes in all fields together, without variable-size values. */
  int fixedBytesPerCell() {
    return rowBytes;
  }

  /** Returns the average size of a cell's variable-size values in all fields together, in bytes. */
  double varBytesPerCell() {
    return end == 0 ? 0 : (double) varBytes / end;
  }

  /** Returns the piece that holds a cell. The cell must be held. */
  CellPiece find(long cell) {
    int low = 0;
    int high = pieces.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (pieces.get(middle).first() <= cell) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return pieces.get(low);
  }

  /** Returns the bytes that the held cells starting at number {@code from} need. */
  long bytes(long from) {
    long bytes = 0;
    for (CellPiece piece : pieces) {
      int row = (int) Math.max(0, Math.min(piece.rows(), from - piece.first()));
      bytes += (long) (piece.rows() - row) * rowBytes;
      for (CellColumn column : piece.columns()) {
        bytes +=
            column.offsets() == null ? 0 : column.offsets()[piece.rows()] - column.offsets()[row];
      }
    }
    return bytes;
  }

  /**
   * Releases the cells before number {@code from}. Copies the others out of the caller's batch,
   * whose arrays are not used afterwards.
   */
  void keep(long from) {
    CellPiece batch = lent ? pieces.remove(pieces.size() - 1) : null;
    lent = false;
    while (!pieces.isEmpty() && pieces.get(0).first() + pieces.get(0).rows() <= from) {
      pieces.remove(0);
      spare.add(chunks.removeFirst());
    }
    if (batch != null) {
      copy(batch, (int) Math.max(0, Math.min(batch.rows(), from - batch.first())));
    }
    account();
  }

  private void copy(CellPiece batch, int from) {
    int row = from;
    while (row < batch.rows()) {
      CellChunk last = chunks.peekLast();
      int count = last == null ? 0 : last.room(batch.columns(), row, batch.rows() - row);
      if (count > 0) {
        pieces.remove(pieces.size() - 1);
      } else {
        last = spare.isEmpty() ? new CellChunk(fields, chunkRows) : spare.removeFirst();
        last.begin(batch.first() + row);
        chunks.addLast(last);
        count = last.room(batch.columns(), row, batch.rows() - row);
      }
      last.add(batch.columns(), row, count);
      pieces.add(last.piece());
      row += count;
    }
  }

  private void account() {
    long bytes = 0;
    for (CellChunk chunk : chunks) {
      bytes += chunk.bytes();
    }
    for (CellChunk chunk : spare) {
      bytes += chunk.bytes();
    }
    if (lease == null || lease.bytes() != bytes) {
      release();
      lease = budget.lease(bytes);
    }
  }

  private void release() {
    if (lease != null) {
      lease.close();
      lease = null;
    }
  }

  /** Releases all cells and arrays. */
  @Override
  public void close() {
    release();
    pieces.clear();
    chunks.clear();
    spare.clear();
  }
}
