package io.azulejo.tests;

import static io.azulejo.testkit.TestArrays.engine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.RepairReport;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.StoredFiles;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Damaged lists and names of commits are told, put right where that is sure, and cost no cell. */
class DamagedCommitsTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");
  private static final GcRequest NOW = GcRequest.DEFAULT.olderThan(Duration.ZERO);
  private static final RepairRequest REPAIR = RepairRequest.DEFAULT.olderThan(Duration.ZERO);

  private final Storage storage = Storage.inMemory();

  @AutoClose private final Azulejo azulejo = engine(storage);

  private void copy(String name) {
    MemoryCopy.of(
        CorpusFolder.bundledSelection().path().resolve(name).resolve("array"), storage, ARRAY);
  }

  /** An array whose commits are gathered in one file, and nowhere else. */
  private void gathered() {
    copy("made-time/fragments-dense");
    act(MaintenanceMode.COMMITS);
  }

  /** An array whose fragments are merged, with the old ones still there. */
  private void merged() {
    copy("made-time/fragments-dense");
    azulejo.maintenance(ARRAY).consolidate();
  }

  private void act(MaintenanceMode mode) {
    azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
    azulejo.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode));
  }

  private Location file(String ending) {
    List<Location> found =
        StoredFiles.below(storage, ARRAY).stream()
            .filter(file -> file.path().endsWith(ending))
            .toList();
    assertThat(found).as(ending).isNotEmpty();
    return found.get(0);
  }

  private void change(Location file, UnaryOperator<String> how) {
    String text = new String(StoredFiles.content(storage, file), StandardCharsets.UTF_8);
    storage.delete(file);
    storage.createExclusive(file, how.apply(text).getBytes(StandardCharsets.UTF_8));
  }

  private void rename(Location file, String name) {
    byte[] bytes = StoredFiles.content(storage, file);
    storage.delete(file);
    storage.createExclusive(file.parent().resolve(name), bytes);
  }

  private Set<String> fragments() {
    Array array = azulejo.open(ARRAY);
    return array.fragments().stream()
        .map(FragmentInfo::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<Problem> errors() {
    return azulejo.maintenance(ARRAY).verify().problems().stream()
        .filter(problem -> problem.severity() == Severity.ERROR)
        .toList();
  }

  private void isTold(Location file, String why) {
    assertThatThrownBy(this::fragments)
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(why);
    assertThat(errors()).extracting(Problem::location).contains(file);
    Set<String> before = StoredFiles.paths(storage);
    assertThatThrownBy(() -> azulejo.maintenance(ARRAY).gc(NOW))
        .isInstanceOf(CorruptDataException.class);
    for (MaintenanceMode mode :
        List.of(
            MaintenanceMode.FRAGMENTS,
            MaintenanceMode.COMMITS,
            MaintenanceMode.FRAGMENT_METADATA)) {
      assertThatThrownBy(() -> azulejo.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode)))
          .isInstanceOf(CorruptDataException.class);
    }
    assertThat(StoredFiles.paths(storage)).isEqualTo(before);
  }

  private RepairReport repair(RepairRequest request) {
    return azulejo.maintenance(ARRAY).repair(request);
  }

  private void isMended(Set<String> fragments) {
    Set<String> before = StoredFiles.paths(storage);
    RepairReport planned = repair(REPAIR.dryRun());
    assertThat(planned.actions())
        .extracting(RepairReport.Action::kind)
        .contains(RepairReport.Kind.CORRECT);
    assertThat(StoredFiles.paths(storage)).isEqualTo(before);

    assertThat(repair(REPAIR).remaining()).isEmpty();
    assertThat(fragments()).isEqualTo(fragments);
    assertThat(errors()).isEmpty();
  }

  @Test
  void anEmptyListOfCommitsIsReportedAndDeletesNothing() {
    gathered();
    Location list = file(".con");
    change(list, text -> "");

    isTold(list, "the list is empty");
    assertThat(repair(REPAIR).remaining()).isNotEmpty();
    assertThat(StoredFiles.below(storage, ARRAY).stream().map(Location::path))
        .anyMatch(path -> path.contains("__fragments/"));
  }

  @Test
  void aListOfCommitsWithAFlippedBitIsRepaired() {
    gathered();
    Set<String> whole = fragments();
    Location list = file(".con");
    String label = whole.iterator().next().substring("__10_10_".length());
    change(list, text -> text.replace(label, (char) (label.charAt(0) ^ 1) + label.substring(1)));

    isTold(list, "which is missing; it must have named " + whole.iterator().next());
    isMended(whole);
  }

  @Test
  void aListOfCommitsWithoutItsLastLineEndIsRepaired() {
    gathered();
    Set<String> whole = fragments();
    Location list = file(".con");
    change(list, text -> text.substring(0, text.length() - 1));

    isTold(list, "the line does not end");
    isMended(whole);
  }

  @Test
  void aListOfCommitsWithoutItsLastLineIsReported() {
    gathered();
    Location list = file(".con");
    change(list, text -> text.substring(0, text.lastIndexOf('\n', text.length() - 2) + 1));

    isTold(list, "lines were lost, or times were changed");
  }

  /** All entries have the same times, so that the name of the list tells of none that is lost. */
  @Test
  void aListThatLostTheLastFragmentsOfAMergeIsReported() {
    copy("made-time/fragments-dense");
    ConsolidationRequest split = ConsolidationRequest.DEFAULT.maxFragmentSize(500);
    azulejo.maintenance(ARRAY).consolidate(split);
    Set<String> whole = fragments();
    assertThat(whole).hasSizeGreaterThan(2);
    Location list = file(".con");
    String lines = new String(StoredFiles.content(storage, list), StandardCharsets.UTF_8);
    for (int end = lines.indexOf('\n') + 1;
        end < lines.length();
        end = lines.indexOf('\n', end) + 1) {
      int length = end;
      change(list, text -> lines.substring(0, length));
      assertThatThrownBy(this::fragments)
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining(list.toString())
          .hasMessageContaining("lines were lost");
      assertThat(errors()).isNotEmpty();
    }
    repair(REPAIR.allRecovered());
    assertThat(fragments()).isEqualTo(whole);
  }

  @Test
  void aDamagedListOfReplacedFragmentsIsRepaired() {
    merged();
    Set<String> whole = fragments();
    Location list = file(".vac");
    change(list, text -> text.replaceFirst("([0-9a-f]{31})[0-9a-f]", "$1x"));

    isTold(list, "does not name a part of an array");
    isMended(whole);
  }

  @Test
  void aDamagedNameOfACommitIsRepaired() {
    copy("made-time/fragments-dense");
    Set<String> whole = fragments();
    Location commit = file(".wrt");
    String name = commit.name().replace(".wrt", ".wst");
    rename(commit, name);

    assertThatThrownBy(this::fragments)
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(commit.parent().resolve(name).toString());
    isMended(whole);

    String other = commit.name().replaceFirst("_[0-9a-f]", "_z");
    rename(commit, other);
    assertThatThrownBy(this::fragments).hasMessageContaining(other);
    isMended(whole);
  }

  @Test
  void theLostCommitOfAMergedFragmentIsRepaired() {
    merged();
    Set<String> whole = fragments();
    Location commit = file(whole.iterator().next() + ".wrt");
    storage.delete(commit);

    isTold(commit, " fragment " + whole.iterator().next() + " replaces others");
    isMended(whole);
  }

  @Test
  void aCompleteFragmentWithoutACommitIsKeptAndRemovedWhenNamed() {
    copy("made-time/fragments-dense");
    Location commit = file(".wrt");
    String fragment = commit.name().replace(".wrt", "");
    storage.delete(commit);

    GcReport kept = azulejo.maintenance(ARRAY).gc(NOW);
    assertThat(kept.entries())
        .extracting(GcReport.Entry::kind, GcReport.Entry::removed)
        .containsExactly(tuple(GcReport.Kind.COMPLETE_FRAGMENT, false));
    assertThat(kept.entries().get(0).cells().orElse(0)).isPositive();
    assertThat(repair(REPAIR).actions()).isEmpty();
    assertThat(storage.names(ARRAY.resolve("__fragments/" + fragment))).isNotEmpty();
    assertThatThrownBy(
            () -> azulejo.maintenance(ARRAY).gc(NOW.completeFragments(Set.of("__1_1_x_23"))))
        .isInstanceOf(InvalidRequestException.class);

    assertThat(azulejo.maintenance(ARRAY).gc(NOW.completeFragments(Set.of(fragment))).entries())
        .extracting(GcReport.Entry::removed)
        .containsExactly(true);
    assertThat(storage.names(ARRAY.resolve("__fragments"))).doesNotContain(fragment);
  }

  @Test
  void aCompleteFragmentWithoutACommitIsRecoveredOnRequest() {
    copy("made-time/fragments-dense");
    Set<String> whole = fragments();
    Location commit = file(".wrt");
    String fragment = commit.name().replace(".wrt", "");
    storage.delete(commit);
    assertThat(fragments()).hasSize(whole.size() - 1);

    assertThatThrownBy(() -> repair(REPAIR.recovered(Set.of("__1_1_x_23"))))
        .isInstanceOf(InvalidRequestException.class);
    RepairReport planned = repair(REPAIR.dryRun().recovered(Set.of(fragment)));
    assertThat(planned.actions())
        .extracting(RepairReport.Action::note)
        .first()
        .asString()
        .contains("cells become visible, as written from 1970-01-01T00:00:00.0");
    assertThat(fragments()).hasSize(whole.size() - 1);

    repair(REPAIR.recovered(Set.of(fragment)));
    assertThat(fragments()).isEqualTo(whole);
    storage.delete(commit);
    repair(REPAIR.allRecovered());
    assertThat(fragments()).isEqualTo(whole);
  }

  @Test
  void fragmentsWithoutASchemaAreKept() {
    copy("made-time/fragments-dense");
    storage.deleteFolder(ARRAY.resolve("__schema"));
    Set<String> before = StoredFiles.paths(storage);

    assertThat(azulejo.maintenance(ARRAY).gc(NOW).entries())
        .extracting(GcReport.Entry::kind)
        .containsExactly(GcReport.Kind.LOST_ARRAY);
    assertThat(StoredFiles.paths(storage)).isEqualTo(before);
    azulejo.maintenance(ARRAY).gc(NOW.allCompleteFragments());
    assertThat(StoredFiles.paths(storage)).isEmpty();
  }

  @Test
  void aDamagedArrayDoesNotBlockGarbageCollectionOfOthers() {
    gathered();
    change(file(".con"), text -> "");
    Location other = ARRAY.parent().resolve("other");
    MemoryCopy.of(
        CorpusFolder.bundledSelection().path().resolve("made-time/fragments-dense/array"),
        storage,
        other);
    storage.createExclusive(other.resolve("__commits/.0123456789abcdef.tmp"), new byte[1]);

    GcReport report = azulejo.maintenance(ARRAY.parent()).gc(NOW);

    assertThat(report.entries()).extracting(GcReport.Entry::removed).containsExactly(true);
    assertThat(report.refused()).singleElement().asString().contains(".con", "the list is empty");
  }
}
