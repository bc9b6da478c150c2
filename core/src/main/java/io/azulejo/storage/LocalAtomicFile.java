package io.azulejo.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Creates local files atomically: a file appears only with its complete content. */
final class LocalAtomicFile {
  /**
   * Names of folders whose readers do not tolerate temporary files. Temporary files are placed in
   * the parent of such a folder.
   */
  private static final Set<String> CLEAN_FOLDERS =
      Set.of("__schema", "__fragment_meta", "__group", "__meta");

  private LocalAtomicFile() {}

  /**
   * Creates a file. On return, its content is durable, but its name is not.
   *
   * @throws FileAlreadyExistsException if the name is taken
   */
  static void create(Path path, byte[] content, Durability durability) throws IOException {
    Path temporary = temporary(path);
    try {
      write(temporary, content, durability);
      publish(temporary, path);
    } finally {
      discard(temporary);
    }
  }

  private static Path temporary(Path path) {
    Path folder = Objects.requireNonNull(path.getParent(), "a folder");
    Path name = folder.getFileName();
    Path above = folder.getParent();
    Path place =
        name != null && above != null && CLEAN_FOLDERS.contains(name.toString()) ? above : folder;
    return place.resolve(".%016x.tmp".formatted(ThreadLocalRandom.current().nextLong()));
  }

  private static void write(Path path, byte[] content, Durability durability) throws IOException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      durability.contents(channel);
    }
  }

  private static void publish(Path temporary, Path path) throws IOException {
    try {
      Files.createLink(path, temporary);
    } catch (UnsupportedOperationException | FileSystemException e) {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        // The file system does not support hard links; a move is the best alternative.
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
      } else if (!Files.isSameFile(path, temporary)) {
        // If both are the same file, a file server created the link, lost the response and retried.
        throw new FileAlreadyExistsException(path.toString());
      }
    }
  }

  /**
   * Deletes the temporary file. Ignores failures, because a leftover temporary file is harmless.
   */
  private static void discard(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      // The caller reports whether the file was created.
    }
  }
}
