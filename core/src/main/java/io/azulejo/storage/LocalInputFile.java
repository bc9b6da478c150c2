package io.azulejo.storage;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** A file of the local file system that is open for reads. */
final class LocalInputFile implements InputFile {
  /**
   * Maximum size of one read in bytes. The JDK allocates a buffer per thread that is as large as
   * the read, and copies the bytes from it. Small reads fit the processor's cache, so they are
   * faster, and many threads need little memory.
   */
  static final int PIECE = 256 << 10;

  private final Location location;
  private final Path path;
  private volatile FileChannel channel;
  private volatile boolean closed;
  private volatile long size = -1;

  LocalInputFile(Location location, Path path, FileChannel channel) {
    this.location = location;
    this.path = path;
    this.channel = channel;
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    if (size < 0) {
      size = withChannel("get the size of", FileChannel::size);
    }
    return size;
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (position < 0) {
      throw new InvalidRequestException("position " + position + " is negative (minimum: 0)");
    }
    if (position > Long.MAX_VALUE - length) {
      throw endsBefore(location, position, length, size());
    }
    int done = 0;
    while (done < length) {
      int from = offset + done;
      long at = position + done;
      int piece = Math.min(PIECE, length - done);
      long read =
          withChannel("read", channel -> channel.read(ByteBuffer.wrap(target, from, piece), at));
      if (read < 0) {
        throw endsBefore(location, position, length, size());
      }
      done += (int) read;
    }
  }

  /**
   * Returns the exception for a read beyond the end of a file.
   *
   * @param position position of the first byte to read
   * @param length number of bytes to read
   * @param size size of the file in bytes
   */
  static CorruptDataException endsBefore(Location location, long position, int length, long size) {
    return CorruptDataException.of(
            "file",
            null,
            position,
            "expected %d bytes here, but the file ends at %d".formatted(length, size))
        .at(location.toString());
  }

  private interface Operation {
    long on(FileChannel channel) throws IOException;
  }

  /**
   * Runs an operation on the channel. Interrupting one thread closes the channel for all threads.
   * The other threads reopen it, unless the file was closed.
   */
  private long withChannel(String act, Operation operation) {
    while (true) {
      FileChannel current = channel;
      try {
        return operation.on(current);
      } catch (ClosedByInterruptException e) {
        throw LocalFailures.failed(act, location, e);
      } catch (ClosedChannelException e) {
        reopen(current);
      } catch (IOException e) {
        if (Files.isDirectory(path)) {
          throw new NotFoundException(
              location + " is a folder, not a file", location.toString(), e);
        }
        throw LocalFailures.failed(act, location, e);
      }
    }
  }

  private synchronized void reopen(FileChannel broken) {
    if (closed) {
      throw new InvalidRequestException(location + " is closed");
    }
    if (channel == broken) {
      try {
        channel = FileChannel.open(path, StandardOpenOption.READ);
      } catch (IOException e) {
        throw LocalFailures.failed("open", location, e);
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      channel.close();
    } catch (IOException e) {
      throw LocalFailures.failed("close", location, e);
    }
  }
}
