package io.azulejo.internal.storage;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.Transfers;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A file of a remote store, of which a request reads one range; long ones go by several. */
public abstract class RangedInputFile implements InputFile {
  private final Location location;
  private final int maxRange;
  private final Transfers transfers;
  private volatile boolean closed;

  /**
   * A file that nobody has asked for yet.
   *
   * @param maxRange what one connection should bring at the most before another one is worth it
   */
  protected RangedInputFile(Location location, int maxRange, Transfers transfers) {
    this.location = location;
    this.maxRange = maxRange;
    this.transfers = transfers;
  }

  @Override
  public final Location location() {
    return location;
  }

  @Override
  public final void read(long position, byte[] target, int offset, int length) {
    requireOpen();
    Objects.checkFromIndexSize(offset, length, target.length);
    if (position < 0) {
      throw new IllegalArgumentException("position " + position + " is negative");
    }
    if (length == 0) {
      return;
    }
    requirePossible(position, length);
    if (length <= maxRange) {
      fetch(List.of(new Piece(position, target, offset, length)));
      return;
    }
    List<Runnable> parts = new ArrayList<>();
    int count = (int) (((long) length + maxRange - 1) / maxRange);
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) length * i / count);
      int to = (int) ((long) length * (i + 1) / count);
      parts.add(() -> fetch(List.of(new Piece(position + from, target, offset + from, to - from))));
    }
    transfers.all(parts);
  }

  @Override
  public final void read(List<Piece> pieces) {
    requireOpen();
    List<Piece> wanted = new ArrayList<>();
    long end = 0;
    for (Piece piece : pieces) {
      Objects.checkFromIndexSize(piece.offset(), piece.length(), piece.target().length);
      if (piece.position() < end) {
        throw new IllegalArgumentException(
            "position " + piece.position() + " is negative, or before the end of another piece");
      }
      requirePossible(piece.position(), piece.length());
      end = piece.position() + piece.length();
      if (piece.length() > 0) {
        wanted.add(piece);
      }
    }
    if (!wanted.isEmpty()) {
      fetch(wanted);
    }
  }

  /** Checks that a file can reach so far. */
  private void requirePossible(long position, int length) {
    if (position > Long.MAX_VALUE - length) {
      throw endsBefore(position, length, size());
    }
  }

  /**
   * Fills pieces by one request, for all from the first to the last.
   *
   * @param pieces one or more that are not empty, in the order of the file
   */
  protected abstract void fetch(List<Piece> pieces);

  /** What is wrong where pieces go beyond the end of the file. */
  protected final CorruptDataException endsBefore(List<Piece> pieces, long size) {
    for (Piece piece : pieces) {
      if (piece.position() > size - piece.length()) {
        return endsBefore(piece.position(), piece.length(), size);
      }
    }
    Piece first = pieces.get(0);
    return endsBefore(first.position(), first.length(), size);
  }

  private CorruptDataException endsBefore(long position, int length, long size) {
    return CorruptDataException.of(
            "file",
            null,
            position,
            "%d bytes are to be read here, but the file ends before, at %d".formatted(length, size))
        .at(location.toString());
  }

  /** Checks that the file is not closed. */
  protected final void requireOpen() {
    if (closed) {
      throw new IllegalStateException(location + " is closed");
    }
  }

  @Override
  public final void close() {
    closed = true;
  }
}
