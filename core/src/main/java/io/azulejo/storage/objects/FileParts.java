package io.azulejo.storage.objects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The bytes of a new file, divided into parts. A file that fits into one part is buffered until it
 * is committed. A larger file is sent in parts of equal size while writing continues. Not
 * thread-safe.
 *
 * @param <P> the store's response to a part
 */
final class FileParts<P> implements AutoCloseable {
  /** Sends the parts of a file to the store. */
  interface Sender<P> {
    /** Prepares the upload. Called by the writing thread before the first part is sent. */
    default void begin() {}

    /**
     * Sends a part. Called by any thread.
     *
     * @param number number of the part, from 1
     * @param bytes array that begins with the part; must not be changed
     * @param length size of the part in bytes
     * @return the store's response
     */
    P send(int number, byte[] bytes, int length);
  }

  /**
   * A part that was passed to the sender.
   *
   * @param transfer the request that sends the part
   * @param held number of bytes reserved for the part in the upload memory
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
   * Creates an empty file.
   *
   * @param partSize size of all parts but the last, in bytes
   * @param transfers runs the requests that send parts in the background
   * @param memory memory for parts in the background; if it is exhausted, the writing thread sends
   *     the part itself
   * @param sender sends the parts
   */
  FileParts(int partSize, Transfers transfers, UploadMemory memory, Sender<P> sender) {
    this.partSize = partSize;
    this.transfers = transfers;
    this.memory = memory;
    this.sender = sender;
  }

  /** Returns the number of bytes written so far. */
  long size() {
    return size;
  }

  /** Returns whether parts were sent. If not, {@link #buffered} contains all bytes. */
  boolean anySent() {
    return !parts.isEmpty();
  }

  /** Returns an array that begins with the {@link #bufferedLength} bytes that were not sent yet. */
  byte[] buffered() {
    return buffer;
  }

  /** Returns the number of bytes that were not sent yet. */
  int bufferedLength() {
    return buffered;
  }

  /** Appends bytes. Sends the buffered part first if it is full. */
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

  private void grow(int minLength) {
    int grown = (int) Math.min(partSize, Math.max(FIRST_BUFFER, 2L * minLength));
    memory.hold(grown - buffer.length);
    buffer = Arrays.copyOf(buffer, grown);
  }

  /** Drops the buffer. It is not reused, because it may belong to a part now. */
  private void dropBuffer() {
    memory.release(buffer.length);
    buffer = new byte[0];
    buffered = 0;
  }

  /**
   * Sends the buffered bytes as a part. Sends it in the background if the upload memory has room,
   * otherwise in this thread.
   */
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

  /**
   * Sends the remaining bytes and waits for all parts. Returns the store's responses in part order.
   */
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

  /**
   * Drops all bytes. Cancels parts that were not started, and waits for parts that are being sent.
   */
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
