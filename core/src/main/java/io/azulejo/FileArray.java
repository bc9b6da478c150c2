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
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A file stored as an array, in the convention that other TileDB engines understand. Each cell is
 * one byte; the name, the size and the type are metadata. The metadata is written last, so a file
 * without metadata is incomplete.
 */
final class FileArray {
  private static final String POSITION = "position";
  private static final String CONTENTS = "contents";
  private static final String SIZE = "file_size";
  private static final String MIME_TYPE = "mime_type";
  private static final String MIME_ENCODING = "mime_encoding";
  private static final String NAME = "original_file_name";
  private static final String EXTENSION = "file_extension";
  private static final int PIECE = 1 << 20;

  private final Azulejo azulejo;
  private final Location place;

  FileArray(Azulejo azulejo, Location place) {
    this.azulejo = azulejo;
    this.place = place;
  }

  /** Returns the schema for a file of {@code size} bytes. */
  static ArraySchema schema(long size) {
    long extent = extent(size);
    BigInteger last = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.valueOf(extent + 2));
    return ArraySchema.dense()
        .dimension(Dimension.of(POSITION, Datatype.UINT64, Range.of(0, last.longValue()), extent))
        .attribute(Attribute.of(CONTENTS, Datatype.BLOB))
        .build();
  }

  private static long extent(long size) {
    if (size > 1L << 30) {
      return 100L << 20;
    }
    if (size > 100L << 20) {
      return 1L << 20;
    }
    return size > 1L << 20 ? 256L << 10 : 1L << 10;
  }

  StoredFile write(Path file, Optional<String> mimeType, CreateOptions options) {
    String name = String.valueOf(file.getFileName());
    String type =
        mimeType.orElseGet(
            () ->
                Objects.requireNonNullElse(
                    URLConnection.guessContentTypeFromName(name), "application/octet-stream"));
    try (InputStream in = Files.newInputStream(file)) {
      if (Files.size(file) == 0 && in.read() >= 0) {
        throw new InvalidRequestException(
            "%s has content but reports a size of 0 bytes, like a system file; import a copy of it"
                .formatted(file));
      }
      return write(in, StoredFile.of(name, type, Files.size(file)), options);
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

  StoredFile write(InputStream in, StoredFile file, CreateOptions options) {
    long time = options.at().orElseGet(System::currentTimeMillis);
    ChangeOptions now = ChangeOptions.DEFAULT.at(time);
    boolean created = azulejo.catalog().type(place) == ObjectType.NONE;
    if (created) {
      azulejo.create(place, schema(file.size()), options.at(time));
    } else {
      requireEmpty();
    }
    try {
      if (file.size() > 0) {
        writeCells(in, file.size(), now);
      }
      azulejo.array(place).metadata().change(metadata(file), now);
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

  private void requireEmpty() {
    Array array = azulejo.open(place);
    contents(array);
    if (array.metadata().containsKey(SIZE)) {
      throw new AlreadyExistsException(
          "%s already holds a file; choose another location, or remove the file first"
              .formatted(place),
          place.toString());
    }
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

  private void writeCells(InputStream in, long size, ChangeOptions options) {
    Attribute attribute = contents(azulejo.open(place));
    WriteRequest request = WriteRequest.DEFAULT.subarray(Subarray.of(POSITION, 0, size - 1));
    try (ArrayWriter out = azulejo.array(place).writer(request, options)) {
      for (long done = 0; done < size; ) {
        byte[] piece = read(in, (int) Math.min(PIECE, size - done), done, size);
        Column column = new FixedColumn(CONTENTS, attribute.type(), 1, piece.length, piece, null);
        out.append(Batch.of(piece.length, List.of(column)));
        done += piece.length;
      }
      out.commit();
    }
  }

  private static byte[] read(InputStream in, int length, long before, long size) {
    byte[] piece;
    try {
      piece = in.readNBytes(length);
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

  private static MetadataChange metadata(StoredFile file) {
    int dot = file.name().lastIndexOf('.');
    String name = dot < 0 ? file.name() : file.name().substring(0, dot);
    String extension = dot < 0 ? "" : file.name().substring(dot + 1);
    return MetadataChange.builder()
        .put(SIZE, MetadataValue.ofLongs(Datatype.UINT64, file.size()))
        .put(MIME_ENCODING, MetadataValue.ofString("binary"))
        .put(MIME_TYPE, MetadataValue.ofString(file.mimeType()))
        .put(NAME, MetadataValue.ofString(name))
        .put(EXTENSION, MetadataValue.ofString(extension))
        .build();
  }

  /** Returns the name, the type and the size of the file. */
  StoredFile describe(OpenOptions options) {
    return describe(azulejo.open(place, options));
  }

  private StoredFile describe(Array array) {
    contents(array);
    Map<String, MetadataValue> metadata = array.metadata();
    MetadataValue size = metadata.get(SIZE);
    if (size == null || size.count() != 1 || size.type() != Datatype.UINT64) {
      throw new InvalidRequestException(
          "%s does not hold a file: its metadata has no \"%s\"".formatted(place, SIZE),
          place.toString());
    }
    String extension = text(metadata, EXTENSION);
    return StoredFile.of(
        text(metadata, NAME) + (extension.isEmpty() ? "" : "." + extension),
        text(metadata, MIME_TYPE),
        ByteBuffer.wrap(size.bytes()).order(ByteOrder.LITTLE_ENDIAN).getLong());
  }

  private static String text(Map<String, MetadataValue> metadata, String key) {
    MetadataValue value = metadata.get(key);
    return value == null ? "" : new String(value.bytes(), StandardCharsets.UTF_8);
  }

  /** Writes the bytes of the file to a stream, which is not closed. */
  StoredFile read(OutputStream out, OpenOptions options) {
    Array array = azulejo.open(place, options);
    StoredFile file = describe(array);
    if (file.size() == 0) {
      return file;
    }
    ReadRequest request =
        ReadRequest.ALL.subarray(Subarray.of(POSITION, 0, file.size() - 1)).select(CONTENTS);
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        Column column = batch.columns().get(0);
        out.write(column.array(), column.start(0), batch.rows());
      }
    } catch (IOException e) {
      throw new StorageException("cannot write the file: " + e.getMessage(), null, e, false);
    }
    return file;
  }

  /**
   * Returns the attribute that contains the bytes of the file.
   *
   * @throws InvalidRequestException if the array does not have the schema of a file
   */
  private Attribute contents(Array array) {
    ArraySchema schema = array.schema();
    boolean one =
        schema.isDense()
            && schema.dimensions().size() == 1
            && schema.dimensions().get(0).name().equals(POSITION);
    return schema
        .attribute(CONTENTS)
        .filter(a -> one && a.cellValNum() == 1 && a.type().size() == 1 && !a.nullable())
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    ("%s does not hold a file: it is %s (expected a dense array with one"
                            + " dimension \"%s\" and an attribute \"%s\" of single bytes)")
                        .formatted(place, summary(schema), POSITION, CONTENTS),
                    place.toString()));
  }

  /** Returns a short description of an array for an error message. */
  private static String summary(ArraySchema schema) {
    return "a %s array with %s and %s"
        .formatted(
            schema.isDense() ? "dense" : "sparse",
            names("dimension", schema.dimensions().stream().map(Dimension::name).toList()),
            names("attribute", schema.attributes().stream().map(Attribute::name).toList()));
  }

  private static String names(String what, List<String> names) {
    List<String> shown = names.stream().limit(5).map(name -> '"' + name + '"').toList();
    int more = names.size() - shown.size();
    return "the %s%s %s%s"
        .formatted(
            what,
            names.size() == 1 ? "" : "s",
            String.join(", ", shown),
            more == 0 ? "" : " and %d more".formatted(more));
  }
}
