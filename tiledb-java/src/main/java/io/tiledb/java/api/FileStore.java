package io.tiledb.java.api;

import io.azulejo.ArrayWriter;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Files as arrays: a dense array with one byte in each cell, and the name, the size and the type of
 * the file as metadata. Other TileDB libraries use the same form.
 */
public class FileStore {
  private static final String DIMENSION = "position";
  private static final String ATTRIBUTE = "contents";
  private static final String SIZE = "file_size";
  private static final long KIB = 1024;
  private static final long MIB = 1024 * KIB;
  private static final int PIECE = 1 << 20;

  /** Creates an instance without state; all methods are static. */
  public FileStore() {}

  /**
   * Returns the schema of an array for a file. Large files have large tiles.
   *
   * @param uri the file, a path or URI; null if it is unknown
   */
  public static ArraySchema schemaCreate(Context ctx, @Nullable String uri) throws TileDBError {
    long size = uri == null ? 0 : fileSize(ctx, uri);
    long extent = extent(size);
    BigInteger last = BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.valueOf(extent + 2));
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_DENSE);
    Domain domain = new Domain(ctx);
    domain.addDimension(
        new Dimension<>(
            ctx, DIMENSION, Datatype.TILEDB_UINT64, new Pair<>(0L, last.longValue()), extent));
    schema.setDomain(domain);
    schema.setTileOrder(Layout.TILEDB_ROW_MAJOR);
    schema.setCellOrder(Layout.TILEDB_ROW_MAJOR);
    schema.addAttribute(new Attribute(ctx, ATTRIBUTE, Datatype.TILEDB_BLOB));
    return schema;
  }

  private static long extent(long size) {
    if (size > KIB * MIB) {
      return 100 * MIB;
    } else if (size > 100 * MIB) {
      return MIB;
    } else {
      return size > MIB ? 256 * KIB : KIB;
    }
  }

  private static long fileSize(Context ctx, String uri) throws TileDBError {
    try (VFS vfs = new VFS(ctx)) {
      return vfs.fileSize(uri);
    }
  }

  /**
   * Writes a file to an array, which must have a schema of {@link #schemaCreate}. Replaces a file
   * that the array already has. Has no effect if the file is empty.
   *
   * @param fileURI a path or URI
   * @param mimeType the type; {@link MimeType#TILEDB_MIME_AUTODETECT} means {@code
   *     application/octet-stream}, as in the native library
   */
  public static void uriImport(
      Context ctx, String filestoreArrayURI, String fileURI, MimeType mimeType) throws TileDBError {
    Calls.run(
        ctx,
        () -> {
          long size = fileSize(ctx, fileURI);
          try (VFS vfs = new VFS(ctx);
              InputStream in = vfs.read(fileURI)) {
            String file = fileURI.substring(fileURI.lastIndexOf('/') + 1);
            int dot = file.lastIndexOf('.');
            String name = dot < 0 ? file : file.substring(0, dot);
            String extension = file.substring(dot + 1);
            write(ctx, filestoreArrayURI, in, size, metadata(size, name, extension, mimeType));
          }
        });
  }

  /**
   * Writes bytes to an array, which must have a schema of {@link #schemaCreate}. Replaces a file
   * that the array already has. Does nothing if the buffer is empty.
   *
   * @param bufferSize number of bytes of the buffer
   * @param mimeType the type; see {@link #uriImport}
   */
  public static void bufferImport(
      Context ctx, String arrayUri, NativeArray buffer, long bufferSize, MimeType mimeType)
      throws TileDBError {
    Calls.run(
        ctx,
        () -> {
          ByteBuffer bytes = buffer.buffer();
          if (bufferSize < 0 || bufferSize > bytes.remaining()) {
            throw new TileDBError(
                "cannot import %d bytes of a buffer of %d"
                    .formatted(bufferSize, bytes.remaining()));
          }
          byte[] copy = new byte[(int) bufferSize];
          bytes.get(copy);
          InputStream in = new ByteArrayInputStream(copy);
          write(ctx, arrayUri, in, bufferSize, metadata(bufferSize, "", "", mimeType));
        });
  }

  private static MetadataChange metadata(
      long size, String name, String extension, MimeType mimeType) {
    return MetadataChange.builder()
        .put(SIZE, MetadataValue.ofLongs(io.azulejo.schema.Datatype.UINT64, size))
        .put("mime_encoding", MetadataValue.ofString("binary"))
        .put("mime_type", MetadataValue.ofString(name(mimeType)))
        .put("original_file_name", MetadataValue.ofString(name))
        .put("file_extension", MetadataValue.ofString(extension))
        .build();
  }

  private static String name(MimeType type) {
    return switch (type) {
      case TILEDB_MIME_PDF -> "application/pdf";
      case TILEDB_MIME_TIFF -> "image/tiff";
      case TILEDB_MIME_AUTODETECT -> "application/octet-stream";
    };
  }

  private static void write(
      Context ctx, String uri, InputStream in, long size, MetadataChange metadata)
      throws TileDBError, IOException {
    if (size == 0) {
      return;
    }
    io.azulejo.ArrayHandle array = Stored.handle(ctx, uri, null);
    io.azulejo.schema.Datatype type = contents(array.open()).type();
    ChangeOptions now = ChangeOptions.DEFAULT.at(System.currentTimeMillis());
    WriteRequest request = WriteRequest.DEFAULT.subarray(Subarray.of(DIMENSION, 0, size - 1));
    try (ArrayWriter out = array.writer(request, now)) {
      for (long done = 0; done < size; ) {
        byte[] piece = in.readNBytes((int) Math.min(PIECE, size - done));
        if (piece.length == 0) {
          throw new EOFException("the file became shorter while it was read");
        }
        Column column = new FixedColumn(ATTRIBUTE, type, 1, piece.length, piece, null);
        out.append(Batch.of(column));
        done += piece.length;
      }
      out.commit();
    }
    array.metadata().change(metadata, now);
  }

  private static io.azulejo.schema.Attribute contents(io.azulejo.Array array) throws TileDBError {
    return array
        .schema()
        .attribute(ATTRIBUTE)
        .filter(attribute -> attribute.type().size() == 1 && attribute.cellValNum() == 1)
        .orElseThrow(
            () ->
                new TileDBError(
                    "'%s' cannot hold a file; create it with the schema of schemaCreate"
                        .formatted(array.location())));
  }

  /**
   * Writes the file in an array to a local path or a URI.
   *
   * @throws TileDBError if the array contains no file, or if the file cannot be written
   */
  public static void uriExport(Context ctx, String filestoreArrayURI, String fileURI)
      throws TileDBError {
    Calls.run(
        ctx,
        () -> {
          io.azulejo.Array array = Stored.handle(ctx, filestoreArrayURI, null).open();
          long size = size(array);
          try (VFS vfs = new VFS(ctx);
              OutputStream out = vfs.write(fileURI)) {
            copy(array, 0, size, out);
          }
        });
  }

  /**
   * Returns a part of the file in an array, as a {@code byte[]}.
   *
   * @param offset position of the first byte
   * @param bufferLength number of bytes
   * @throws TileDBError if the array contains no file, or the file is shorter
   */
  public static Object bufferExport(
      Context ctx, String filestoreArrayURI, long offset, int bufferLength) throws TileDBError {
    return Calls.get(
        ctx,
        () -> {
          io.azulejo.Array array = Stored.handle(ctx, filestoreArrayURI, null).open();
          long size = size(array);
          if (offset < 0 || bufferLength < 0 || offset > size - bufferLength) {
            throw new TileDBError(
                "cannot export %d bytes from position %d on; the file has %d bytes"
                    .formatted(bufferLength, offset, size));
          }
          ByteArrayOutputStream out = new ByteArrayOutputStream(bufferLength);
          copy(array, offset, bufferLength, out);
          return out.toByteArray();
        },
        new byte[0]);
  }

  private static void copy(io.azulejo.Array array, long offset, long length, OutputStream out)
      throws IOException {
    if (length == 0) {
      return;
    }
    ReadRequest request =
        ReadRequest.ALL
            .subarray(Subarray.of(DIMENSION, offset, offset + length - 1))
            .select(ATTRIBUTE);
    try (BatchReader batches = array.read(request).batches()) {
      for (Batch batch : batches) {
        Column column = batch.column(ATTRIBUTE);
        out.write(column.array(), column.start(0), batch.rows());
      }
    }
  }

  /**
   * Returns the size of the file in an array, in bytes.
   *
   * @throws TileDBError if the array contains no file
   */
  public static long getSize(Context ctx, String filestoreURI) throws TileDBError {
    return Calls.get(ctx, () -> size(Stored.handle(ctx, filestoreURI, null).open()), 0L);
  }

  private static long size(io.azulejo.Array array) throws TileDBError {
    MetadataValue value = array.metadata().get(SIZE);
    if (value == null || value.bytes().length != Long.BYTES) {
      throw new TileDBError(
          "'%s' contains no file: its metadata has no '%s'".formatted(array.location(), SIZE));
    }
    return ByteBuffer.wrap(value.bytes()).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }
}
