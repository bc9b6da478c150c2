package io.azulejo.storage;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A store of named byte files in folders. A file is created once, written front to back, committed,
 * and from then on only read or deleted; its bytes never change. Implementations are safe for use
 * by many threads and speak the exceptions of {@code io.azulejo.error}: {@code NotFoundException},
 * {@code AlreadyExistsException}, {@code StorageException}.
 *
 * <p>Folders exist as far as files are in them; a store may, but need not, know empty ones. {@link
 * #traits} says what else a store may do differently.
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
     * @param name its last name
     * @param size its size in bytes
     */
    public static Entry file(String name, long size) {
      return new Entry(name, false, size);
    }

    /**
     * Returns a folder.
     *
     * @param name its last name
     */
    public static Entry folder(String name) {
      return new Entry(name, true, 0);
    }

    /** Returns its last name. */
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

  /** Files of the local file system; what was committed survives a power failure. */
  static Storage local() {
    return local(true);
  }

  /**
   * Files of the local file system. Symbolic links are followed, except by {@link #deleteFolder},
   * which removes the link alone.
   *
   * @param durable whether to wait until the disk has what was committed. If not, it survives the
   *     end of the process, however sudden; but after a power failure, or a crash of the operating
   *     system, any of the changes of the last seconds may be lost, those before kept or not: files
   *     that were committed may be gone, empty, cut short or have zeros for bytes, also where a
   *     later file that refers to them is there. An array written like that may then not open, or
   *     be read wrong, and has to be written anew. For data that can be made again, and for tests.
   */
  static Storage local(boolean durable) {
    return new LocalStorage(durable ? Durability.SYNC : Durability.NONE);
  }

  /**
   * A new, empty store in memory, whatever the scheme of locations. Its files are gone with it.
   * Folders exist as far as files are in them.
   */
  static Storage inMemory() {
    return new MemoryStorage();
  }

  /** In what it differs from other stores; {@link StorageTraits#OBJECTS} by default. */
  default StorageTraits traits() {
    return StorageTraits.OBJECTS;
  }

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
   * @throws io.azulejo.error.AlreadyExistsException if the name is taken, where the store knows it
   *     at once; else the commit throws it
   */
  OutputFile create(Location file);

  /**
   * Commits several files that were begun here: does what {@link OutputFile#commit} of each does,
   * in any order, where a store can do so at less cost. After an exception some may be committed
   * and others not; those that are not can only be closed.
   */
  default void commit(List<OutputFile> files) {
    files.forEach(OutputFile::commit);
  }

  /**
   * Creates a file in one act: it appears whole and durable or not at all, and of several callers
   * with one name one wins. When this returns, the file is there. What holds after an exception:
   *
   * <ul>
   *   <li>{@code AlreadyExistsException}: the name was taken by somebody else; nothing was done. A
   *       store that repeats requests by itself must not answer its own success like that.
   *   <li>{@code StorageException} with {@link io.azulejo.error.StorageException#withoutEffect}:
   *       the store knows that nothing was done, and that nothing will come of it later.
   *   <li>any other {@code StorageException}: it may be there, for all others to see, though
   *       perhaps not durably, or not be there. Where the answer of a remote store was lost, it may
   *       still come. A local store has nothing underway: what {@link #find} then says is final,
   *       and a file that was seen under its name is never taken back.
   *   <li>anything else ({@code InvalidRequestException} for a name that can't be, an error of the
   *       JDK before the store was asked): nothing was done.
   * </ul>
   *
   * <p>Folders above it may have been made in every case. A file under a temporary name is gone
   * whatever happened, unless the process was killed.
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

  /**
   * The files of a folder and of all in it, where one request answers that: all of them, or the
   * first ones where there are too many. Empty where folders have to be listed one by one.
   *
   * @param after the path of a file of the tree: those come that follow it in the order of the
   *     bytes of paths; empty for the first ones
   */
  default Optional<FileTree> tree(Location folder, String after) {
    return Optional.empty();
  }

  /** The file or folder of that name, if it is there. */
  Optional<Entry> find(Location fileOrFolder);

  /**
   * The file of that name, if it is there; a folder need not be found, so that a store that has
   * none is asked once.
   */
  default Optional<Entry> findFile(Location file) {
    return find(file);
  }

  /**
   * The place of a folder without links above or at it, where a store can give a folder several
   * names; else the folder as it is named. Two names lead to one folder if this is the same for
   * both.
   *
   * @throws io.azulejo.error.NotFoundException if a store that has links finds no such folder
   */
  default Location resolveLinks(Location folder) {
    return folder;
  }

  /**
   * When the last bytes of a file came, in milliseconds since 1970 by the clock of the store; for
   * the store of local files that of the machine which wrote them. Empty where there is no such
   * file or the store keeps no times.
   */
  default OptionalLong modified(Location file) {
    return OptionalLong.empty();
  }

  /**
   * The time now by the clock that {@link #modified} is of, in milliseconds since 1970; so ages can
   * be told. Of a store that does not say its time, that of this machine.
   */
  default long now() {
    return System.currentTimeMillis();
  }

  /**
   * Deletes a file. When this returns there is none, durably, whoever deleted it; after an
   * exception it may be there, be gone, or come back.
   */
  void delete(Location file);

  /**
   * Deletes several files, in any order, where a store can do so at less cost than one by one.
   * After an exception some may be there and others not.
   */
  default void delete(List<Location> files) {
    files.forEach(this::delete);
  }

  /**
   * Deletes a folder with all that is in it; does nothing when there is none. Others may see it
   * half deleted meanwhile, with any of its files, and so may they after an exception or a crash.
   */
  void deleteFolder(Location folder);

  /**
   * Deletes a folder if nothing is in it, where a store has such folders; does nothing when
   * anything is, or there is none.
   */
  default void deleteEmptyFolder(Location folder) {}

  /**
   * Appends all bytes of a file of this store to a new one, here or elsewhere.
   *
   * @throws io.azulejo.error.NotFoundException if there is no such file
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
   * Copies a file to a new one within the store, without its bytes coming here, where the store can
   * do so. It appears whole or not at all; nothing is done where the name is taken and the store
   * notices.
   *
   * @return whether it was copied; if not, nothing was done
   * @throws io.azulejo.error.NotFoundException if there is no such file
   * @throws io.azulejo.error.AlreadyExistsException if the new name is taken
   */
  default boolean tryCopy(Location from, Location to) {
    return false;
  }

  /**
   * Gives a folder another name, with all that is in it, or a file, in one act and durably, where
   * the store can do so; most can't, and then their files are to be copied and deleted. A {@code
   * StorageException} says by {@link io.azulejo.error.StorageException#withoutEffect} whether it is
   * known to be where it was; else it is whole in one of the two places.
   *
   * @return whether it was moved; if not, nothing was done
   * @throws io.azulejo.error.NotFoundException if there is no such folder or file
   * @throws io.azulejo.error.AlreadyExistsException if the new name is taken
   */
  default boolean tryMove(Location from, Location to) {
    return false;
  }

  /**
   * What others have begun to write in a folder and in all below, and have not finished, where the
   * store keeps that out of sight of its listings: uploads in parts. By default none.
   */
  default List<UnfinishedFile> unfinished(Location folder) {
    return List.of();
  }

  /**
   * Deletes what is there of an unfinished file, so that it can't be finished any more; does
   * nothing if it was finished or deleted meanwhile.
   *
   * @param file one that {@link #unfinished} returned
   */
  default void giveUp(UnfinishedFile file) {}

  /**
   * Lets go of connections and threads. An engine closes the stores that it has made, not those
   * that it was given. Closing again does nothing; what is asked of it later fails.
   */
  default void close() {}
}
