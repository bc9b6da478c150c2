package io.tiledb.java.api;

import io.azulejo.ChangeOptions;
import io.azulejo.FileArrays;
import io.azulejo.OpenOptions;
import io.azulejo.StoredFile;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Files as arrays: a dense array with one byte in each cell, and the name, the size and the type of
 * the file as metadata. Other TileDB libraries use the same form.
 */
public class FileStore {
  /** Creates an instance without state; all methods are static. */
  public FileStore() {}

  /**
   * Returns the schema of an array for a file. Large files have large tiles.
   *
   * @param uri the file, a path or URI; null if it is unknown
   */
  public static ArraySchema schemaCreate(Context ctx, @Nullable String uri) throws TileDBError {
    long size = uri == null ? 0 : fileSize(ctx, uri);
    return new ArraySchema(ctx, FileArrays.schema(size));
  }

  private static long fileSize(Context ctx, String uri) throws TileDBError {
    try (VFS vfs = new VFS(ctx)) {
      return vfs.fileSize(uri);
    }
  }

  /** Returns the file operations, with the configured key for an array. */
  private static FileArrays files(Context ctx, String array) throws TileDBError {
    return Stored.engine(ctx, array, null).files();
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
    long size = fileSize(ctx, fileURI);
    if (size == 0) {
      return;
    }
    String name = fileURI.substring(fileURI.lastIndexOf('/') + 1);
    StoredFile file = StoredFile.of(name, name(mimeType), size);
    Calls.run(
        ctx,
        () -> {
          try (VFS vfs = new VFS(ctx);
              InputStream in = vfs.read(fileURI)) {
            files(ctx, filestoreArrayURI)
                .replaceFile(filestoreArrayURI, in, file, ChangeOptions.DEFAULT);
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
          if (bufferSize > 0) {
            files(ctx, arrayUri)
                .replaceFile(
                    arrayUri,
                    bytes.slice(bytes.position(), (int) bufferSize),
                    "",
                    Optional.of(name(mimeType)),
                    ChangeOptions.DEFAULT);
          }
        });
  }

  private static String name(MimeType type) {
    return switch (type) {
      case TILEDB_MIME_PDF -> "application/pdf";
      case TILEDB_MIME_TIFF -> "image/tiff";
      case TILEDB_MIME_AUTODETECT -> "application/octet-stream";
    };
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
          FileArrays files = files(ctx, filestoreArrayURI);
          // Fails before the target is created.
          files.describe(filestoreArrayURI, OpenOptions.DEFAULT);
          try (VFS vfs = new VFS(ctx);
              OutputStream out = vfs.write(fileURI)) {
            files.exportFile(filestoreArrayURI, out, OpenOptions.DEFAULT);
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
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          files(ctx, filestoreArrayURI)
              .exportFile(filestoreArrayURI, out, offset, bufferLength, OpenOptions.DEFAULT);
          return out.toByteArray();
        },
        new byte[0]);
  }

  /**
   * Returns the size of the file in an array, in bytes.
   *
   * @throws TileDBError if the array contains no file
   */
  public static long getSize(Context ctx, String filestoreURI) throws TileDBError {
    return Calls.get(
        ctx, () -> files(ctx, filestoreURI).describe(filestoreURI, OpenOptions.DEFAULT).size(), 0L);
  }
}
