package io.azulejo.storage;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store of named byte files in folders. A file is created once, written sequentially and
 * committed. After the commit its bytes never change; the file can only be read or deleted.
 * Implementations must be thread-safe. They throw the exceptions of {@code io.azulejo.error}:
 * {@code NotFoundException}, {@code AlreadyExistsException} and {@code StorageException}.
 *
 * <p>A folder exists while it contains files. A store may keep empty folders, but need not. {@link
 * #traits} describes further differences between stores.
 */
public interface Storage {
  /** A file or folder within a folder. Immutable. */
  final class Entry {
    private final String name;
    private final boolean folder;
    private final long size;

    private Entry(String name, boolean folder, long size) {
      this.name = Objects.requireNonNull(name, "name");
      this.folder = folder;
      this.size = size;
    }

    /**
     * Creates an entry for a file.
     *
     * @param name the last name of the file's path
     * @param size size of the file in bytes
     */
    public static Entry file(String name, long size) {
      return new Entry(name, false, size);
    }

    /**
     * Creates an entry for a folder.
     *
     * @param name the last name of the folder's path
     */
    public static Entry folder(String name) {
      return new Entry(name, true, 0);
    }

    /** Returns the last name of the path. */
    public String name() {
      return name;
    }

    /** Returns whether the entry is a folder. */
    public boolean folder() {
      return folder;
    }

    /** Returns the size of the file in bytes; 0 for a folder. */
    public long size() {
      return size;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Entry that
          && name.equals(that.name)
          && folder == that.folder
          && size == that.size;
    }

    @Override
    public int hashCode() {
      return Objects.hash(name, folder, size);
    }

    @Override
    public String toString() {
      return folder ? name + "/" : "%s, %d bytes".formatted(name, size);
    }
  }

  /** Returns a store of local files. Committed files survive a power failure. */
  static Storage local() {
    return local(true);
  }

  /**
   * Returns a store of local files. Symbolic links are followed, except by {@link #deleteFolder},
   * which deletes the link.
   *
   * @param durable whether commits wait until the data is on disk. If false, committed files
   *     survive a sudden end of the process. A power failure or a crash of the operating system,
   *     however, can lose any of the changes of the last seconds, in any order. Committed files may
   *     then be missing, empty, truncated or filled with zeros, even if later files that refer to
   *     them exist. An array written this way may then fail to open or return wrong data, and must
   *     be rewritten. Use false for tests and for data that can be recreated.
   */
  static Storage local(boolean durable) {
    return new LocalStorage(durable ? Durability.SYNC : Durability.NONE);
  }

  /**
   * Creates an empty store in memory. It ignores the scheme of locations, and folders exist only
   * while they contain files.
   */
  static Storage inMemory() {
    return new MemoryStorage();
  }

  /** Returns the traits of the store (default: {@link StorageTraits#OBJECTS}). */
  default StorageTraits traits() {
    return StorageTraits.OBJECTS;
  }

  /**
   * Opens a file for positional reads. The caller must close it. A store may detect only on the
   * first read that the file does not exist.
   *
   * @throws io.azulejo.error.NotFoundException if the store detects that the file does not exist
   */
  InputFile open(Location file);

  /**
   * Starts a new file and creates the folders above it. The caller must commit or close it. {@link
   * OutputFile#commit} makes it visible to others, complete and durable.
   *
   * @throws io.azulejo.error.AlreadyExistsException if the store detects that the name is taken;
   *     otherwise, the commit throws this exception
   */
  OutputFile create(Location file);

  /**
   * Commits several files created by this store in any order. Equivalent to {@link
   * OutputFile#commit} of each file, but cheaper if the store supports it. After an exception, some
   * files may be committed; the remaining ones can only be closed.
   */
  default void commit(List<OutputFile> files) {
    files.forEach(OutputFile::commit);
  }

  /**
   * Works like {@link #commit(List)}, for a store that waits for a disk but has no threads of its
   * own. Other stores ignore the second argument, which is the default.
   *
   * @param concurrently runs independent actions, possibly in several threads. It returns when all
   *     have ended, and throws the exception of a failed action; the others may then not have run.
   */
  default void commit(List<OutputFile> files, Consumer<List<Runnable>> concurrently) {
    commit(files);
  }

  /**
   * Creates a file atomically: it appears complete and durable, or not at all. If several callers
   * use the same name, exactly one succeeds. After a normal return, the file exists. After an
   * exception, the state depends on its type:
   *
   * <ul>
   *   <li>{@code AlreadyExistsException}: Another caller has taken the name, and nothing was
   *       changed. A store that retries requests must not report its own earlier success this way.
   *   <li>{@code StorageException} with {@link io.azulejo.error.StorageException#withoutEffect}:
   *       Nothing was changed, and nothing will appear later.
   *   <li>Any other {@code StorageException}: The file may exist and be visible, but perhaps not
   *       durable. If the response of a remote store was lost, the file may still appear later. In
   *       a local store nothing is pending: the result of {@link #find} is final, and a file that
   *       was visible is never removed.
   *   <li>Any other exception ({@code InvalidRequestException} for an invalid name, or an error of
   *       the JDK before the request): Nothing was changed.
   * </ul>
   *
   * <p>In all cases, folders above the file may have been created. A temporary file is always
   * removed, unless the process was killed.
   *
   * @param content the bytes of the file
   * @throws io.azulejo.error.AlreadyExistsException if the name is taken
   */
  void createExclusive(Location file, byte[] content);

  /**
   * Lists the files and folders directly in a folder.
   *
   * @return the entries ordered by name; empty if the folder does not exist
   */
  List<Entry> list(Location folder);

  /**
   * Lists the names of the files and folders directly in a folder. Cheaper than {@link #list} if
   * the store must query the size of each file.
   *
   * @return the names in order; empty if the folder does not exist
   */
  default List<String> names(Location folder) {
    return list(folder).stream().map(Entry::name).toList();
  }

  /**
   * Lists the files of a folder and its subfolders, if the store can do so with a single request.
   *
   * @param after path of a file relative to the folder; only later files are listed, ordered by the
   *     bytes of their paths; an empty string starts with the first file
   * @return all files, or the first ones if there are too many; empty if the store must list folder
   *     by folder
   */
  default Optional<FileTree> tree(Location folder, String after) {
    return Optional.empty();
  }

  /** Returns the file or folder at a location, or empty if it does not exist. */
  Optional<Entry> find(Location fileOrFolder);

  /**
   * Returns the file at a location, or empty if it does not exist. Implementations need not find
   * folders, so a store without folders needs only one request.
   */
  default Optional<Entry> findFile(Location file) {
    return find(file);
  }

  /**
   * Resolves the symbolic links at and above a folder. Two locations refer to the same folder if
   * the results are equal. Stores without links return the location unchanged.
   *
   * @throws io.azulejo.error.NotFoundException if a store with links does not contain the folder
   */
  default Location resolveLinks(Location folder) {
    return folder;
  }

  /**
   * Returns the time of the last write to a file.
   *
   * @return milliseconds since 1970 by the store's clock, which for local files is the clock of the
   *     machine that wrote them; empty if the file does not exist or the store keeps no times
   */
  default OptionalLong modified(Location file) {
    return OptionalLong.empty();
  }

  /**
   * Returns the current time for computing the age of files. It is measured by the same clock as
   * {@link #modified}. Stores that do not report their time use the clock of this machine.
   *
   * @return milliseconds since 1970
   */
  default long now() {
    return System.currentTimeMillis();
  }

  /**
   * Deletes a file. After a normal return, the file does not exist and the deletion is durable,
   * even if another caller deleted it. After an exception, the file may exist, be gone, or
   * reappear.
   */
  void delete(Location file);

  /**
   * Deletes several files in any order. Cheaper than single deletions if the store supports it.
   * After an exception, some files may still exist.
   */
  default void delete(List<Location> files) {
    files.forEach(this::delete);
  }

  /**
   * Deletes a folder recursively. Does nothing if it does not exist. The deletion is not atomic:
   * concurrent readers may see some of the files, and some may remain after an exception or a
   * crash.
   */
  void deleteFolder(Location folder);

  /** Deletes a folder if it is empty and the store keeps empty folders. Otherwise, does nothing. */
  default void deleteEmptyFolder(Location folder) {}

  /**
   * Appends the content of a file of this store to a new file of any store. Does not commit the new
   * file.
   *
   * @throws io.azulejo.error.NotFoundException if the source file does not exist
   */
  default void copy(Location from, OutputFile to) {
    try (InputFile in = open(from)) {
      long size = in.size();
      int most = traits().readsFast() ? 1 << 20 : traits().maxRange();
      byte[] piece = new byte[(int) Math.min(size, most)];
      int length;
      for (long position = 0; position < size; position += length) {
        length = (int) Math.min(piece.length, size - position);
        in.read(position, piece, 0, length);
        to.write(piece, 0, length);
      }
    }
  }

  /**
   * Copies a file within the store without transferring its bytes, if the store supports it. The
   * copy appears complete or not at all.
   *
   * @return true if the file was copied; false if nothing was done
   * @throws io.azulejo.error.NotFoundException if the source file does not exist
   * @throws io.azulejo.error.AlreadyExistsException if the store detects that the new name is
   *     taken; nothing was done
   */
  default boolean tryCopy(Location from, Location to) {
    return false;
  }

  /**
   * Renames a file, or a folder with its contents, atomically and durably, if the store supports
   * it. Most stores do not; the caller must then copy and delete the files. After a {@code
   * StorageException} with {@link io.azulejo.error.StorageException#withoutEffect}, the source is
   * unchanged. After any other {@code StorageException}, it is complete in one of the two places.
   *
   * @return true if it was moved; false if nothing was done
   * @throws io.azulejo.error.NotFoundException if the source does not exist
   * @throws io.azulejo.error.AlreadyExistsException if the new name is taken
   */
  default boolean tryMove(Location from, Location to) {
    return false;
  }

  /**
   * Lists the incomplete multipart uploads in a folder and its subfolders. Stores without uploads
   * that listings hide return an empty list, which is the default.
   */
  default List<IncompleteUpload> incompleteUploads(Location folder) {
    return List.of();
  }

  /**
   * Aborts an upload and deletes its data, so that it cannot be completed. Does nothing if the
   * upload has already been completed or aborted.
   *
   * @param file an upload that {@link #incompleteUploads} returned
   */
  default void abortUpload(IncompleteUpload file) {}

  /**
   * Releases connections and threads. Later operations fail. Closing the store twice has no effect.
   * An engine closes the stores that it created, but not stores passed to it.
   */
  default void close() {}
}
