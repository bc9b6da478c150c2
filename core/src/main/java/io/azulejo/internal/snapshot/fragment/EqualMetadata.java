package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Finds fragments whose metadata files have the same content. Writing the same cells twice leaves
 * such files. So does a file that was copied over that of another fragment; nothing in it tells
 * which fragment it is of.
 */
public final class EqualMetadata {
  private static final int PIECE = 1 << 20;

  private EqualMetadata() {}

  /** The names of the fragments whose metadata file equals that of another one of them. */
  public static Set<String> among(List<Fragment> fragments, Storage storage) {
    Set<String> names = new HashSet<>();
    List<Fragment> comparable = fragments.stream().filter(f -> f.version().hasFooter()).toList();
    for (List<Fragment> some : groups(comparable, EqualMetadata::footer)) {
      for (List<Fragment> equal : groups(some, fragment -> checksum(fragment, storage))) {
        equal.forEach(fragment -> names.add(fragment.name().text()));
      }
    }
    return names;
  }

  /** The groups of at least two fragments with the same key. */
  private static <K> List<List<Fragment>> groups(
      List<Fragment> fragments, Function<Fragment, K> key) {
    Map<K, List<Fragment>> groups = new HashMap<>();
    for (Fragment fragment : fragments) {
      groups.computeIfAbsent(key.apply(fragment), k -> new ArrayList<>()).add(fragment);
    }
    groups.values().removeIf(group -> group.size() < 2);
    return List.copyOf(groups.values());
  }

  private static Slice footer(Fragment fragment) {
    return FragmentFooterFormat.encode(fragment.footer(), fragment.schema().schema());
  }

  /**
   * The checksum of a metadata file; files with equal footers and checksums are taken for equal.
   */
  private static long checksum(Fragment fragment, Storage storage) {
    CRC32C checksum = new CRC32C();
    try (InputFile in =
        storage.open(fragment.folder().resolve(ArrayPaths.FRAGMENT_METADATA_FILE))) {
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
