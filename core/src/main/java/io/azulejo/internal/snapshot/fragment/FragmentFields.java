package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds the fields of a fragment in the schema that the fragment was written with. These include
 * fields that were dropped later.
 */
public final class FragmentFields {
  private FragmentFields() {}

  /** Returns the storage of each field of a fragment, by field name. */
  public static Map<String, FieldStorage> of(Fragment fragment) {
    ArraySchema schema = fragment.schema().schema();
    Map<String, FieldStorage> fields = new LinkedHashMap<>();
    if (!fragment.dense()) {
      schema.dimensions().stream().map(Dimension::name).forEach(d -> add(fragment, d, fields));
    }
    schema.attributes().stream().map(Attribute::name).forEach(a -> add(fragment, a, fields));
    add(fragment, FieldStorage.TIMESTAMPS, fields);
    add(fragment, FieldStorage.DELETE_TIMESTAMPS, fields);
    add(fragment, FieldStorage.DELETE_CONDITION_INDEX, fields);
    return fields;
  }

  /**
   * A data file that a fragment footer refers to.
   *
   * @param fields the name of the field whose cells the file holds. Several fields of zipped
   *     coordinates are separated by {@code ", "}, including the quotes.
   * @param size the size of the file in bytes according to the footer, unsigned
   */
  public record DataFile(String fields, long size) {}

  /** Returns the data files of a fragment, by file name. */
  public static Map<String, DataFile> files(Fragment fragment) {
    FragmentFooter footer = fragment.footer();
    Map<String, DataFile> files = new LinkedHashMap<>();
    of(fragment)
        .forEach(
            (name, field) -> {
              int i = field.index();
              add(files, field.file(), name, footer.fileSizes()[i]);
              field.varFile().ifPresent(file -> add(files, file, name, footer.varFileSizes()[i]));
              field
                  .validityFile()
                  .ifPresent(file -> add(files, file, name, footer.validityFileSizes()[i]));
            });
    return files;
  }

  private static void add(Map<String, DataFile> files, String file, String field, long size) {
    files.merge(
        file,
        new DataFile(field, size),
        (a, b) -> new DataFile(a.fields() + "\", \"" + field, size));
  }

  private static void add(Fragment fragment, String name, Map<String, FieldStorage> fields) {
    FieldStorage.of(fragment.footer(), fragment.schema(), fragment.schema().schema(), name)
        .ifPresent(storage -> fields.put(name, storage));
  }
}
