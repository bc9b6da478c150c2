package io.azulejo.internal.storage;

import io.azulejo.internal.runtime.Warnings;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Blocks of files on the local disk, for all processes that name the same folder. A block is a file
 * of its own, which appears whole under its name and ends with its length and a checksum: what was
 * damaged counts as not there. When there is too much, the blocks that were not used for longest
 * go. What the disk refuses is not kept; no read fails for it. Safe for use by many threads and
 * processes.
 */
final class BlockCache {
  /** The bytes of a block; the last one of a file has fewer. */
  static final int BLOCK = 1 << 20;

  private static final int TRAILER = 2 * Integer.BYTES;

  /** Blocks are deleted until this part of the limit is used. */
  private static final double KEPT = 0.9;

  /** How old an unfinished file is that nobody writes any more. */
  private static final long ABANDONED_MILLIS = 3_600_000;

  private final Path folder;
  private final long capacity;
  private final AtomicLong added = new AtomicLong();

  /** What is added before the folder is looked through again. */
  private final long step;

  /**
   * A cache in a folder, which is made when it is needed.
   *
   * @param capacity the bytes that blocks may take together, about
   */
  BlockCache(Path folder, long capacity) {
    this.folder = folder;
    this.capacity = capacity;
    this.step = Math.max(BLOCK, capacity / 16);
    this.added.set(step); // others may have filled it
  }

  private Path place(Location file, long block) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(file.toString().getBytes(StandardCharsets.UTF_8));
      String name = HexFormat.of().formatHex(digest);
      return folder.resolve(name.substring(0, 2)).resolve(name).resolve(Long.toString(block));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** A block; empty if it is not there, or not as it was written. */
  Optional<byte[]> get(Location file, long block) {
    Path place = place(file, block);
    try (FileChannel channel = FileChannel.open(place, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size < TRAILER || size > BLOCK + TRAILER) {
        return damaged(place);
      }
      ByteBuffer stored = ByteBuffer.allocate((int) size);
      while (stored.hasRemaining() && channel.read(stored) >= 0) {
        // goes on
      }
      byte[] content = new byte[(int) size - TRAILER];
      stored.flip().get(content);
      if (stored.getInt() != content.length || stored.getInt() != checksum(content)) {
        return damaged(place);
      }
      Files.setLastModifiedTime(place, FileTime.fromMillis(System.currentTimeMillis()));
      return Optional.of(content);
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private Optional<byte[]> damaged(Path place) {
    Warnings.log(
        Warnings.Kind.DAMAGED_CACHE,
        folder.toString(),
        "the cached block %s is damaged; reads it from the store again".formatted(place));
    return Optional.empty();
  }

  /** Keeps a block, if the disk takes it. */
  void put(Location file, long block, byte[] content) {
    Path place = place(file, block);
    Path temporary = place.resolveSibling(place.getFileName() + "." + UUID.randomUUID() + ".tmp");
    ByteBuffer stored = ByteBuffer.allocate(content.length + TRAILER);
    stored.put(content).putInt(content.length).putInt(checksum(content)).flip();
    try {
      Files.createDirectories(place.getParent());
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        while (stored.hasRemaining()) {
          channel.write(stored);
        }
      }
      Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      delete(temporary);
      Warnings.log(
          Warnings.Kind.UNUSABLE_CACHE,
          folder.toString(),
          "cannot keep a block in the cache %s: %s; later reads ask the store again"
              .formatted(folder, e));
      return;
    }
    if (added.addAndGet(content.length) > step) {
      added.set(0);
      shrink();
    }
  }

  private static int checksum(byte[] content) {
    CRC32C checksum = new CRC32C();
    checksum.update(content);
    return (int) checksum.getValue();
  }

  private record Stored(Path path, long size, long used) {}

  /**
   * Deletes what was not used for longest, where there is too much, and what was never finished.
   */
  private void shrink() {
    List<Stored> blocks = new ArrayList<>();
    long now = System.currentTimeMillis();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        Stored stored =
            new Stored(path, Files.size(path), Files.getLastModifiedTime(path).toMillis());
        if (!path.toString().endsWith(".tmp")) {
          blocks.add(stored);
        } else if (now - stored.used > ABANDONED_MILLIS) {
          delete(path);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return; // another process deletes at the same time, or the disk fails: later, then
    }
    long total = blocks.stream().mapToLong(Stored::size).sum();
    if (total <= capacity) {
      return;
    }
    blocks.sort(Comparator.comparingLong(Stored::used));
    for (Stored block : blocks) {
      if (total <= capacity * KEPT) {
        return;
      }
      delete(block.path);
      total -= block.size;
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // It stays until the next time.
    }
  }
}
