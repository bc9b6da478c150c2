package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.HistoryEntry;
import io.azulejo.error.AzulejoException;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What arrays tell of their past. */
class HistoryTest {
  private static final Path ROOT = CorpusFolder.bundledSelection().path();

  @AutoClose private Azulejo azulejo;

  @BeforeEach
  void open() {
    azulejo = Azulejo.create();
  }

  /** All arrays that can be opened. */
  private List<Array> arrays() throws IOException {
    List<Array> arrays = new ArrayList<>();
    try (Stream<Path> folders = Files.walk(CorpusFolder.find().path(), 3)) {
      for (Path folder : folders.filter(f -> f.endsWith("array")).sorted().toList()) {
        try {
          arrays.add(azulejo.open(Location.of(folder.toString())));
        } catch (AzulejoException e) {
          // Some are groups, some are damaged, some need a key: others have tests of these.
        }
      }
    }
    assertThat(arrays).hasSizeGreaterThan(50);
    return arrays;
  }

  @Test
  void tellsOfEverythingThatIsSeen() throws IOException {
    for (Array array : arrays()) {
      List<HistoryEntry> history = array.history();
      Set<String> names = new HashSet<>();
      for (HistoryEntry entry : history) {
        assertThat(names.add(entry.getClass() + entry.name())).as(entry.toString()).isTrue();
      }
      assertThat(history)
          .as(array.location().toString())
          .isSortedAccordingTo(Comparator.comparingLong(entry -> entry.times().end()))
          .anyMatch(entry -> entry instanceof HistoryEntry.SchemaStored)
          .filteredOn(HistoryEntry.FragmentWritten.class::isInstance)
          .extracting(HistoryEntry::name)
          .containsAll(array.fragments().stream().map(FragmentInfo::name).toList());
    }
  }

  @Test
  void conditionsOfDeletionsSayWhichCellsStayAndWhichGo() throws IOException {
    int checked = 0;
    for (Array array : arrays()) {
      for (HistoryEntry entry : array.history()) {
        if (entry instanceof HistoryEntry.CellsDeleted deletion
            && deletion.deleted().isPresent()
            && isPlain(deletion.kept())) {
          TimeRange until = TimeRange.until(deletion.times().start() - 1);
          Array before = azulejo.open(array.location(), until);
          assertThat(count(before, deletion.kept()) + count(before, deletion.deleted().get()))
              .as("%s: %s", array.location(), deletion)
              .isEqualTo(count(before, null));
          checked++;
        }
      }
    }
    assertThat(checked).isGreaterThan(3);
  }

  /** Whether a condition is one that can be asked for: constants cannot. */
  private static boolean isPlain(String condition) {
    return !condition.equals("true") && !condition.equals("false");
  }

  private static long count(Array array, String condition) {
    ReadRequest request = ReadRequest.ALL.cells(ReadRequest.Cells.MATCHING);
    if (condition != null) {
      request = request.where(Condition.parse(condition));
    }
    return array.read(request).aggregate("count()").column(0).getLong(0);
  }

  @Test
  void tellsWhatWasDeletedAndConsolidated() {
    assertThat(lines("old-v17/sparse-deletes-commits"))
        .contains("delete", "consolidated COMMITS")
        .anyMatch(line -> line.startsWith("write"));
    assertThat(lines("made-time/delete-eq")).contains("delete");
  }

  @Test
  void consolidatedFragmentsNameThoseThatTheyReplace() {
    List<HistoryEntry> history = history("old-v15/sparse-consolidated");
    List<HistoryEntry.FragmentWritten> written = new ArrayList<>();
    for (HistoryEntry entry : history) {
      if (entry instanceof HistoryEntry.FragmentWritten fragment) {
        written.add(fragment);
      }
    }
    List<HistoryEntry.FragmentWritten> consolidated =
        written.stream().filter(f -> !f.replaces().isEmpty()).toList();
    assertThat(consolidated).hasSize(1);
    assertThat(consolidated.get(0).times().start()).isLessThan(consolidated.get(0).times().end());
    assertThat(consolidated.get(0).replaces())
        .hasSize(2)
        .allMatch(name -> written.stream().anyMatch(f -> f.name().equals(name)));
  }

  @Test
  void tellsOnlyWhatHappenedInTheTimes() {
    Location location = Location.of(ROOT.resolve("old-v15/sparse-consolidated/array").toString());
    assertThat(azulejo.open(location, TimeRange.until(0)).history()).isEmpty();
  }

  @Test
  void metadataThatWasConsolidatedIsToldOnceMore() {
    List<HistoryEntry> files =
        history("made-time/metadata-consolidated").stream()
            .filter(HistoryEntry.MetadataWritten.class::isInstance)
            .toList();
    HistoryEntry.MetadataWritten last = (HistoryEntry.MetadataWritten) files.get(files.size() - 1);
    assertThat(last.replaces()).hasSize(files.size() - 1);
    assertThat(((HistoryEntry.MetadataWritten) files.get(0)).values().get("a")).isPresent();
    assertThat(((HistoryEntry.MetadataWritten) files.get(2)).values().get("b")).isEmpty();
  }

  private List<HistoryEntry> history(String array) {
    return azulejo.open(Location.of(ROOT.resolve(array + "/array").toString())).history();
  }

  private List<String> lines(String array) {
    return history(array).stream()
        .map(
            entry ->
                entry instanceof HistoryEntry.CellsDeleted
                    ? "delete"
                    : entry instanceof HistoryEntry.FilesConsolidated files
                        ? "consolidated " + files.mode()
                        : entry instanceof HistoryEntry.FragmentWritten ? "write" : "other")
        .toList();
  }
}
