package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a fragment is readable. Maintenance calls this before it copies the fragment or
 * deletes the fragments that it replaces. Does not read tiles.
 */
public final class FragmentSoundness {
  /** Maximum number of tile entries to load at once, summed over the fields of a group. */
  private static final int TILES = 1 << 17;

  private FragmentSoundness() {}

  /**
   * Checks that a read would accept all metadata: the tables of all fields, the R-tree, the first
   * and last coordinates of tiles, the statistics of the fragment and the applied conditions. Loads
   * the tables of a few fields at a time. The fragment does not keep them.
   *
   * @throws CorruptDataException if a read would refuse one of them
   */
  public static void requireTables(Fragment fragment) {
    List<FieldStorage> fields = List.copyOf(FragmentFields.of(fragment).values());
    List<FieldStorage> dimensions =
        fields.stream().filter(field -> field.dimension().isPresent()).toList();
    List<FieldStorage> others =
        fields.stream().filter(field -> field.dimension().isEmpty()).toList();
    StructureFiles.located(
        fragment.folder().resolve(ArrayPaths.FRAGMENT_METADATA_FILE),
        () -> {
          requireShared(fragment.withoutTables(), fields);
          requireCoordinates(fragment.withoutTables(), dimensions);
          int together = Math.max(1, TILES / Math.max(1, fragment.tiles()));
          for (int from = 0; from < others.size(); from += together) {
            int to = Math.min(from + together, others.size());
            requireTables(fragment.withoutTables(), others.subList(from, to), false);
          }
          return fragment;
        });
  }

  private static void requireShared(Fragment fragment, List<FieldStorage> fields) {
    fragment.processedConditions();
    fields.forEach(fragment::fragmentStatistics);
  }

  private static void requireCoordinates(Fragment fragment, List<FieldStorage> dimensions) {
    if (!fragment.dense()) {
      requireTables(fragment, dimensions, true);
      fragment.rtree();
      fragment.edges();
    }
  }

  private static void requireTables(
      Fragment fragment, List<FieldStorage> fields, boolean withRTree) {
    fragment.load(fields, fields, withRTree);
    fields.forEach(field -> requireTables(fragment, field));
  }

  private static void requireTables(Fragment fragment, FieldStorage field) {
    fragment.tiles(field);
    if (field.isVar()) {
      fragment.varTiles(field);
      fragment.varSizes(field);
    }
    if (field.nullable()) {
      fragment.validityTiles(field);
    }
    if (fragment.version().hasTileStatistics()) {
      fragment.statistics(field);
    }
  }

  /**
   * Checks that the data files have exactly the sizes in the footer.
   *
   * @param sizes the sizes in bytes of the files in the fragment's folder, by file name
   * @throws CorruptDataException if a file is missing or has another size. If a file is missing,
   *     the cause is a {@link NotFoundException}: a vacuum may have deleted the fragment since it
   *     was listed.
   */
  public static void requireFiles(Fragment fragment, Map<String, Long> sizes) {
    FragmentFields.files(fragment)
        .forEach(
            (file, data) -> {
              Long actual = sizes.get(file);
              if (actual == null ? data.size() != 0 : actual != data.size()) {
                throw mismatch(fragment.folder().resolve(file), actual, data.size());
              }
            });
  }

  private static CorruptDataException mismatch(Location file, @Nullable Long actual, long size) {
    return CorruptDataException.of(
            "data file",
            null,
            -1,
            "%s; the footer says %s bytes"
                .formatted(
                    actual == null
                        ? "the file is missing"
                        : "the file has %d bytes".formatted(actual),
                    Long.toUnsignedString(size)),
            actual == null ? new NotFoundException("the file is missing", file.toString()) : null)
        .at(file.toString());
  }
}
