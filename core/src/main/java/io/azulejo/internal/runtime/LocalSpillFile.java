package io.azulejo.internal.runtime;

import io.azulejo.error.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/**
 * A temporary file on the local disk that only its owner can read. The system deletes it together
 * with its last open handle, so a killed process leaves no file behind. POSIX systems remove its
 * name when it is opened, and Windows removes it when it is closed.
 */
final class LocalSpillFile implements SpillFile {
  /** Maximum number of bytes per read or write. The JDK copies through a buffer of this size. */
  private static final int PIECE = 1 << 20;

  private static final Set<OpenOption> OPTIONS =
      Set.of(
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.DELETE_ON_CLOSE);

  private final Path folder;
  private final FileChannel channel;
  private long size;

  private LocalSpillFile(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /** Creates an empty file in a folder. Creates the folder, too, if it does not exist. */
  static LocalSpillFile create(Path folder) {
    Path file = folder.resolve("azulejo-" + UUID.randomUUID() + ".spill");
    try {
      Files.createDirectories(folder);
      return new LocalSpillFile(folder, FileChannel.open(file, OPTIONS, ownerOnly(folder)));
    } catch (IOException | UnsupportedOperationException e) {
      throw failed("create", folder, e);
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    int done = 0;
    try {
      while (done < length) {
        int piece = Math.min(PIECE, length - done);
        int written = channel.write(ByteBuffer.wrap(source, offset + done, piece), size);
        done += written;
        size += written;
      }
    } catch (IOException e) {
      throw failed("write", folder, e);
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    int done = 0;
    try {
      while (done < length) {
        int piece = Math.min(PIECE, length - done);
        int read = channel.read(ByteBuffer.wrap(target, offset + done, piece), position + done);
        if (read < 0) {
          throw new IOException("it ends before byte " + (position + length));
        }
        done += read;
      }
    } catch (IOException e) {
      throw failed("read", folder, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw failed("delete", folder, e);
    }
  }

  private static StorageException failed(String act, Path folder, Exception e) {
    boolean interrupted = e instanceof ClosedChannelException;
    String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
    if (interrupted) {
      reason = "its thread was interrupted";
    } else if (reason == null) {
      reason = e.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
    return new StorageException(
        "cannot %s a temporary file in %s: %s; choose another folder with the setting %s"
            .formatted(act, folder, reason, SpillFiles.FOLDER_SETTING),
        folder.toString(),
        e,
        !interrupted);
  }
}
