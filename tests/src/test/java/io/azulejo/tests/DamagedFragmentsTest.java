package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Row;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.ReadOnlyFiles;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What damage of the folders and the footers of an array is called, and where it is said to be. */
class DamagedFragmentsTest {
  private static final Location ROOT = Location.of("mem://damaged");

  private static ReadOnlyFiles copy(String name) {
    return ReadOnlyFiles.copy(CorpusFolder.bundledSelection().path().resolve(name), ROOT);
  }

  private static Azulejo engine(ReadOnlyFiles files) {
    return Azulejo.builder().storage(ROOT.scheme(), files).build();
  }

  private static long read(Azulejo engine) {
    try (Stream<Row> rows = engine.open(ROOT).read().rows()) {
      return rows.count();
    }
  }

  private static String path(ReadOnlyFiles files, String part) {
    return files.files().keySet().stream().filter(p -> p.contains(part)).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"__commits", "__fragments", "__schema", "__meta", "__fragment_meta"})
  void aFileInPlaceOfAFolderIsNoEmptyFolder(String folder) {
    ReadOnlyFiles files = copy("made-layouts/random-sparse-3/array");
    files.files().keySet().removeIf(path -> path.contains("/" + folder + "/"));
    files.files().put("damaged/" + folder, new byte[3]);
    try (Azulejo engine = engine(files)) {
      assertThatThrownBy(() -> engine.open(ROOT))
          .isInstanceOf(CorruptDataException.class)
          .hasMessage(
              "corrupt folder, in mem://damaged/%s: \"%s\" is a file of 3 bytes (expected a folder or nothing)"
                  .formatted(folder, folder));
    }
  }

  @Test
  void aVersionThatANewerReleaseMayHaveIsNotSupportedAndOneFarBeyondIsDamage() {
    ReadOnlyFiles files = copy("made-layouts/random-sparse-3/array");
    String schema = path(files, "__schema/");
    byte[] bytes = files.files().get(schema).clone();
    files.files().put(schema, bytes);
    try (Azulejo engine = engine(files)) {
      bytes[0] = 25;
      assertThatThrownBy(() -> engine.open(ROOT))
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageStartingWith(
              "array schema, offset 0, in mem://" + schema + ": format version 25");
      bytes[3] = 6;
      assertThatThrownBy(() -> engine.open(ROOT))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining(
              "offset 0, in mem://" + schema + ": 100663321 is not a format version");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {96L << 30, 1L << 30})
  void aTileThatIsSaidToBeLargerThanItsFileIsDamageAndNoLackOfMemory(long size) {
    ReadOnlyFiles files = copy("made-layouts/random-sparse-3/array");
    int damaged = 0;
    for (String path : List.copyOf(files.files().keySet())) {
      if (!path.endsWith("__fragment_metadata.tdb")) {
        continue;
      }
      byte[] whole = files.files().get(path);
      for (NumberField field : NumberField.of(files.files(), path, Optional.empty())) {
        Optional<Damage.Damaged> changed =
            field.name().endsWith(" file_sizes[0]")
                ? new Damage(new Random(1)).number(whole, field, size)
                : Optional.empty();
        if (changed.isPresent()) {
          files.files().put(path, changed.get().bytes());
          try (Azulejo engine =
              Azulejo.builder().storage(ROOT.scheme(), files).memoryBudget(1 << 20).build()) {
            assertThatThrownBy(() -> read(engine))
                .as(path + ", " + field)
                .isInstanceOf(CorruptDataException.class);
            assertThat(engine.maintenance(ROOT).verify(VerifyRequest.DEFAULT.deep()).problems())
                .as(path + ", " + field)
                .filteredOn(problem -> problem.severity() == Severity.ERROR)
                .isNotEmpty()
                .allMatch(Problem::isDamage);
          }
          damaged++;
        }
      }
      files.files().put(path, whole);
    }
    assertThat(damaged).isPositive();
  }

  @Test
  void aGatheredFooterThatContradictsNamesTheFileThatItIsIn() {
    ReadOnlyFiles files = copy("old-v9/consolidated-fragment-metadata/array");
    String gathered = path(files, ".meta");
    List<NumberField> numbers = NumberField.of(files.files(), gathered, Optional.empty());
    NumberField last = numbers.get(numbers.size() - 1);
    // The first footer comes after the last offset of one: its version, two flags, then the box.
    NumberField low = new NumberField("low", last.tile(), last.offset() + last.width() + 6, 4);
    byte[] whole = files.files().get(gathered);
    byte[] damaged =
        new Damage(new Random(1)).number(whole, low, Integer.MAX_VALUE).orElseThrow().bytes();
    files.files().put(gathered, damaged);
    try (Azulejo engine = engine(files)) {
      assertThatThrownBy(() -> engine.open(ROOT))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageStartingWith(
              "corrupt fragment footer, field non_empty_domain.dimension[0], offset 6, in mem://"
                  + gathered)
          .hasMessageContaining("2147483647 to");
    }
  }
}
