package io.azulejo.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A new file of the local file system. */
final class LocalOutputFile implements OutputFile {
  private final Location location;
  private final Path path;
  private final FileChannel channel;
  private final List<Path> changedFolders;
  private long size;
  private boolean finished;

  LocalOutputFile(Location location, Path path, FileChannel channel, List<Path> changedFolders) {
    this.location = location;
    this.path = path;
    this.channel = channel;
    this.changedFolders = changedFolders;
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    requireOpen();
    ByteBuffer bytes = ByteBuffer.wrap(source, offset, length);
    try {
      while (bytes.hasRemaining()) {
        size += channel.write(bytes);
      }
    } catch (IOException e) {
      throw LocalStorage.failed("write", location, e);
    }
  }

  @Override
  public void commit() {
    requireOpen();
    try {
      channel.force(true);
      channel.close();
      for (Path folder : changedFolders) {
        LocalStorage.synchronize(folder);
      }
    } catch (IOException e) {
      throw LocalStorage.failed("make durable", location, e);
    }
    finished = true;
  }

  private void requireOpen() {
    if (finished || !channel.isOpen()) {
      throw new IllegalStateException(location + " is complete or closed: nothing can be added");
    }
  }

  @Override
  public void close() {
    if (finished) {
      return;
    }
    finished = true;
    try (channel) {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw LocalStorage.failed("delete", location, e);
    }
  }
}
