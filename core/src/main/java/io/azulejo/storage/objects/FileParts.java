package io.azulejo.storage.objects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Collects the bytes of a new file. A file that fits into a part waits here until it is committed.
 * A larger file is sent in equal parts while more is written. Not safe for use by several threads.
 *
 * @param <P> what the store answers to a part
 */
final class FileParts<P> implements AutoCloseable {
  /** Sends parts to the store. */
  interface Sender<P> {
    /** Called before the first part is sent, by the thread that writes. */
    default void begin() {}

    /**
     * Sends a part; called in any thread.
     *
     * @param number the number of the part, from 1
     * @param bytes an array that must not be changed
     * @param length the number of bytes that count
     */
    P send(int number, byte[] bytes, int length);
  }

  /**
   * A part that is being sent, or was sent.
   *
   * @param held the number of bytes that were taken from the memory for it
   */
  private record Part<P>(Transfer<P> transfer, int held) {}

  private static final int FIRST_BUFFER = 16 << 10;

  private final int partSize;
  private final Transfers transfers;
  private final UploadMemory memory;
  private final Sender<P> sender;
  private final List<Part<P>> parts = new ArrayList<>();
  private byte[] buffer = {};
  private int buffered;
  private long size;

  /**
   * A file without bytes.
   *
   * @param partSize the size in bytes of all parts but the last
   * @param memory the memory for parts in the background; if there is none left, the thread that
   *     writes sends the part
   */
  FileParts(int partSize, Transfers transfers, UploadMemory memory, Sender<P> sender) {
    this.partSize = partSize;
    this.transfers = transfers;
    this.memory = memory;
    this.sender = sender;
  }

  /** The number of bytes that were written. */
  long size() {
    return size;
  }

  /** Whether parts were sent; else all bytes are {@link #buffered}. */
  boolean anySent() {
    return !parts.isEmpty();
  }

  /** An array that begins with the bytes that were not sent; {@link #bufferedLength} of them. */
  byte[] buffered() {
    return buffer;
  }

  /** The number of bytes that were not sent. */
  int bufferedLength() {
    return buffered;
  }

  /** Adds bytes. */
  void write(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    int done = 0;
    while (done < length) {
      if (buffered == partSize) {
        send();
      }
      int some = Math.min(length - done, partSize - buffered);
      if (buffered + some > buffer.length) {
        grow(buffered + some);
      }
      System.arraycopy(source, offset + done, buffer, buffered, some);
      buffered += some;
      done += some;
      size += some;
    }
  }

  private void grow(int wanted) {
    int grown = (int) Math.min(partSize, Math.max(FIRST_BUFFER, 2L * wanted));
    memory.hold(grown - buffer.length);
    buffer = Arrays.copyOf(buffer, grown);
  }

  /** Drops the buffer, which may belong to a part now. */
  private void dropBuffer() {
    memory.release(buffer.length);
    buffer = new byte[0];
    buffered = 0;
  }

  /** Sends what is buffered: in the background if there is memory for it, else in this thread. */
  private void send() {
    if (parts.isEmpty()) {
      sender.begin();
    }
    int number = parts.size() + 1;
    byte[] bytes = buffer;
    int length = buffered;
    if (memory.tryTake(length)) {
      boolean begun = false;
      try {
        parts.add(new Part<>(transfers.begin(() -> sendHeld(number, bytes, length)), length));
        begun = true;
      } finally {
        if (!begun) {
          memory.giveBack(length);
        }
      }
      dropBuffer();
    } else {
      Transfer<P> here = Transfers.here(() -> sender.send(number, bytes, length));
      parts.add(new Part<>(here, 0));
      here.finish();
      buffered = 0;
    }
  }

  private P sendHeld(int number, byte[] bytes, int length) {
    try {
      return sender.send(number, bytes, length);
    } finally {
      memory.giveBack(length);
    }
  }

  /** Sends the rest, waits for all parts, and returns what the store answered, in their order. */
  List<P> finish() {
    if (buffered > 0) {
      send();
    }
    List<P> all = new ArrayList<>();
    for (Part<P> part : parts) {
      all.add(part.transfer.finish());
    }
    dropBuffer();
    return all;
  }

  /** Drops all bytes. Waits for parts that are being sent; others are not sent any more. */
  @Override
  public void close() {
    dropBuffer();
    for (Part<P> part : parts) {
      if (part.transfer.cancel()) {
        memory.giveBack(part.held);
      } else {
        try {
          part.transfer.finish();
        } catch (RuntimeException e) {
          // The part is not needed any more.
        }
      }
    }
    parts.clear();
  }
}
