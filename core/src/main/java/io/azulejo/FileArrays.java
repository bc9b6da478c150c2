package io.azulejo;

import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The operations that store files as arrays, with their names and types, and read them back. Safe
 * for use by several threads.
 */
public final class FileArrays {
  private final Azulejo azulejo;

  FileArrays(Azulejo azulejo) {
    this.azulejo = azulejo;
  }

  /**
   * Returns the schema of an array for a file. Other engines that know the convention create the
   * same schema. Larger files have larger tiles, but an array can contain a file of any size.
   *
   * @param size the size of the file in bytes; 0 if it is unknown
   */
  public static ArraySchema schema(long size) {
    return FileConvention.schema(size);
  }

  /**
   * Stores a local file in an array, which must be new or empty. Other engines that know the
   * convention can read the contents, the name and the type of the file.
   *
   * @param array the location of the array, which is created if it does not exist
   * @param file the local file
   * @param mimeType the MIME type, such as {@code image/png}; if empty, it is derived from the
   *     file's extension
   * @return the name, type and size that were stored
   * @throws io.azulejo.error.AlreadyExistsException if the array already contains a file
   * @throws io.azulejo.error.InvalidRequestException if the array does not have the schema of a
   *     file
   * @throws io.azulejo.error.StorageException if the file cannot be read
   */
  public StoredFile importFile(
      Location array, Path file, Optional<String> mimeType, CreateOptions options) {
    return new FileArray(azulejo, array).write(file, mimeType, options);
  }

  /** Calls {@link #importFile(Location, Path, Optional, CreateOptions)} with a path or URI. */
  public StoredFile importFile(
      String array, Path file, Optional<String> mimeType, CreateOptions options) {
    return importFile(Location.of(array), file, mimeType, options);
  }

  /** Calls {@link #importFile(Location, Path, Optional, CreateOptions)} with a local path. */
  public StoredFile importFile(
      Path array, Path file, Optional<String> mimeType, CreateOptions options) {
    return importFile(Location.of(array), file, mimeType, options);
  }

  /** Calls {@link #importFile(Location, Path, Optional, CreateOptions)} with a URI. */
  public StoredFile importFile(
      URI array, Path file, Optional<String> mimeType, CreateOptions options) {
    return importFile(Location.of(array), file, mimeType, options);
  }

  /**
   * Stores a file from a stream; see {@link #importFile(Location, Path, Optional, CreateOptions)}.
   * Reads exactly as many bytes as the size of the file, and does not close the stream.
   *
   * @param in the contents of the file
   * @param file the name, type and size of the file
   * @throws io.azulejo.error.InvalidRequestException also if the stream has fewer bytes than the
   *     size
   */
  public StoredFile importFile(
      Location array, InputStream in, StoredFile file, CreateOptions options) {
    return new FileArray(azulejo, array).write(in, file, options);
  }

  /**
   * Calls {@link #importFile(Location, InputStream, StoredFile, CreateOptions)} with a path or URI.
   */
  public StoredFile importFile(
      String array, InputStream in, StoredFile file, CreateOptions options) {
    return importFile(Location.of(array), in, file, options);
  }

  /**
   * Calls {@link #importFile(Location, InputStream, StoredFile, CreateOptions)} with a local path.
   */
  public StoredFile importFile(Path array, InputStream in, StoredFile file, CreateOptions options) {
    return importFile(Location.of(array), in, file, options);
  }

  /** Calls {@link #importFile(Location, InputStream, StoredFile, CreateOptions)} with a URI. */
  public StoredFile importFile(URI array, InputStream in, StoredFile file, CreateOptions options) {
    return importFile(Location.of(array), in, file, options);
  }

  /**
   * Stores the remaining bytes of a buffer as a file; see {@link #importFile(Location, Path,
   * Optional, CreateOptions)}. The position of the buffer does not change.
   *
   * @param contents the contents of the file
   * @param name the file name, with its extension
   * @param mimeType the MIME type; if empty, it is derived from the extension
   */
  public StoredFile importFile(
      Location array,
      ByteBuffer contents,
      String name,
      Optional<String> mimeType,
      CreateOptions options) {
    return new FileArray(azulejo, array).write(contents, name, mimeType, options);
  }

  /**
   * Calls {@link #importFile(Location, ByteBuffer, String, Optional, CreateOptions)} with a path or
   * URI.
   */
  public StoredFile importFile(
      String array,
      ByteBuffer contents,
      String name,
      Optional<String> mimeType,
      CreateOptions options) {
    return importFile(Location.of(array), contents, name, mimeType, options);
  }

  /**
   * Calls {@link #importFile(Location, ByteBuffer, String, Optional, CreateOptions)} with a local
   * path.
   */
  public StoredFile importFile(
      Path array,
      ByteBuffer contents,
      String name,
      Optional<String> mimeType,
      CreateOptions options) {
    return importFile(Location.of(array), contents, name, mimeType, options);
  }

  /**
   * Calls {@link #importFile(Location, ByteBuffer, String, Optional, CreateOptions)} with a URI.
   */
  public StoredFile importFile(
      URI array,
      ByteBuffer contents,
      String name,
      Optional<String> mimeType,
      CreateOptions options) {
    return importFile(Location.of(array), contents, name, mimeType, options);
  }

  /**
   * Stores a file from a stream in an existing array, and replaces the file that the array
   * contains. Reads exactly as many bytes as the size of the file, and does not close the stream.
   *
   * <p>The contents and the description are two commits with the same timestamp, in this order. A
   * reader that opens the array between the two finds the new contents with the size of the
   * replaced file. If the call fails between the two, repeat it.
   *
   * @param array the location of the array; see {@link #schema}
   * @param in the contents of the file
   * @param file the name, type and size of the file
   * @return the argument {@code file}
   * @throws io.azulejo.error.NotFoundException if the array does not exist
   * @throws io.azulejo.error.InvalidRequestException if the array does not have the schema of a
   *     file, or if the stream has fewer bytes than the size
   * @throws io.azulejo.error.StorageException if the stream cannot be read
   */
  public StoredFile replaceFile(
      Location array, InputStream in, StoredFile file, ChangeOptions options) {
    return new FileArray(azulejo, array).replace(in, file, options);
  }

  /**
   * Calls {@link #replaceFile(Location, InputStream, StoredFile, ChangeOptions)} with a path or
   * URI.
   */
  public StoredFile replaceFile(
      String array, InputStream in, StoredFile file, ChangeOptions options) {
    return replaceFile(Location.of(array), in, file, options);
  }

  /**
   * Calls {@link #replaceFile(Location, InputStream, StoredFile, ChangeOptions)} with a local path.
   */
  public StoredFile replaceFile(
      Path array, InputStream in, StoredFile file, ChangeOptions options) {
    return replaceFile(Location.of(array), in, file, options);
  }

  /** Calls {@link #replaceFile(Location, InputStream, StoredFile, ChangeOptions)} with a URI. */
  public StoredFile replaceFile(URI array, InputStream in, StoredFile file, ChangeOptions options) {
    return replaceFile(Location.of(array), in, file, options);
  }

  /**
   * Stores the remaining bytes of a buffer in an existing array, and replaces the file that the
   * array contains; see {@link #replaceFile(Location, InputStream, StoredFile, ChangeOptions)}. The
   * position of the buffer does not change.
   *
   * @param contents the contents of the file
   * @param name the file name, with its extension
   * @param mimeType the MIME type; if empty, it is derived from the extension
   */
  public StoredFile replaceFile(
      Location array,
      ByteBuffer contents,
      String name,
      Optional<String> mimeType,
      ChangeOptions options) {
    return new FileArray(azulejo, array).replace(contents, name, mimeType, options);
  }

  /**
   * Calls {@link #replaceFile(Location, ByteBuffer, String, Optional, ChangeOptions)} with a path
   * or URI.
   */
  public StoredFile replaceFile(
      String array,
      ByteBuffer contents,
      String name,
      Optional<String> mimeType,
      ChangeOptions options) {
    return replaceFile(Location.of(array), contents, name, mimeType, options);
  }

  /**
   * Calls {@link #replaceFile(Location, ByteBuffer, String, Optional, ChangeOptions)} with a local
   * path.
   */
  public StoredFile replaceFile(
      Path array,
      ByteBuffer contents,
      String name,
      Optional<String> mimeType,
      ChangeOptions options) {
    return replaceFile(Location.of(array), contents, name, mimeType, options);
  }

  /**
   * Calls {@link #replaceFile(Location, ByteBuffer, String, Optional, ChangeOptions)} with a URI.
   */
  public StoredFile replaceFile(
      URI array,
      ByteBuffer contents,
      String name,
      Optional<String> mimeType,
      ChangeOptions options) {
    return replaceFile(Location.of(array), contents, name, mimeType, options);
  }

  /**
   * Returns the name, type and size of the file in an array.
   *
   * @throws io.azulejo.error.NotFoundException if the array does not exist
   * @throws io.azulejo.error.InvalidRequestException if the array does not contain a file
   */
  public StoredFile describe(Location array, OpenOptions options) {
    return new FileArray(azulejo, array).describe(options);
  }

  /** Calls {@link #describe(Location, OpenOptions)} with a path or URI. */
  public StoredFile describe(String array, OpenOptions options) {
    return describe(Location.of(array), options);
  }

  /** Calls {@link #describe(Location, OpenOptions)} with a local path. */
  public StoredFile describe(Path array, OpenOptions options) {
    return describe(Location.of(array), options);
  }

  /** Calls {@link #describe(Location, OpenOptions)} with a URI. */
  public StoredFile describe(URI array, OpenOptions options) {
    return describe(Location.of(array), options);
  }

  /**
   * Writes the contents of the file in an array to a stream.
   *
   * @param out the target, which is not closed
   * @return the name, type and size of the file
   * @throws io.azulejo.error.NotFoundException if the array does not exist
   * @throws io.azulejo.error.InvalidRequestException if the array does not contain a file
   * @throws io.azulejo.error.StorageException if the stream cannot be written
   */
  public StoredFile exportFile(Location array, OutputStream out, OpenOptions options) {
    return new FileArray(azulejo, array).read(out, options);
  }

  /** Calls {@link #exportFile(Location, OutputStream, OpenOptions)} with a path or URI. */
  public StoredFile exportFile(String array, OutputStream out, OpenOptions options) {
    return exportFile(Location.of(array), out, options);
  }

  /** Calls {@link #exportFile(Location, OutputStream, OpenOptions)} with a local path. */
  public StoredFile exportFile(Path array, OutputStream out, OpenOptions options) {
    return exportFile(Location.of(array), out, options);
  }

  /** Calls {@link #exportFile(Location, OutputStream, OpenOptions)} with a URI. */
  public StoredFile exportFile(URI array, OutputStream out, OpenOptions options) {
    return exportFile(Location.of(array), out, options);
  }

  /**
   * Writes a part of the file in an array to a stream; see {@link #exportFile(Location,
   * OutputStream, OpenOptions)}.
   *
   * @param offset the offset of the first byte, at least 0
   * @param length the number of bytes, at least 0
   * @return the name, type and size of the whole file
   * @throws io.azulejo.error.InvalidRequestException also if the file ends before the part
   */
  public StoredFile exportFile(
      Location array, OutputStream out, long offset, long length, OpenOptions options) {
    return new FileArray(azulejo, array).read(out, offset, length, options);
  }

  /**
   * Calls {@link #exportFile(Location, OutputStream, long, long, OpenOptions)} with a path or URI.
   */
  public StoredFile exportFile(
      String array, OutputStream out, long offset, long length, OpenOptions options) {
    return exportFile(Location.of(array), out, offset, length, options);
  }

  /**
   * Calls {@link #exportFile(Location, OutputStream, long, long, OpenOptions)} with a local path.
   */
  public StoredFile exportFile(
      Path array, OutputStream out, long offset, long length, OpenOptions options) {
    return exportFile(Location.of(array), out, offset, length, options);
  }

  /** Calls {@link #exportFile(Location, OutputStream, long, long, OpenOptions)} with a URI. */
  public StoredFile exportFile(
      URI array, OutputStream out, long offset, long length, OpenOptions options) {
    return exportFile(Location.of(array), out, offset, length, options);
  }

  /**
   * Fills a buffer with a part of the file in an array. The part has as many bytes as the buffer
   * has remaining. Afterwards, the position of the buffer is its limit. If the read fails, the
   * contents of the buffer are undefined.
   *
   * @param target receives the bytes
   * @param offset the offset of the first byte, at least 0
   * @return the name, type and size of the whole file
   * @throws io.azulejo.error.NotFoundException if the array does not exist
   * @throws io.azulejo.error.InvalidRequestException if the array does not contain a file, if the
   *     file ends before the part, or if the buffer is read-only
   */
  public StoredFile exportFile(
      Location array, ByteBuffer target, long offset, OpenOptions options) {
    return new FileArray(azulejo, array).read(target, offset, options);
  }

  /** Calls {@link #exportFile(Location, ByteBuffer, long, OpenOptions)} with a path or URI. */
  public StoredFile exportFile(String array, ByteBuffer target, long offset, OpenOptions options) {
    return exportFile(Location.of(array), target, offset, options);
  }

  /** Calls {@link #exportFile(Location, ByteBuffer, long, OpenOptions)} with a local path. */
  public StoredFile exportFile(Path array, ByteBuffer target, long offset, OpenOptions options) {
    return exportFile(Location.of(array), target, offset, options);
  }

  /** Calls {@link #exportFile(Location, ByteBuffer, long, OpenOptions)} with a URI. */
  public StoredFile exportFile(URI array, ByteBuffer target, long offset, OpenOptions options) {
    return exportFile(Location.of(array), target, offset, options);
  }
}
