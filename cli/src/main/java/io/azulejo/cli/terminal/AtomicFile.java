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
 * A local output file that appears completely or not at all. It is written next to its final path
 * and renamed at the end. A pipe or device such as {@code /dev/null} is written directly. For one
 * thread at a time.
 */
public final class AtomicFile implements AutoCloseable {
  private final String name;
  private final Path target;

  /** The temporary file; the target itself if it is not a regular file. */
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
   * Creates a file, which becomes visible with {@link #complete}.
   *
   * @param replace whether to replace an existing file
   * @throws InvalidRequestException if the file exists and must not be replaced, its folder is
   *     missing, or the path is a folder
   * @throws io.azulejo.error.StorageException if the file cannot be written, also from the stream
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
      // Replaces the target of a link, not the link.
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

  /** Returns the stream to the file. */
  public OutputStream out() {
    return out;
  }

  /** Completes the file and moves it to its final path. */
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

  /** Deletes the temporary file unless it was completed. */
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

  /** A stream whose exceptions name the file. */
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
