package io.azulejo;

import io.azulejo.storage.Location;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files that are stored as arrays, with their names and types. As safe for use by many threads as
 * the engine that gives it out.
 */
public final class FileArrays {
  private final Azulejo azulejo;

  FileArrays(Azulejo azulejo) {
    this.azulejo = azulejo;
  }

  /**
   * Stores a local file as an array, which is created unless it is there and empty. Others who know
   * the convention can get the file back, with its name and type.
   *
   * @param mimeType such as {@code image/png}; empty for the one that the name's ending stands for
   * @return name, type and size as they were stored
   * @throws io.azulejo.error.AlreadyExistsException if the array holds a file
   * @throws io.azulejo.error.InvalidRequestException if there is another kind of array
   */
  public StoredFile importFile(
      Location array, Path file, Optional<String> mimeType, CreateOptions options) {
    return new FileArray(azulejo, array).write(file, mimeType, options);
  }

  /** See {@link #importFile(Location, Path, Optional, CreateOptions)}; for a path or URI. */
  public StoredFile importFile(
      String array, Path file, Optional<String> mimeType, CreateOptions options) {
    return importFile(Location.of(array), file, mimeType, options);
  }

  /** See {@link #importFile(Location, Path, Optional, CreateOptions)}; for a local path. */
  public StoredFile importFile(
      Path array, Path file, Optional<String> mimeType, CreateOptions options) {
    return importFile(Location.of(array), file, mimeType, options);
  }

  /** See {@link #importFile(Location, Path, Optional, CreateOptions)}; for a URI. */
  public StoredFile importFile(
      URI array, Path file, Optional<String> mimeType, CreateOptions options) {
    return importFile(Location.of(array), file, mimeType, options);
  }

  /**
   * As {@link #importFile(Location, Path, Optional, CreateOptions)}, from a stream, which is read
   * as far as the file goes, and not closed.
   *
   * @param file what is known of it; the stream has at least that many bytes
   */
  public StoredFile importFile(
      Location array, InputStream in, StoredFile file, CreateOptions options) {
    return new FileArray(azulejo, array).write(in, file, options);
  }

  /**
   * See {@link #importFile(Location, InputStream, StoredFile, CreateOptions)}; for a path or URI.
   */
  public StoredFile importFile(
      String array, InputStream in, StoredFile file, CreateOptions options) {
    return importFile(Location.of(array), in, file, options);
  }

  /**
   * See {@link #importFile(Location, InputStream, StoredFile, CreateOptions)}; for a local path.
   */
  public StoredFile importFile(Path array, InputStream in, StoredFile file, CreateOptions options) {
    return importFile(Location.of(array), in, file, options);
  }

  /** See {@link #importFile(Location, InputStream, StoredFile, CreateOptions)}; for a URI. */
  public StoredFile importFile(URI array, InputStream in, StoredFile file, CreateOptions options) {
    return importFile(Location.of(array), in, file, options);
  }

  /**
   * Name, type and size of the file that is stored as an array.
   *
   * @throws io.azulejo.error.NotFoundException if there is no array
   * @throws io.azulejo.error.InvalidRequestException if there is no file in the array
   */
  public StoredFile describe(Location array, OpenOptions options) {
    return new FileArray(azulejo, array).describe(options);
  }

  /** See {@link #describe(Location, OpenOptions)}; for a path or URI. */
  public StoredFile describe(String array, OpenOptions options) {
    return describe(Location.of(array), options);
  }

  /** See {@link #describe(Location, OpenOptions)}; for a local path. */
  public StoredFile describe(Path array, OpenOptions options) {
    return describe(Location.of(array), options);
  }

  /** See {@link #describe(Location, OpenOptions)}; for a URI. */
  public StoredFile describe(URI array, OpenOptions options) {
    return describe(Location.of(array), options);
  }

  /**
   * Writes the bytes of a file that is stored as an array to a stream.
   *
   * @param out is not closed
   * @return name, type and size of the file
   * @throws io.azulejo.error.NotFoundException if there is no array
   * @throws io.azulejo.error.InvalidRequestException if there is no file in the array
   */
  public StoredFile exportFile(Location array, OutputStream out, OpenOptions options) {
    return new FileArray(azulejo, array).read(out, options);
  }

  /** See {@link #exportFile(Location, OutputStream, OpenOptions)}; for a path or URI. */
  public StoredFile exportFile(String array, OutputStream out, OpenOptions options) {
    return exportFile(Location.of(array), out, options);
  }

  /** See {@link #exportFile(Location, OutputStream, OpenOptions)}; for a local path. */
  public StoredFile exportFile(Path array, OutputStream out, OpenOptions options) {
    return exportFile(Location.of(array), out, options);
  }

  /** See {@link #exportFile(Location, OutputStream, OpenOptions)}; for a URI. */
  public StoredFile exportFile(URI array, OutputStream out, OpenOptions options) {
    return exportFile(Location.of(array), out, options);
  }
}
