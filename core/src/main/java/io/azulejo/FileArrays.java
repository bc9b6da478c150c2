package io.azulejo;

import io.azulejo.storage.Location;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
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
}
