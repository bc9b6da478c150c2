package io.azulejo.internal.snapshot.object;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.Progress;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;

/**
 * Writes the files of an array or a group into a ZIP file. Files are stored without compression, so
 * that readers can read ranges in place. Filtered tiles would not shrink anyway. The same array
 * always results in the same bytes.
 */
public final class ObjectArchive {
  /** Maximum total size in bytes of a batch of files, which are read once and buffered. */
  private static final int KEPT = 8 << 20;

  /** Maximum number of files in a batch. */
  private static final int AT_A_TIME = 64;

  private static final int PIECE = 1 << 20;

  /**
   * The modification time of all files in the archive. Arrays do not depend on file times. For
   * earlier times, {@link ZipEntry} adds a field that depends on the time zone.
   */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private final Storage source;
  private final Location from;
  private final Tasks tasks;
  private final Progress progress;

  private ObjectArchive(Storage source, Location from, Tasks tasks, Progress progress) {
    this.source = source;
    this.from = from;
    this.tasks = tasks;
    this.progress = progress;
  }

  /**
   * Writes an archive. The file appears at its location only when it is complete.
   *
   * @param from the array or group
   * @param to the location of the archive
   * @param progress called with the number of bytes written so far
   * @throws io.azulejo.error.NotFoundException if the source is neither an array nor a group
   * @throws AlreadyExistsException if something exists at the location of the archive
   */
  public static void write(
      Storage source, Location from, Storage target, Location to, Tasks tasks, Progress progress) {
    requireFree(target, to);
    List<ObjectCopy.Source> files = ObjectCopy.files(source, from, tasks);
    ObjectArchive archive = new ObjectArchive(source, from, tasks, progress);
    if (!target.traits().hasFolders()) {
      archive.write(files, target, to);
      return;
    }
    // Some stores show unfinished files. There, a complete file is renamed.
    Location part = to.parent().resolve("." + to.name() + "." + UUID.randomUUID() + ".tmp");
    archive.write(files, target, part);
    try {
      requireFree(target, to);
      if (!target.tryMove(part, to)) {
        try (OutputFile file = target.create(to)) {
          target.copy(part, file);
          file.commit();
        }
        target.delete(part);
      }
    } catch (AzulejoException e) {
      try {
        target.delete(part);
      } catch (AzulejoException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  private static void requireFree(Storage target, Location to) {
    if (target.find(to).isPresent()) {
      throw new AlreadyExistsException(
          "%s already exists; choose another name, or remove it first".formatted(to),
          to.toString());
    }
  }

  private void write(List<ObjectCopy.Source> files, Storage target, Location to) {
    long total = files.stream().mapToLong(ObjectCopy.Source::size).sum();
    try (OutputFile file = target.create(to)) {
      // The stream is not closed after a failure, because closing it would continue to write.
      ZipOutputStream zip = new ZipOutputStream(new Output(file));
      long done = 0;
      int next = 0;
      while (next < files.size()) {
        int end = next;
        long bytes = 0;
        while (end < files.size()
            && end - next < AT_A_TIME
            && bytes + files.get(end).size() <= KEPT) {
          bytes += files.get(end++).size();
        }
        if (end == next) {
          bytes = addLarge(zip, files.get(next));
          end = next + 1;
        } else {
          List<ObjectCopy.Source> batch = files.subList(next, end);
          List<byte[]> contents = tasks.io(source.traits().waitingRequests(), batch, this::content);
          for (int i = 0; i < batch.size(); i++) {
            add(zip, batch.get(i), contents.get(i));
          }
        }
        next = end;
        done += bytes;
        progress.advanced(done, total);
      }
      zip.close();
      file.commit();
    } catch (IOException e) {
      throw new StorageException(
          "cannot write %s: %s".formatted(to, e.getMessage()), to.toString(), e, false);
    }
  }

  private byte[] content(ObjectCopy.Source piece) {
    try (InputFile file = source.open(piece.file())) {
      byte[] content = new byte[Math.toIntExact(file.size())];
      file.read(0, content, 0, content.length);
      return content;
    }
  }

  private void add(ZipOutputStream zip, ObjectCopy.Source piece, byte[] content)
      throws IOException {
    CRC32 crc = new CRC32();
    crc.update(content);
    zip.putNextEntry(entry(piece, content.length, crc));
    zip.write(content);
    zip.closeEntry();
  }

  /**
   * Adds a large file and returns its size in bytes. The file is read twice, because its checksum
   * precedes its content.
   */
  private long addLarge(ZipOutputStream zip, ObjectCopy.Source piece) throws IOException {
    try (InputFile file = source.open(piece.file())) {
      long size = file.size();
      CRC32 crc = new CRC32();
      each(file, size, (bytes, length) -> crc.update(bytes, 0, length));
      zip.putNextEntry(entry(piece, size, crc));
      each(file, size, (bytes, length) -> zip.write(bytes, 0, length));
      try {
        zip.closeEntry(); // compares the checksum with the written bytes
      } catch (ZipException e) {
        throw CorruptDataException.of(
                "file",
                null,
                -1,
                "the file changed while it was read; files of arrays never change")
            .at(piece.file().toString());
      }
      return size;
    }
  }

  private interface Bytes {
    void take(byte[] bytes, int length) throws IOException;
  }

  private static void each(InputFile file, long size, Bytes bytes) throws IOException {
    byte[] piece = new byte[(int) Math.min(PIECE, size)];
    int length;
    for (long position = 0; position < size; position += length) {
      length = (int) Math.min(piece.length, size - position);
      file.read(position, piece, 0, length);
      bytes.take(piece, length);
    }
  }

  private ZipEntry entry(ObjectCopy.Source piece, long size, CRC32 crc) {
    String path = piece.file().path().substring(from.path().length() + 1);
    ZipEntry entry = new ZipEntry(path);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(size);
    entry.setCompressedSize(size);
    entry.setCrc(crc.getValue());
    entry.setTimeLocal(TIME);
    return entry;
  }

  /** An output stream that buffers small writes. */
  private static final class Output extends OutputStream {
    private final OutputFile file;
    private final byte[] waiting = new byte[64 << 10];
    private int size;

    Output(OutputFile file) {
      this.file = file;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, source.length);
      if (length > waiting.length - size) {
        flush();
      }
      if (length > waiting.length) {
        file.write(source, offset, length);
      } else {
        System.arraycopy(source, offset, waiting, size, length);
        size += length;
      }
    }

    @Override
    public void flush() {
      file.write(waiting, 0, size);
      size = 0;
    }

    @Override
    public void close() {
      flush();
    }
  }
}
