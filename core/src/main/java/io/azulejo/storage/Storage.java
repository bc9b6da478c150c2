package io.azulejo.storage;

import java.util.List;
import java.util.Optional;

/**
 * A store of named byte files in folders. A file is created once, written front to back, committed,
 * and from then on only read or deleted; its bytes never change. Implementations are safe for use
 * by many threads and speak the exceptions of {@code io.azulejo.error}: {@code NotFoundException},
 * {@code AlreadyExistsException}, {@code StorageException}.
 *
 * <p>Folders exist as far as files are in them; a store may, but need not, know empty ones.
 */
public interface Storage {
  /**
   * A file or folder within a folder.
   *
   * @param name its last name
   * @param folder whether it is a folder
   * @param size its bytes; 0 for a folder
   */
  record Entry(String name, boolean folder, long size) {}

  /**
   * Opens a file for positional reads. May be lazy: a file that is not there is reported here or by
   * the first read.
   *
   * @throws io.azulejo.error.NotFoundException if there is no such file
   */
  InputFile open(Location file);

  /**
   * Begins a new file, with the folders above it. It is visible to others, whole and durable, after
   * {@link OutputFile#commit}.
   *
   * @throws io.azulejo.error.AlreadyExistsException if the name is taken
   */
  OutputFile create(Location file);

  /**
   * Creates a file in one act: it appears whole and durable or not at all, and of several callers
   * with one name one wins.
   *
   * @throws io.azulejo.error.AlreadyExistsException if the name is taken
   */
  void createExclusive(Location file, byte[] content);

  /** What lies directly in a folder, by name; nothing when there is no such folder. */
  List<Entry> list(Location folder);

  /**
   * The names of what lies directly in a folder, in order; nothing when there is no such folder.
   * Where a store has to look at each file to tell its size, this is cheaper than {@link #list}.
   */
  default List<String> names(Location folder) {
    return list(folder).stream().map(Entry::name).toList();
  }

  /** The file or folder of that name, if it is there. */
  Optional<Entry> find(Location fileOrFolder);

  /** Deletes a file; does nothing when there is none. */
  void delete(Location file);

  /** Deletes a folder with all that is in it; does nothing when there is none. */
  void deleteFolder(Location folder);
}
