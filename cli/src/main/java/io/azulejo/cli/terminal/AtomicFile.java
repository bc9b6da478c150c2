package io.azulejo.cli.terminal;

import io.azulejo.error.InvalidRequestException;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A local output file that appears either complete or not at all. Data goes to a temporary file in
 * the same folder, which {@link #complete} renames to the final path. {@link #close} without {@code
 * complete} discards the data. Pipes and devices such as {@code /dev/null} are written directly.
 * Not thread-safe.
 */
public final class AtomicFile implements AutoCloseable {
  private final String name;
  private final Path target;

  /** The temporary file, or the target itself if it is a pipe or device. */
  private final Path part;

  private final boolean replace;
  private final OutputStream out;

  private AtomicFile(String name, Path target, Path part, boolean replace) throws IOException {
    this.name = name;
    this.target = target;
    this.part = part;
    this.replace = replace;
    StandardOpenOption how =
        part.equals(target) ? StandardOpenOption.WRITE : StandardOpenOption.CREATE_NEW;
    out =
        new BufferedOutputStream(
            new Named(Files.newOutputStream(part, how, StandardOpenOption.WRITE), name), 1 << 16);
  }

  /**
   * Creates a temporary file for the given output path. Nothing appears at the path until {@link
   * #complete} is called, except for pipes and devices.
   *
   * @param file path of the output file; if it is a symbolic link to a file, that file is replaced
   * @param replace whether an existing file may be replaced
   * @throws InvalidRequestException if the file exists and {@code replace} is false, if its folder
   *     does not exist, or if the path is invalid or a folder
   * @throws io.azulejo.error.StorageException if the file cannot be created; writing to {@link
   *     #out()} throws it as well
   */
  public static AtomicFile begin(String file, boolean replace) {
    Path named = LocalFile.path(file);
    Path folder = named.toAbsolutePath().getParent();
    if (Files.isDirectory(named)) {
      throw new InvalidRequestException(file + " is a folder; use the path of a file");
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw new InvalidRequestException(
          "cannot write %s: folder %s does not exist; create it first".formatted(file, folder));
    }
    boolean alreadyExists = Files.exists(named);
    boolean plain = !alreadyExists || Files.isRegularFile(named);
    if (alreadyExists && plain && !replace) {
      throw alreadyExists(file);
    }
    try {
      // If the path is a symbolic link, replaces the file that it points to.
      Path target = alreadyExists ? named.toRealPath() : named;
      Path part =
          plain
              ? target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".part")
              : target;
      return new AtomicFile(file, target, part, replace);
    } catch (IOException e) {
      throw LocalFile.failed("write", file, e);
    }
  }

  private static InvalidRequestException alreadyExists(String file) {
    return new InvalidRequestException(
        file + " already exists; use --force to overwrite it, or choose another name");
  }

  /**
   * Returns the buffered output stream of the file. {@link #complete} and {@link #close} close it.
   */
  public OutputStream out() {
    return out;
  }

  /**
   * Closes the stream and moves the file to its final path.
   *
   * @throws InvalidRequestException if a file was created at the path in the meantime and must not
   *     be replaced
   * @throws io.azulejo.error.StorageException if the file cannot be written or moved
   */
  public void complete() {
    try {
      out.close();
      if (part.equals(target)) {
        return;
      }
      if (replace) {
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.move(part, target);
      }
    } catch (FileAlreadyExistsException e) {
      throw alreadyExists(name);
    } catch (IOException e) {
      throw LocalFile.failed("write", name, e);
    }
  }

  /** Closes the stream and deletes the temporary file if it still exists. */
  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException | RuntimeException e) {
      // Drops unwritten data; the failed write has already reported the reason.
    }
    try {
      if (!part.equals(target)) {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw LocalFile.failed("delete", part.toString(), e);
    }
  }

  /** An output stream whose exceptions name the file. */
  private static final class Named extends FilterOutputStream {
    private final String file;

    Named(OutputStream out, String file) {
      super(out);
      this.file = file;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw LocalFile.failed("write", file, e);
      }
    }
  }
}
