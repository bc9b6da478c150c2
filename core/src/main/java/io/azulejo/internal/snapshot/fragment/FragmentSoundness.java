package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.storage.Location;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a fragment can be read, before maintenance copies it or deletes what it replaces. No
 * tile is read.
 */
public final class FragmentSoundness {
  private FragmentSoundness() {}

  /**
   * Checks that all tables, the R-tree and the processed conditions decode.
   *
   * @throws CorruptDataException if a read would refuse one of them
   */
  public static void requireTables(Fragment fragment) {
    Collection<FieldStorage> fields = FragmentFields.of(fragment).values();
    StructureFiles.located(
        fragment.folder().resolve(ArrayPaths.FRAGMENT_METADATA_FILE),
        () -> {
          fragment.load(fields, fields, !fragment.dense());
          fields.forEach(field -> requireTables(fragment, field));
          if (!fragment.dense()) {
            fragment.rtree();
          }
          return fragment.processedConditions();
        });
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
   * Checks that the data files are exactly as long as the footer says.
   *
   * @param sizes the sizes in bytes of the files in the fragment's folder, by their names
   * @throws CorruptDataException if a file is missing or of another length. The cause of a missing
   *     file is a {@link NotFoundException}: a vacuum may have deleted the fragment since it was
   *     listed.
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
                    actual == null ? "it is missing" : "it has %d bytes".formatted(actual),
                    Long.toUnsignedString(size)),
            actual == null ? new NotFoundException("the file is missing", file.toString()) : null)
        .at(file.toString());
  }
}
