package io.azulejo.storage;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A new file of the local file system that is open for writes. */
final class LocalOutputFile implements OutputFile {
  private final Location location;
  private final Path path;
  private final FileChannel channel;
  private final DurableFolders.Folder folder;
  private final Durability durability;
  private long size;
  private boolean finished;

  /**
   * The first failure, or null. It is final, because after a failed sync the system may drop the
   * data and report the next sync as successful.
   */
  private @Nullable RuntimeException failure;

  LocalOutputFile(
      Location location,
      Path path,
      FileChannel channel,
      DurableFolders.Folder folder,
      Durability durability) {
    this.location = location;
    this.path = path;
    this.channel = channel;
    this.folder = folder;
    this.durability = durability;
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
    int done = 0;
    try {
      while (done < length) {
        int piece = Math.min(LocalInputFile.PIECE, length - done);
        int written = channel.write(ByteBuffer.wrap(source, offset + done, piece));
        done += written;
        size += written;
      }
    } catch (IOException e) {
      throw failed(LocalFailures.failed("write", location, e));
    }
  }

  /**
   * Appends a whole file. If possible, the operating system copies it without buffers of this
   * process.
   */
  void append(Location from, FileChannel source) {
    requireOpen();
    try {
      long end = source.size();
      long done = 0;
      while (done < end) {
        long moved = source.transferTo(done, end - done, channel);
        if (moved <= 0) {
          throw failed(
              LocalInputFile.endsBefore(from, done, (int) Math.min(end - done, 1 << 30), done));
        }
        done += moved;
        size += moved;
      }
    } catch (IOException e) {
      throw failed(LocalFailures.failed("copy " + from + " to", location, e));
    }
  }

  boolean isOf(Durability store) {
    return durability == store;
  }

  @Override
  public void commit() {
    commit(List.of(this), durability, LocalOutputFile::inOrder);
  }

  /** Runs syncs one after the other. */
  static void inOrder(List<Runnable> syncs) {
    syncs.forEach(Runnable::run);
  }

  /**
   * Commits files. Makes the contents of all files and their names durable, with one sync per file
   * and folder, in any order. After an exception, none of the files can be committed.
   *
   * @param concurrently runs the syncs; a file system with a journal writes one entry for several
   *     concurrent syncs
   */
  static void commit(
      List<LocalOutputFile> files, Durability durability, Consumer<List<Runnable>> concurrently) {
    files.forEach(LocalOutputFile::requireOpen);
    Set<Path> folders = new LinkedHashSet<>();
    files.forEach(file -> folders.addAll(file.folder.changed()));
    List<Runnable> syncs = new ArrayList<>();
    files.forEach(file -> syncs.add(file::syncContents));
    folders.forEach(folder -> syncs.add(() -> syncNames(folder, durability)));
    try {
      concurrently.accept(syncs);
    } catch (RuntimeException e) {
      files.forEach(file -> file.failed(e));
      throw e;
    }
    for (LocalOutputFile file : files) {
      file.folder.remember();
      file.finished = true;
    }
  }

  private void syncContents() {
    try {
      durability.contents(channel);
      channel.close();
    } catch (IOException e) {
      throw LocalFailures.failed("sync", location, e);
    }
  }

  private static void syncNames(Path folder, Durability durability) {
    try {
      durability.names(folder);
    } catch (IOException e) {
      throw LocalFailures.failed("sync the contents of", Location.of(folder), e);
    }
  }

  private RuntimeException failed(RuntimeException e) {
    failure = e;
    return e;
  }

  private void requireOpen() {
    if (failure != null) {
      throw new StorageException(
          ("%s was not written completely or not synced (%s), which cannot be repaired;"
                  + " close it and write it again")
              .formatted(location, failure.getMessage()),
          location.toString(),
          failure,
          false);
    }
    if (finished || !channel.isOpen()) {
      throw new InvalidRequestException(
          location + " is complete or closed; nothing can be appended");
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
      throw LocalFailures.failed("delete", location, e);
    }
  }
}
