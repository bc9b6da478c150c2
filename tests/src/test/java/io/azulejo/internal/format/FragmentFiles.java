package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The data files of a fragment, against what {@link FieldStorage} says of them. */
final class FragmentFiles {
  private FragmentFiles() {}

  /**
   * Every field has its files, of at least the sizes that the footer tells, and no file is left.
   */
  static void check(
      Path folder, FragmentFooter footer, StoredSchema written, List<StoredSchema> all) {
    ArraySchema schema = written.schema();
    List<String> fields = new ArrayList<>();
    schema.attributes().stream().map(Attribute::name).forEach(fields::add);
    schema.dimensions().stream().map(Dimension::name).forEach(fields::add);
    fields.add(FieldStorage.TIMESTAMPS);
    fields.add(FieldStorage.DELETE_TIMESTAMPS);
    fields.add(FieldStorage.DELETE_CONDITION_INDEX);
    Set<String> expected = new HashSet<>();
    expected.add(ArrayPaths.FRAGMENT_METADATA_FILE);
    for (String field : fields) {
      FieldStorage.of(footer, written, schema, field)
          .ifPresent(
              s -> {
                long[] sizes = footer.fileSizes();
                holds(folder, s.file(), sizes[s.index()], expected);
                s.varFile()
                    .ifPresent(f -> holds(folder, f, footer.varFileSizes()[s.index()], expected));
                s.validityFile()
                    .ifPresent(
                        f -> holds(folder, f, footer.validityFileSizes()[s.index()], expected));
              });
      for (StoredSchema other : all) {
        FieldStorage.of(footer, written, other.schema(), field)
            .ifPresent(s -> assertThat(s.file()).isIn(expected));
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString())).isSubsetOf(expected);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void holds(Path folder, String name, long size, Set<String> expected) {
    try {
      assertThat(Files.size(folder.resolve(name)))
          .as("%s/%s", folder, name)
          .isGreaterThanOrEqualTo(size);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    expected.add(name);
  }
}
