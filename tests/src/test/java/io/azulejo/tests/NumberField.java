package io.azulejo.tests;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.Dump;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.format.WireTrace;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.EncryptionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A number in a file: a length, a count, an offset, a code.
 *
 * @param name its name in the dump of the file
 * @param tile where the generic tile begins whose unfiltered bytes hold it; -1 when it is in the
 *     file itself
 * @param offset where it begins, in the file or in these unfiltered bytes
 * @param width its bytes
 */
record NumberField(String name, int tile, int offset, int width) {
  /** The numbers of a file, by the layouts that it is read by. */
  static List<NumberField> of(
      Map<String, byte[]> files, String path, Optional<EncryptionKey> encryptionKey) {
    String folder = path.substring(0, path.lastIndexOf('/'));
    Optional<EncryptionKey> key = encryptionKey;
    List<Dump.Section> sections;
    try {
      sections =
          Dump.of(
              ArrayPaths.lastComponent(folder),
              ArrayPaths.lastComponent(path),
              files.get(path),
              key,
              name -> schema(files, folder, name, key));
    } catch (AzulejoException e) {
      return List.of();
    }
    List<NumberField> numbers = new ArrayList<>();
    for (Dump.Section section : sections) {
      boolean inTile = section.inTile();
      int start = (int) section.offset();
      for (WireTrace.Field field : section.fields()) {
        String name = section.title() + " " + field.path();
        if (field.value() instanceof Number || field.value() instanceof WireTrace.Code) {
          numbers.add(at(name, inTile, start, field.offset(), field.length()));
        } else if (field.value() instanceof long[] many && many.length > 0) {
          int last = field.offset() + (many.length - 1) * Long.BYTES;
          numbers.add(at(name + "[0]", inTile, start, field.offset(), Long.BYTES));
          numbers.add(at(name + "[last]", inTile, start, last, Long.BYTES));
        }
      }
    }
    return numbers;
  }

  private static NumberField at(String name, boolean inTile, int start, int offset, int width) {
    return inTile
        ? new NumberField(name, start, offset, width)
        : new NumberField(name, -1, start + offset, width);
  }

  /** The schema that a fragment names, found beside the fragment's folder or above it. */
  private static Optional<StoredSchema> schema(
      Map<String, byte[]> files,
      String fragment,
      Optional<String> name,
      Optional<EncryptionKey> key) {
    String array = fragment;
    while (array.contains("/")) {
      array = array.substring(0, array.lastIndexOf('/'));
      String relative =
          name.map(n -> ArrayPaths.SCHEMA_FOLDER + "/" + n).orElse(ArrayPaths.SCHEMA_FILE);
      byte[] file = files.get(array + "/" + relative);
      if (file != null) {
        try (Scratch scratch = new Scratch()) {
          return Optional.of(
              ArraySchemaFormat.decode(
                  GenericTile.read("schema", Slice.of(file), 0, key, scratch).content()));
        }
      }
    }
    return Optional.empty();
  }
}
