package io.tiledb.java.api;

import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/**
 * The files of a store of the engine, such as an object store. Folders of object stores exist only
 * as long as they contain files.
 */
final class StoreFiles implements VfsFiles {
  private static final int COPY_BYTES = 1 << 20;

  private final Context ctx;

  StoreFiles(Context ctx) {
    this.ctx = ctx;
  }

  private Storage storage(Location location) throws TileDBError {
    return ctx.engine().storage(location);
  }

  @Override
  public boolean isFile(String path) throws TileDBError {
    Location location = Location.of(path);
    return storage(location).findFile(location).filter(entry -> !entry.folder()).isPresent();
  }

  @Override
  public boolean isDirectory(String path) throws TileDBError {
    Location location = Location.of(path);
    return storage(location).find(location).filter(Storage.Entry::folder).isPresent();
  }

  /** Has no effect, because object stores do not keep empty folders. */
  @Override
  public void createDirectory(String path) {}

  @Override
  public void createFile(String path) throws TileDBError {
    if (!isFile(path)) {
      Location location = Location.of(path);
      storage(location).createExclusive(location, new byte[0]);
    }
  }

  @Override
  public void removeDirectory(String path) throws TileDBError {
    Location location = Location.of(path);
    storage(location).deleteFolder(location);
  }

  @Override
  public void removeFile(String path) throws TileDBError {
    Location location = Location.of(path);
    if (!isFile(path)) {
      throw missing(location);
    }
    storage(location).delete(location);
  }

  private static NotFoundException missing(Location location) {
    return new NotFoundException(
        "the file '%s' does not exist".formatted(location), location.toString(), null);
  }

  @Override
  public long fileSize(String path) throws TileDBError {
    Location location = Location.of(path);
    return storage(location)
        .findFile(location)
        .filter(entry -> !entry.folder())
        .orElseThrow(() -> missing(location))
        .size();
  }

  @Override
  public void moveDirectory(String source, String target) throws TileDBError {
    Location from = Location.of(source);
    Location to = Location.of(target);
    Storage storage = storage(from);
    if (storage != storage(to) || !storage.tryMove(from, to)) {
      copyFolder(from, to);
      storage.deleteFolder(from);
    }
  }

  private void copyFolder(Location from, Location to) throws TileDBError {
    for (Storage.Entry entry : storage(from).list(from)) {
      if (entry.folder()) {
        copyFolder(from.resolve(entry.name()), to.resolve(entry.name()));
      } else {
        copyFile(from.resolve(entry.name()), to.resolve(entry.name()));
      }
    }
  }

  @Override
  public void moveFile(String source, String target) throws TileDBError {
    Location from = Location.of(source);
    Location to = Location.of(target);
    if (from.equals(to)) {
      return;
    } else if (!isFile(source)) {
      throw missing(from);
    }
    Storage storage = storage(from);
    storage(to).delete(to);
    if (storage != storage(to) || !storage.tryMove(from, to)) {
      copyFile(from, to);
      storage.delete(from);
    }
  }

  private void copyFile(Location from, Location to) throws TileDBError {
    Storage storage = storage(from);
    if (storage == storage(to) && storage.tryCopy(from, to)) {
      return;
    }
    try (OutputFile out = storage(to).create(to)) {
      storage.copy(from, out);
      out.commit();
    }
  }

  @Override
  public InputStream read(String path) throws TileDBError {
    Location location = Location.of(path);
    return new Reader(storage(location).open(location));
  }

  @Override
  public OutputStream write(String path, boolean append) throws IOException, TileDBError {
    Location location = Location.of(path);
    byte[] before = new byte[0];
    if (isFile(path)) {
      if (append) {
        try (InputStream in = read(path)) {
          before = in.readAllBytes();
        }
      }
      storage(location).delete(location);
    }
    OutputFile file = storage(location).create(location);
    file.write(before, 0, before.length);
    return new Writer(file);
  }

  /** Lists the bucket, because an empty bucket is not found. */
  @Override
  public boolean isBucket(String path) throws TileDBError {
    Location location = Location.of(path);
    if (location.path().contains("/")) {
      return false;
    }
    try {
      return !storage(location).names(location).isEmpty() || !location.scheme().equals("mem");
    } catch (StorageException e) {
      if (e.retryable()) {
        throw e;
      }
      return false;
    }
  }

  @Override
  public boolean isEmptyBucket(String path) throws TileDBError {
    Location bucket = Location.of(path);
    return storage(bucket).names(bucket).isEmpty();
  }

  @Override
  public void emptyBucket(String path) throws TileDBError {
    Location bucket = Location.of(path);
    Storage storage = storage(bucket);
    for (Storage.Entry entry : storage.list(bucket)) {
      Location location = bucket.resolve(entry.name());
      if (entry.folder()) {
        storage.deleteFolder(location);
      } else {
        storage.delete(location);
      }
    }
  }

  /** Reads a file from its start. */
  private static final class Reader extends InputStream {
    private final InputFile file;
    private final long size;
    private long position;

    Reader(InputFile file) {
      this.file = file;
      this.size = file.size();
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      if (length == 0) {
        return 0;
      }
      int count = (int) Math.min(Math.min(length, COPY_BYTES), size - position);
      if (count == 0) {
        return -1;
      }
      file.read(position, bytes, offset, count);
      position += count;
      return count;
    }

    @Override
    public void close() {
      file.close();
    }
  }

  /** Writes a file, and commits it when the stream is closed. */
  private static final class Writer extends OutputStream {
    private final OutputFile file;
    private boolean closed;
    private boolean failed;

    Writer(OutputFile file) {
      this.file = file;
    }

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      boolean written = false;
      try {
        file.write(bytes, offset, length);
        written = true;
      } finally {
        failed |= !written;
      }
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        try (file) {
          if (!failed) {
            file.commit();
          }
        }
      }
    }
  }
}
