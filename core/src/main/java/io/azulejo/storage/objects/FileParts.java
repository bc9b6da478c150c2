package io.azulejo.storage.objects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The bytes of a new file of a remote store: those that fit a part wait here, and larger files go
 * out in equal parts while more is written. For one thread.
 *
 * @param <P> what the store says of a part
 */
final class FileParts<P> implements AutoCloseable {
  /** How a part is sent. */
  interface Sender<P> {
    /** Called by who writes, before the first part is sent. */
    default void begin() {}

    /**
     * Sends a part; in any thread.
     *
     * @param number from 1
     * @param bytes not to be changed
     * @param length those that count
     */
    P send(int number, byte[] bytes, int length);
  }

  /**
   * A part that was given to the store.
   *
   * @param held the bytes that were taken for it
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
   * @param partSize of all parts but the last
   * @param memory what parts in the background take: those for which there is none are sent by who
   *     writes
   */
  FileParts(int partSize, Transfers transfers, UploadMemory memory, Sender<P> sender) {
    this.partSize = partSize;
    this.transfers = transfers;
    this.memory = memory;
    this.sender = sender;
  }

  /** All bytes that were written. */
  long size() {
    return size;
  }

  /** Whether parts were sent; else all bytes are {@link #buffered}. */
  boolean anySent() {
    return !parts.isEmpty();
  }

  /** The bytes that were not sent, from the beginning on: as many as {@link #bufferedLength}. */
  byte[] buffered() {
    return buffer;
  }

  /** How many bytes were not sent. */
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

  /** Lets go of the buffer, which may be that of a part. */
  private void dropBuffer() {
    memory.release(buffer.length);
    buffer = new byte[0];
    buffered = 0;
  }

  /** Sends what is buffered: in the background while the memory for that lasts, else here. */
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

  /** Sends the rest, and waits for all parts; what the store says of them, in their order. */
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

  /** Forgets all bytes; parts that are being sent are waited for, others are not sent any more. */
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
          // Nobody needs the part any more.
        }
      }
    }
    parts.clear();
  }
}
