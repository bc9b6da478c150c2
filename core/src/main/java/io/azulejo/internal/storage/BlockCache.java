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
 * A cache of file blocks on the local disk. All processes that use the same folder share it. Each
 * block is a file that appears atomically and ends with its length and a checksum. A damaged block
 * is treated as missing. If the cache exceeds its capacity, the least recently used blocks are
 * deleted. Disk errors bypass the cache and never fail a read. Safe for use by several threads and
 * processes.
 */
final class BlockCache {
  /** The size of a block in bytes. The last block of a file may be smaller. */
  static final int BLOCK = 1 << 20;

  private static final int TRAILER = 2 * Integer.BYTES;

  /** Fraction of the capacity to which the cache shrinks when it exceeds its capacity. */
  private static final double KEPT = 0.9;

  /** Age in milliseconds after which a temporary file is treated as abandoned. */
  private static final long ABANDONED_MILLIS = 3_600_000;

  private final Path folder;
  private final long capacity;
  private final AtomicLong added = new AtomicLong();

  /** Number of bytes that are added between two scans of the folder. */
  private final long step;

  /**
   * Creates a cache. The folder is created when the first block is stored.
   *
   * @param folder folder of the cache
   * @param capacity approximate limit of the total size of all blocks, in bytes
   */
  BlockCache(Path folder, long capacity) {
    this.folder = folder;
    this.capacity = capacity;
    this.step = Math.max(BLOCK, capacity / 16);
    this.added.set(step); // the first block starts a scan, as other processes may have added some
  }

  private Path place(Location file, long block) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(file.toString().getBytes(StandardCharsets.UTF_8));
      String name = HexFormat.of().formatHex(digest);
      return folder.resolve(name.substring(0, 2)).resolve(name).resolve(Long.toString(block));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has SHA-256
    }
  }

  /**
   * Returns a block and marks it as recently used. Empty if the block is missing or damaged, or if
   * the disk fails.
   *
   * @param block index of the block in the file, from 0
   */
  Optional<byte[]> get(Location file, long block) {
    Path place = place(file, block);
    try (FileChannel channel = FileChannel.open(place, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size < TRAILER || size > BLOCK + TRAILER) {
        return damaged(place);
      }
      ByteBuffer stored = ByteBuffer.allocate((int) size);
      while (stored.hasRemaining() && channel.read(stored) >= 0) {
        // Continue until all bytes are read.
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
        "the cached block %s is damaged; reading it from the store again".formatted(place));
    return Optional.empty();
  }

  /**
   * Stores a block. Logs a warning if the disk fails.
   *
   * @param block index of the block in the file, from 0
   * @param content the whole block without its trailer
   */
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
          ("cannot write a block to the cache %s: %s; later reads will request it from the"
                  + " store again")
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
   * Deletes abandoned temporary files. If the cache exceeds its capacity, also deletes the least
   * recently used blocks.
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
      return; // concurrent deletion or a disk failure; the next call tries again
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
      // The next scan tries again.
    }
  }
}
