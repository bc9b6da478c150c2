package io.azulejo.storage;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A store of named byte files in folders. A file is created once, written sequentially and
 * committed; afterwards its bytes never change, and it can only be read or deleted. Implementations
 * must be thread-safe. They throw the exceptions of {@code io.azulejo.error}: {@code
 * NotFoundException}, {@code AlreadyExistsException}, {@code StorageException}.
 *
 * <p>Folders exist while they contain files; a store may keep empty folders, but need not. {@link
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
     * Returns a file.
     *
     * @param name the last name of its path
     * @param size its size in bytes
     */
    public static Entry file(String name, long size) {
      return new Entry(name, false, size);
    }

    /**
     * Returns a folder.
     *
     * @param name the last name of its path
     */
    public static Entry folder(String name) {
      return new Entry(name, true, 0);
    }

    /** Returns the last name of the path. */
    public String name() {
      return name;
    }

    /** Returns whether it is a folder. */
    public boolean folder() {
      return folder;
    }

    /** Returns its size in bytes; 0 for a folder. */
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

  /** Returns a store of local files; committed files survive a power failure. */
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
   * Returns a new, empty store in memory that ignores the scheme of locations. Folders exist only
   * while they contain files.
   */
  static Storage inMemory() {
    return new MemoryStorage();
  }

  /** Returns the traits of the store; default: {@link StorageTraits#OBJECTS}. */
  default StorageTraits traits() {
    return StorageTraits.OBJECTS;
  }

  /**
   * Opens a file for positional reads. A lazy store may report a missing file on the first read
   * instead.
   *
   * @throws io.azulejo.error.NotFoundException if the file does not exist
   */
  InputFile open(Location file);

  /**
   * Starts a new file and creates the folders above it. It becomes visible to others, complete and
   * durable, with {@link OutputFile#commit}.
   *
   * @throws io.azulejo.error.AlreadyExistsException if the name is taken and the store knows it
   *     already; otherwise the commit throws it
   */
  OutputFile create(Location file);

  /**
   * Commits several files created by this store, like {@link OutputFile#commit} of each in any
   * order, but cheaper if the store can. After an exception some files may be committed; the
   * remaining ones can only be closed.
   */
  default void commit(List<OutputFile> files) {
    files.forEach(OutputFile::commit);
  }

  /**
   * Creates a file atomically: it appears complete and durable, or not at all. If several callers
   * use the same name, one succeeds. After a normal return the file exists. After an exception:
   *
   * <ul>
   *   <li>{@code AlreadyExistsException}: the name was taken by another caller, and nothing was
   *       done. A store that retries requests must not report its own earlier success this way.
   *   <li>{@code StorageException} with {@link io.azulejo.error.StorageException#withoutEffect}:
   *       nothing was done, and nothing will appear later.
   *   <li>Any other {@code StorageException}: the file may exist and be visible, though perhaps not
   *       durable. If the answer of a remote store was lost, the file may still appear later. In a
   *       local store nothing is pending: the result of {@link #find} is final, and a file that was
   *       visible is never removed.
   *   <li>Anything else ({@code InvalidRequestException} for an invalid name, or an error of the
   *       JDK before the request): nothing was done.
   * </ul>
   *
   * <p>Folders above the file may have been created in any case. A temporary file is removed in any
   * case, unless the process was killed.
   *
   * @throws io.azulejo.error.AlreadyExistsException if the name is taken
   */
  void createExclusive(Location file, byte[] content);

  /**
   * Lists the files and folders directly in a folder, ordered by name; empty if the folder does not
   * exist.
   */
  List<Entry> list(Location folder);

  /**
   * Lists the names directly in a folder, in order; empty if the folder does not exist. Cheaper
   * than {@link #list} if the store has to query the size of each file.
   */
  default List<String> names(Location folder) {
    return list(folder).stream().map(Entry::name).toList();
  }

  /**
   * Lists the files of a folder and its subfolders if one request can: all files, or the first ones
   * if there are too many. Empty if the store has to list folder by folder.
   *
   * @param after path of a file in the tree; only later files are listed, in the order of the bytes
   *     of their paths; empty to start with the first
   */
  default Optional<FileTree> tree(Location folder, String after) {
    return Optional.empty();
  }

  /** Returns the file or folder at a location, if it exists. */
  Optional<Entry> find(Location fileOrFolder);

  /**
   * Returns the file at a location, if it exists. Folders need not be found, so stores without
   * folders need only one request.
   */
  default Optional<Entry> findFile(Location file) {
    return find(file);
  }

  /**
   * Resolves symbolic links at and above a folder. Two names lead to the same folder if the results
   * are equal. Stores without links return the folder unchanged.
   *
   * @throws io.azulejo.error.NotFoundException if a store with links does not find the folder
   */
  default Location resolveLinks(Location folder) {
    return folder;
  }

  /**
   * Returns the time of the last write to a file, in milliseconds since 1970 by the store's clock.
   * For local files this is the clock of the machine that wrote them. Empty if the file does not
   * exist or the store keeps no times.
   */
  default OptionalLong modified(Location file) {
    return OptionalLong.empty();
  }

  /**
   * Returns the current time by the clock of {@link #modified}, in milliseconds since 1970, for
   * computing ages. Stores that do not report their time use this machine's clock.
   */
  default long now() {
    return System.currentTimeMillis();
  }

  /**
   * Deletes a file. After a normal return it does not exist, durably, even if another caller
   * deleted it. After an exception it may exist, be gone, or reappear.
   */
  void delete(Location file);

  /**
   * Deletes several files in any order, cheaper than one by one if the store can. After an
   * exception some may still exist.
   */
  default void delete(List<Location> files) {
    files.forEach(this::delete);
  }

  /**
   * Deletes a folder recursively; does nothing if it does not exist. The deletion is not atomic:
   * concurrent readers may see any of its files, also after an exception or a crash.
   */
  void deleteFolder(Location folder);

  /** Deletes a folder if it is empty and the store keeps empty folders; otherwise does nothing. */
  default void deleteEmptyFolder(Location folder) {}

  /**
   * Appends a file of this store to a new file of any store.
   *
   * @throws io.azulejo.error.NotFoundException if the file does not exist
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
   * Copies a file within the store without transferring its bytes, if the store can. The copy
   * appears complete or not at all. If the store notices that the name is taken, it does nothing.
   *
   * @return whether the file was copied; if not, nothing was done
   * @throws io.azulejo.error.NotFoundException if the file does not exist
   * @throws io.azulejo.error.AlreadyExistsException if the new name is taken
   */
  default boolean tryCopy(Location from, Location to) {
    return false;
  }

  /**
   * Renames a file, or a folder with its contents, atomically and durably, if the store can. Most
   * stores cannot; copy and delete the files there. If a {@code StorageException} has {@link
   * io.azulejo.error.StorageException#withoutEffect}, the source is where it was; otherwise it is
   * complete in one of the two places.
   *
   * @return whether it was moved; if not, nothing was done
   * @throws io.azulejo.error.NotFoundException if the source does not exist
   * @throws io.azulejo.error.AlreadyExistsException if the new name is taken
   */
  default boolean tryMove(Location from, Location to) {
    return false;
  }

  /**
   * Lists the incomplete multipart uploads of a folder and its subfolders, if listings of the store
   * hide them. Default: none.
   */
  default List<IncompleteUpload> incompleteUploads(Location folder) {
    return List.of();
  }

  /**
   * Aborts an upload and deletes its data, so that it cannot be completed; does nothing if it was
   * completed or aborted in the meantime.
   *
   * @param file a result of {@link #incompleteUploads}
   */
  default void abortUpload(IncompleteUpload file) {}

  /**
   * Releases connections and threads. An engine closes the stores that it created, not those passed
   * to it. Closing twice does nothing; later operations fail.
   */
  default void close() {}
}
