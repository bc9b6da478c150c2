package io.azulejo.internal.workshop.repack;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.maintenance.RepackReport;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Computes the size of each field on disk, in bytes. */
final class FieldSizes {
  private static final String ALL_COORDINATES = "__coords";

  /** File name of a dimension or attribute, which contains the index of the field. */
  private static final Pattern DATA_FILE = Pattern.compile("([ad])(\\d+)(?:_var|_validity)?\\.tdb");

  private FieldSizes() {}

  /** Pairs the field sizes of the old and the new array by field name. */
  static List<RepackReport.FieldSize> compare(Map<String, Long> before, Map<String, Long> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    List<RepackReport.FieldSize> sizes = new ArrayList<>();
    for (String name : names) {
      sizes.add(
          new RepackResults.ComparedField(
              name, before.getOrDefault(name, 0L), after.getOrDefault(name, 0L)));
    }
    return sizes;
  }

  /**
   * Adds the size of each field of an uncommitted fragment, as given by its files. The fragment
   * must have the current format version.
   *
   * @param sizes the sizes by field name (bytes), to which the method adds
   */
  static void add(WritableArray array, FragmentName fragment, Map<String, Long> sizes) {
    ArraySchema schema = array.schema().schema();
    Location folder = array.location().resolve(ArrayPaths.fragment(fragment));
    for (Storage.Entry file : array.storage().list(folder)) {
      Matcher name = DATA_FILE.matcher(file.name());
      if (name.matches()) {
        int index = Integer.parseInt(name.group(2));
        String field =
            name.group(1).equals("d")
                ? schema.dimensions().get(index).name()
                : schema.attributes().get(index).name();
        sizes.merge(field, file.size(), Long::sum);
      }
    }
  }

  /** Returns the total size of each field in all visible fragments (bytes), by field name. */
  static Map<String, Long> of(Snapshot array) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    for (Fragment fragment : array.fragments()) {
      add(fragment, sizes);
    }
    return sizes;
  }

  private static void add(Fragment fragment, Map<String, Long> sizes) {
    ArraySchema schema = fragment.schema().schema();
    List<String> names = new ArrayList<>();
    if (!fragment.dense()) {
      schema.dimensions().forEach(d -> names.add(d.name()));
    }
    schema.attributes().forEach(a -> names.add(a.name()));
    names.add(FieldStorage.TIMESTAMPS);
    names.add(FieldStorage.DELETE_TIMESTAMPS);
    names.add(FieldStorage.DELETE_CONDITION_INDEX);
    boolean zipped = false;
    for (String name : names) {
      FieldStorage field = fragment.field(name).orElse(null);
      if (field != null && field.kind() == FieldStorage.Kind.ZIPPED_DIMENSION) {
        if (!zipped) {
          sizes.merge(ALL_COORDINATES, bytes(fragment, field), Long::sum);
        }
        zipped = true;
      } else if (field != null) {
        sizes.merge(name, bytes(fragment, field), Long::sum);
      }
    }
  }

  private static long bytes(Fragment fragment, FieldStorage field) {
    FragmentFooter footer = fragment.footer();
    int index = field.index();
    long bytes = footer.fileSizes()[index];
    bytes += field.isVar() ? footer.varFileSizes()[index] : 0;
    return bytes + (field.nullable() ? footer.validityFileSizes()[index] : 0);
  }
}
