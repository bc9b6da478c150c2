package io.azulejo;

import io.azulejo.storage.Location;
import java.io.InputStream;
import java.io.OutputStream;
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
   * Name, type and size of the file that is stored as an array.
   *
   * @throws io.azulejo.error.NotFoundException if there is no array
   * @throws io.azulejo.error.InvalidRequestException if there is no file in the array
   */
  public StoredFile describe(Location array, OpenOptions options) {
    return new FileArray(azulejo, array).describe(options);
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
}
