package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.storage.Storage;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Checks a fragment before maintenance copies its footer or deletes what the footer repeats. */
public final class FragmentSoundness {
  private FragmentSoundness() {}

  /**
   * Checks the tables of all fields and the R-tree.
   *
   * @throws CorruptDataException if a read would refuse one of them
   */
  public static void requireTables(Fragment fragment) {
    Collection<FieldStorage> fields = FragmentFields.of(fragment).values();
    fragment.load(fields, !fragment.dense());
    for (FieldStorage field : fields) {
      fragment.tiles(field);
      if (field.isVar()) {
        fragment.varTiles(field);
        fragment.varSizes(field);
      }
      if (field.nullable()) {
        fragment.validityTiles(field);
      }
    }
    if (!fragment.dense()) {
      fragment.rtree();
    }
  }

  /**
   * Checks all that reads of a fragment rely on, except for the content of tiles: the tables, the
   * R-tree, and the sizes of the data files.
   *
   * @throws CorruptDataException if a read would refuse something of it
   */
  public static void require(Fragment fragment, Storage storage) {
    requireTables(fragment);
    Map<String, Long> sizes = new HashMap<>();
    storage.list(fragment.folder()).forEach(entry -> sizes.put(entry.name(), entry.size()));
    FragmentFields.files(fragment)
        .forEach(
            (file, data) -> {
              long actual = sizes.getOrDefault(file, 0L);
              if (Long.compareUnsigned(actual, data.size()) < 0) {
                throw CorruptDataException.of(
                        "fragment",
                        data.fields(),
                        -1,
                        "the file has %d bytes; the footer says %s"
                            .formatted(actual, Long.toUnsignedString(data.size())))
                    .at(fragment.folder().resolve(file).toString());
              }
            });
  }
}
