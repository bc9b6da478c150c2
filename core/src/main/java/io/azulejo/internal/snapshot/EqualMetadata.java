package io.azulejo.internal.snapshot;

import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/**
 * Finds fragments whose metadata files have the same content. This happens if the same cells are
 * written twice. It also happens if a fragment's metadata file is copied over another one, because
 * metadata files do not contain the name of their fragment.
 *
 * <p>Caches sizes and checksums, so that several merges of a consolidation read a file only once.
 * Not thread-safe.
 */
public final class EqualMetadata {
  private static final int PIECE = 1 << 20;

  private final Storage storage;
  private final Tasks tasks;
  private final Map<Location, Long> sizes = new HashMap<>();
  private final Map<Location, Long> checksums = new HashMap<>();

  /** Creates an instance with an empty cache. */
  public EqualMetadata(Storage storage, Tasks tasks) {
    this.storage = storage;
    this.tasks = tasks;
  }

  /**
   * Returns the folders of the given fragments whose metadata file has the same content as the file
   * of another fragment. A file that a vacuum deletes in the meantime is considered different from
   * all other files.
   *
   * @param fragments the folders of the fragments to compare
   * @param directory a listing of the fragments to compare with, which are all fragments of the
   *     array, including replaced ones
   * @param listed all files of the array, if known; saves one request per file size
   */
  public Set<Location> among(
      Collection<Location> fragments, ArrayDirectory directory, Optional<ListedFiles> listed) {
    List<Location> files =
        directory.fragments().stream().map(folder -> metadata(folder.location())).toList();
    addKnownSizes(directory, listed);
    add(sizes, files, this::size);
    Set<Location> compared =
        fragments.stream().map(EqualMetadata::metadata).collect(Collectors.toSet());
    List<Location> candidates =
        groups(files, sizes).stream()
            .filter(group -> group.stream().anyMatch(compared::contains))
            .flatMap(List::stream)
            .toList();
    add(checksums, candidates, this::checksum);
    Set<Location> equal = new HashSet<>();
    // Compare sizes as well as checksums. Files of different sizes have different contents.
    for (List<Location> sameSize : groups(candidates, sizes)) {
      for (List<Location> same : groups(sameSize, checksums)) {
        same.stream().filter(compared::contains).map(Location::parent).forEach(equal::add);
      }
    }
    return equal;
  }

  private static Location metadata(Location fragment) {
    return fragment.resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  private void addKnownSizes(ArrayDirectory directory, Optional<ListedFiles> listed) {
    for (ArrayDirectory.FragmentFolder folder : directory.fragments()) {
      Location file = metadata(folder.location());
      Long size = directory.metadataSizes().get(folder.name().text());
      if (size != null) {
        sizes.put(file, size);
      }
      listed
          .flatMap(all -> all.file(file))
          .map(FileTree.File::size)
          .ifPresent(bytes -> sizes.put(file, bytes));
    }
  }

  /**
   * Adds the values of files that are not known yet. Does not remember missing files, because they
   * may appear later.
   */
  private void add(
      Map<Location, Long> known, List<Location> files, Function<Location, OptionalLong> look) {
    List<Location> unknown = files.stream().filter(file -> !known.containsKey(file)).toList();
    List<OptionalLong> found = tasks.io(storage.traits().waitingRequests(), unknown, look);
    for (int i = 0; i < found.size(); i++) {
      Location file = unknown.get(i);
      found.get(i).ifPresent(value -> known.put(file, value));
    }
  }

  /** Returns groups of two or more files with the same value. */
  private static List<List<Location>> groups(List<Location> files, Map<Location, Long> values) {
    return files.stream()
        .filter(values::containsKey)
        .collect(Collectors.groupingBy(values::get, TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .filter(group -> group.size() > 1)
        .toList();
  }

  private OptionalLong size(Location file) {
    return storage.find(file).stream().mapToLong(Storage.Entry::size).findFirst();
  }

  private OptionalLong checksum(Location file) {
    CRC32C checksum = new CRC32C();
    try (InputFile in = storage.open(file)) {
      long size = in.size();
      byte[] piece = new byte[(int) Math.min(PIECE, size)];
      for (long at = 0; at < size; at += piece.length) {
        int length = (int) Math.min(piece.length, size - at);
        in.read(at, piece, 0, length);
        checksum.update(piece, 0, length);
      }
    } catch (NotFoundException e) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(checksum.getValue());
  }
}
