package io.azulejo;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A file stored as an array; see {@link FileConvention}. The metadata is written last, so a new
 * file without metadata is incomplete.
 */
final class FileArray {
  private static final int PIECE = 1 << 20;

  private final Azulejo azulejo;
  private final Location place;

  FileArray(Azulejo azulejo, Location place) {
    this.azulejo = azulejo;
    this.place = place;
  }

  /** The contents of a file, from its first byte to its last. */
  @FunctionalInterface
  private interface Contents {
    /** Returns the next bytes; fewer than {@code length} only at the end. */
    byte[] next(int length) throws IOException;

    static Contents of(ByteBuffer buffer) {
      ByteBuffer rest = buffer.duplicate();
      return length -> {
        byte[] piece = new byte[length];
        rest.get(piece);
        return piece;
      };
    }
  }

  /** Stores a local file in a new or empty array. */
  StoredFile write(Path file, Optional<String> mimeType, CreateOptions options) {
    try (InputStream in = Files.newInputStream(file)) {
      if (Files.size(file) == 0 && in.read() >= 0) {
        throw new InvalidRequestException(
            "%s has content but reports a size of 0 bytes, like a system file; import a copy of it"
                .formatted(file));
      }
      return write(
          in, described(String.valueOf(file.getFileName()), mimeType, Files.size(file)), options);
    } catch (IOException e) {
      throw new StorageException(
          "cannot read %s: %s".formatted(file, reason(e)), file.toString(), e, false);
    }
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "the file does not exist";
    }
    String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
    return reason == null ? e.getClass().getSimpleName() : reason;
  }

  private static StoredFile described(String name, Optional<String> mimeType, long size) {
    return mimeType
        .map(type -> StoredFile.of(name, type, size))
        .orElseGet(() -> StoredFile.of(name, size));
  }

  /** Stores a file in a new or empty array. */
  StoredFile write(InputStream in, StoredFile file, CreateOptions options) {
    return write((Contents) in::readNBytes, file, options);
  }

  /** Stores the remaining bytes of a buffer, as a file, in a new or empty array. */
  StoredFile write(
      ByteBuffer bytes, String name, Optional<String> mimeType, CreateOptions options) {
    return write(Contents.of(bytes), described(name, mimeType, bytes.remaining()), options);
  }

  private StoredFile write(Contents contents, StoredFile file, CreateOptions options) {
    long time = options.at().orElseGet(System::currentTimeMillis);
    ChangeOptions now = ChangeOptions.DEFAULT.at(time);
    boolean created = azulejo.catalog().type(place) == ObjectType.NONE;
    Attribute attribute =
        created ? create(FileConvention.schema(file.size()), options.at(time)) : requireEmpty();
    try {
      store(contents, file, attribute, now);
    } catch (CommitUnknownException e) {
      throw e;
    } catch (RuntimeException e) {
      if (created) {
        discard(e);
      }
      throw e;
    }
    return file;
  }

  private Attribute create(ArraySchema schema, CreateOptions options) {
    azulejo.create(place, schema, options);
    return schema.attributes().get(0);
  }

  /**
   * Returns the attribute for the bytes of a file.
   *
   * @throws AlreadyExistsException if the array contains a file
   */
  private Attribute requireEmpty() {
    Array array = azulejo.open(place);
    Attribute attribute = FileConvention.contents(array);
    if (FileConvention.hasFile(array)) {
      throw new AlreadyExistsException(
          "%s already holds a file; choose another location, or remove the file first"
              .formatted(place),
          place.toString());
    }
    return attribute;
  }

  /**
   * Removes the array after a failure. Deletes the fragment first, so that an interruption never
   * leaves data without a schema.
   */
  private void discard(RuntimeException cause) {
    // Cleaning up must not fail because the thread is interrupted.
    boolean interrupted = Thread.interrupted();
    try {
      azulejo.array(place).deleteFragments(TimeRange.ALL);
      azulejo.catalog().remove(place);
    } catch (AzulejoException e) {
      cause.addSuppressed(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Stores a file in an existing array, in place of the file that it contains. */
  StoredFile replace(InputStream in, StoredFile file, ChangeOptions options) {
    return replace((Contents) in::readNBytes, file, options);
  }

  /** Stores the remaining bytes of a buffer, in place of the file in an existing array. */
  StoredFile replace(
      ByteBuffer bytes, String name, Optional<String> mimeType, ChangeOptions options) {
    return replace(Contents.of(bytes), described(name, mimeType, bytes.remaining()), options);
  }

  private StoredFile replace(Contents contents, StoredFile file, ChangeOptions options) {
    Attribute attribute = FileConvention.contents(azulejo.open(place));
    long time = options.at().orElseGet(System::currentTimeMillis);
    store(contents, file, attribute, ChangeOptions.DEFAULT.at(time));
    return file;
  }

  private void store(
      Contents contents, StoredFile file, Attribute attribute, ChangeOptions options) {
    if (file.size() > 0) {
      writeCells(contents, file.size(), attribute, options);
    }
    azulejo.array(place).metadata().change(FileConvention.metadata(file), options);
  }

  private void writeCells(
      Contents contents, long size, Attribute attribute, ChangeOptions options) {
    WriteRequest request = WriteRequest.DEFAULT.subarray(FileConvention.part(0, size));
    try (ArrayWriter out = azulejo.array(place).writer(request, options)) {
      for (long done = 0; done < size; ) {
        byte[] piece = next(contents, (int) Math.min(PIECE, size - done), done, size);
        Column column =
            new FixedColumn(attribute.name(), attribute.type(), 1, piece.length, piece, null);
        out.append(Batch.of(piece.length, List.of(column)));
        done += piece.length;
      }
      out.commit();
    }
  }

  private static byte[] next(Contents contents, int length, long before, long size) {
    byte[] piece;
    try {
      piece = contents.next(length);
    } catch (IOException e) {
      throw new StorageException("cannot read the file: " + e.getMessage(), null, e, false);
    }
    if (piece.length < length) {
      throw new InvalidRequestException(
          "the file ends after %d bytes, but its reported size is %d"
              .formatted(before + piece.length, size));
    }
    return piece;
  }

  /** Returns the name, the type and the size of the file. */
  StoredFile describe(OpenOptions options) {
    return FileConvention.describe(azulejo.open(place, options));
  }

  /** Writes the bytes of the file to a stream, which is not closed. */
  StoredFile read(OutputStream out, OpenOptions options) {
    Array array = azulejo.open(place, options);
    StoredFile file = FileConvention.describe(array);
    copy(array, 0, file.size(), out);
    return file;
  }

  /** Writes a part of the file to a stream, which is not closed. */
  StoredFile read(OutputStream out, long offset, long length, OpenOptions options) {
    Array array = azulejo.open(place, options);
    StoredFile file = FileConvention.describe(array);
    requireWithin(file, offset, length);
    copy(array, offset, length, out);
    return file;
  }

  /** Fills the remaining bytes of a buffer with a part of the file. */
  StoredFile read(ByteBuffer target, long offset, OpenOptions options) {
    Array array = azulejo.open(place, options);
    StoredFile file = FileConvention.describe(array);
    int length = target.remaining();
    requireWithin(file, offset, length);
    ReadTarget bytes = ReadTarget.of(FileConvention.CONTENTS, target);
    if (length > 0) {
      array.read().subarray(FileConvention.part(offset, length)).into(bytes);
      target.position(target.limit());
    }
    return file;
  }

  private void requireWithin(StoredFile file, long offset, long length) {
    if (offset < 0 || length < 0 || offset > file.size() - length) {
      throw new InvalidRequestException(
          "cannot read %d bytes from offset %d of the file in %s; it has %d bytes"
              .formatted(length, offset, place, file.size()),
          place.toString());
    }
  }

  private static void copy(Array array, long offset, long length, OutputStream out) {
    if (length == 0) {
      return;
    }
    ReadRequest request =
        ReadRequest.ALL
            .subarray(FileConvention.part(offset, length))
            .select(FileConvention.CONTENTS);
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        Column column = batch.columns().get(0);
        out.write(column.array(), column.start(0), batch.rows());
        in.recycle(batch);
      }
    } catch (IOException e) {
      throw new StorageException("cannot write the file: " + e.getMessage(), null, e, false);
    }
  }
}
