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

/** Creates a local file atomically: it appears with all its bytes. */
final class LocalAtomicFile {
  /** Folders in which readers would trip over temporary files; those go next to the folder. */
  private static final Set<String> CLEAN_FOLDERS =
      Set.of("__schema", "__fragment_meta", "__group", "__meta");

  private LocalAtomicFile() {}

  /**
   * Creates the file. Its bytes are durable afterwards; its name is not yet.
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
        // The file system has no hard links; a move is the next best.
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
      } else if (!Files.isSameFile(path, temporary)) {
        // If it is the same file, a file server linked it, lost the answer and was asked again.
        throw new FileAlreadyExistsException(path.toString());
      }
    }
  }

  /** Deletes the temporary file. A failure is ignored, as the leftover is harmless. */
  private static void discard(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      // Whether the file was created is reported elsewhere.
    }
  }
}
