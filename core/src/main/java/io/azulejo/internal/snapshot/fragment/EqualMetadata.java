package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Finds fragments whose metadata files have the same content. Writing the same cells twice leaves
 * such files. So does copying one fragment's metadata file over another's; a metadata file does not
 * name its fragment.
 */
public final class EqualMetadata {
  private static final int PIECE = 1 << 20;

  private EqualMetadata() {}

  /**
   * Returns the folders of the fragments that share their metadata file's content with others.
   *
   * @param folders all fragments of an array, those that others have replaced among them
   */
  public static Set<Location> among(List<Location> folders, Storage storage, Tasks tasks) {
    List<Location> files =
        folders.stream().map(f -> f.resolve(ArrayPaths.FRAGMENT_METADATA_FILE)).toList();
    List<Long> sizes =
        tasks.io(
            storage.traits().waitingRequests(),
            files,
            file -> storage.find(file).map(Storage.Entry::size).orElse(-1L));
    Map<Long, Location> first = new TreeMap<>();
    Map<List<Long>, Location> known = new HashMap<>();
    Set<Location> equal = new HashSet<>();
    for (int i = 0; i < files.size(); i++) {
      long size = sizes.get(i);
      Location other = size < 0 ? null : first.putIfAbsent(size, files.get(i));
      if (other == null) {
        continue;
      }
      // Only files of one size are read.
      known.putIfAbsent(List.of(size, checksum(other, storage)), other);
      Location same =
          known.putIfAbsent(List.of(size, checksum(files.get(i), storage)), files.get(i));
      if (same != null) {
        equal.add(same.parent());
        equal.add(folders.get(i));
      }
    }
    return equal;
  }

  private static long checksum(Location file, Storage storage) {
    CRC32C checksum = new CRC32C();
    try (InputFile in = storage.open(file)) {
      long size = in.size();
      byte[] piece = new byte[(int) Math.min(PIECE, size)];
      for (long at = 0; at < size; at += piece.length) {
        int length = (int) Math.min(piece.length, size - at);
        in.read(at, piece, 0, length);
        checksum.update(piece, 0, length);
      }
    }
    return checksum.getValue();
  }
}
