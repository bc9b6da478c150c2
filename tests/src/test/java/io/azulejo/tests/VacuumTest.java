package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static io.azulejo.tests.SweptArray.ARRAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.OpenOptions;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.StoredFiles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is vacuumed, what is not, and what is said of it. */
class VacuumTest {
  private static final String COMMITS = "__commits";

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  private void copy(String name) {
    MemoryCopy.of(
        CorpusFolder.bundledSelection().path().resolve(name).resolve("array"), storage, ARRAY);
  }

  private VacuumReport vacuum(MaintenanceMode mode) {
    return azulejo.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode));
  }

  private void consolidate(MaintenanceMode mode) {
    azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
  }

  private List<String> names(String folder) {
    return storage.names(ARRAY.resolve(folder));
  }

  private List<String> names(String folder, String suffix) {
    return names(folder).stream().filter(name -> name.endsWith(suffix)).toList();
  }

  private void file(String path, String content) {
    storage.createExclusive(ARRAY.resolve(path), content.getBytes(StandardCharsets.UTF_8));
  }

  private String text(String path) {
    return new String(StoredFiles.content(storage, ARRAY.resolve(path)), StandardCharsets.UTF_8);
  }

  private List<String> answers() {
    return AskedTimes.of(azulejo, ARRAY, Optional.empty(), false).read(azulejo);
  }

  @Test
  void aDryRunTellsWhatIsThenDeleted() {
    copy("made-time/consolidate-sparse-dups-fragments");
    TreeSet<String> before = new TreeSet<>(StoredFiles.paths(storage));
    AtomicLong done = new AtomicLong();
    VacuumRequest request =
        VacuumRequest.DEFAULT.progress((bytes, total) -> done.set(bytes == total ? bytes : 0));

    VacuumReport dry = azulejo.maintenance(ARRAY).vacuum(request.dryRun());
    assertThat(StoredFiles.paths(storage)).isEqualTo(before);
    VacuumReport report = azulejo.maintenance(ARRAY).vacuum(request);

    assertThat(dry.dryRun()).isTrue();
    assertThat(report.deletions()).isEqualTo(dry.deletions());
    assertThat(report.deletions())
        .extracting(VacuumReport.Deletion::reason)
        .contains(
            "fragment __10_40_549dada38b937e53346de0e6b6d9cc64_23 holds its cells",
            "its fragment is deleted",
            "everything that it lists is deleted");
    long bytes = 0;
    for (String path : before) {
      if (report.deletions().stream()
          .anyMatch(
              deletion ->
                  path.equals(deletion.location().path())
                      || path.startsWith(deletion.location().path() + "/"))) {
        bytes += StoredFiles.content(copyOf(path), ARRAY).length;
        assertThat(storage.find(Location.of("mem://" + path))).isEmpty();
      } else {
        assertThat(storage.find(Location.of("mem://" + path))).isPresent();
      }
    }
    assertThat(report.bytes()).isEqualTo(bytes);
    assertThat(done.get()).isEqualTo(bytes);
    assertThat(vacuum(MaintenanceMode.FRAGMENTS).deletions()).isEmpty();
  }

  /** The same file as it was bundled, alone in a store. */
  private static Storage copyOf(String path) {
    Storage whole = Storage.inMemory();
    MemoryCopy.of(
        CorpusFolder.bundledSelection()
            .path()
            .resolve("made-time/consolidate-sparse-dups-fragments/array"),
        whole,
        ARRAY);
    Storage one = Storage.inMemory();
    one.createExclusive(ARRAY, StoredFiles.content(whole, Location.of("mem://" + path)));
    return one;
  }

  @Test
  void fragmentsWithAMissingReplacementAreKept() {
    copy("made-time/consolidate-sparse-dups-fragments");
    String vacuum = names(COMMITS, ".vac").get(0);
    String merged = vacuum.replace(".vac", "");
    storage.delete(ARRAY.resolve("__fragments/" + merged + "/__fragment_metadata.tdb"));
    TreeSet<String> before = new TreeSet<>(StoredFiles.paths(storage));

    VacuumReport report = vacuum(MaintenanceMode.FRAGMENTS);

    assertThat(report.deletions()).isEmpty();
    assertThat(report.kept())
        .extracting(VacuumReport.Kept::location, VacuumReport.Kept::reason)
        .containsExactly(
            tuple(
                ARRAY.resolve(COMMITS + "/" + vacuum),
                "fragment "
                    + merged
                    + ", which should hold the cells of the listed fragments, is missing, so"
                    + " they are kept"));
    assertThat(StoredFiles.paths(storage)).isEqualTo(before);
  }

  @Test
  void whatWasConsolidatedTwiceGoesAtOnce() {
    copy("made-time/consolidate-dense-fragments");
    String first = names(COMMITS, ".vac").get(0).replace(".vac", "");
    String second = first.replaceAll("[0-9a-f]{32}", "0123456789abcdef0123456789abcdef");
    for (String name : names("__fragments/" + first)) {
      storage.createExclusive(
          ARRAY.resolve("__fragments/" + second + "/" + name),
          StoredFiles.content(storage, ARRAY.resolve("__fragments/" + first + "/" + name)));
    }
    file(COMMITS + "/" + second + ".wrt", "");
    file(COMMITS + "/" + second + ".vac", "/__fragments/" + first + "\n");
    List<String> before = answers();

    vacuum(MaintenanceMode.FRAGMENTS);

    assertThat(names("__fragments")).containsExactly(second);
    assertThat(names(COMMITS)).containsExactly(second + ".wrt");
    assertThat(answers()).isNotEmpty().isSubsetOf(before);
  }

  @Test
  void fragmentsThatReplaceEachOtherStay() {
    copy("made-time/fragments-dense");
    String a = names("__fragments").get(0);
    String b = twin(a, "0123456789abcdef0123456789abcdef");
    String c = twin(a, "123456789abcdef0123456789abcdef0");
    List<String> fragments = names("__fragments");
    file(COMMITS + "/" + a + ".vac", "/__fragments/" + b + "\n");
    file(COMMITS + "/" + b + ".vac", "/__fragments/" + a + "\n");
    file(COMMITS + "/" + c + ".vac", "/__fragments/" + c + "\n");

    VacuumReport report = vacuum(MaintenanceMode.FRAGMENTS);

    assertThat(report.deletions()).isEmpty();
    assertThat(report.kept())
        .hasSize(3)
        .extracting(VacuumReport.Kept::reason)
        .containsOnly("fragments replace each other, so what it lists is kept");
    assertThat(names("__fragments")).isEqualTo(fragments);
  }

  /** Commits a copy of a fragment of the same times; gives its name. */
  private String twin(String fragment, String label) {
    String twin = fragment.replaceAll("[0-9a-f]{32}", label);
    for (String name : names("__fragments/" + fragment)) {
      storage.createExclusive(
          ARRAY.resolve("__fragments/" + twin + "/" + name),
          StoredFiles.content(storage, ARRAY.resolve("__fragments/" + fragment + "/" + name)));
    }
    file(COMMITS + "/" + twin + ".wrt", "");
    return twin;
  }

  @Test
  void listsOfMissingFragmentsAreDeleted() {
    copy("made-time/fragments-dense");
    String gone = "__3_3_0123456789abcdef0123456789abcdef_23";
    file(COMMITS + "/" + gone + ".vac", "/__fragments/__3_3_123456789abcdef0123456789abcdef0_23\n");

    assertThat(vacuum(MaintenanceMode.FRAGMENTS).deletions())
        .extracting(VacuumReport.Deletion::reason)
        .containsExactly("nothing that it lists exists");
    assertThat(names(COMMITS, ".vac")).isEmpty();
  }

  @Test
  void pendingListsCountWithTheirFragmentAndGoWithWhatTheyList() {
    copy("made-time/consolidate-sparse-dups-fragments");
    String vacuum = names(COMMITS, ".vac").get(0);
    String pending = vacuum + ".tmp";
    String announced = pending.replaceAll("[0-9a-f]{32}", "0123456789abcdef0123456789abcdef");
    file(COMMITS + "/" + pending, text(COMMITS + "/" + vacuum));
    file(COMMITS + "/" + announced, text(COMMITS + "/" + vacuum));
    storage.delete(ARRAY.resolve(COMMITS + "/" + vacuum));
    List<String> before = answers();

    vacuum(MaintenanceMode.FRAGMENTS);

    assertThat(names("__fragments")).containsExactly(vacuum.replace(".vac", ""));
    assertThat(names(COMMITS)).containsExactlyInAnyOrder(vacuum.replace(".vac", ".wrt"), announced);
    assertThat(answers()).isNotEmpty().isSubsetOf(before);
  }

  @Test
  void commitsThatAreInOneFileAreTakenBack() {
    copy("made-time/consolidate-dense-fragments");
    List<String> replaced =
        text(COMMITS + "/" + names(COMMITS, ".vac").get(0))
            .lines()
            .map(line -> line.replace("/__fragments/", ""))
            .toList();
    consolidate(MaintenanceMode.COMMITS);
    vacuum(MaintenanceMode.COMMITS);
    assertThat(names(COMMITS, ".wrt")).isEmpty();

    vacuum(MaintenanceMode.FRAGMENTS);

    String ignores = names(COMMITS, ".ign").get(0);
    assertThat(ignores).matches("__10_40_[0-9a-f]{32}_23\\.ign");
    assertThat(text(COMMITS + "/" + ignores))
        .isEqualTo(
            String.join("", replaced.stream().map(n -> "__commits/" + n + ".wrt\n").toList()));
    assertThat(vacuum(MaintenanceMode.COMMITS).deletions()).isEmpty();

    consolidate(MaintenanceMode.COMMITS);
    assertThat(vacuum(MaintenanceMode.COMMITS).deletions())
        .extracting(VacuumReport.Deletion::reason)
        .hasSize(2)
        .anyMatch(reason -> reason.endsWith(".con holds all commits"))
        .contains("none of the commits that it ignores is left");
    assertThat(names(COMMITS)).hasSize(1);
    assertThat(azulejo.open(ARRAY).fragments()).hasSize(1);
  }

  @Test
  void theFileThatHoldsAllCommitsIsTheOneOfTheGreatestLabel() {
    copy("made-time/fragments-dense");
    List<String> commits =
        names(COMMITS, ".wrt").stream().map(n -> "__commits/" + n + "\n").toList();
    String all = "__10_50_0123456789abcdef0123456789abcdef_23.con";
    String some = "__10_10_eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee_23.con";
    file(COMMITS + "/" + all, String.join("", commits));
    file(COMMITS + "/" + some, commits.get(0));

    vacuum(MaintenanceMode.COMMITS);

    assertThat(names(COMMITS)).hasSize(1).first().asString().startsWith("__10_50_eeeeeeeeeeeeeeef");
    assertThat(text(COMMITS + "/" + names(COMMITS).get(0))).isEqualTo(String.join("", commits));
    assertThat(azulejo.open(ARRAY).fragments()).hasSize(commits.size());
  }

  @Test
  void commitsThatNoFileHoldsStay() {
    copy("made-time/fragments-dense");
    List<String> commits = names(COMMITS, ".wrt");
    file(
        COMMITS + "/__10_20_eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee_23.con",
        "__commits/" + commits.get(0) + "\n__commits/" + commits.get(1) + "\n");
    file(
        COMMITS + "/__20_20_dddddddddddddddddddddddddddddddd_23.ign",
        "__commits/" + commits.get(1) + "\n");

    vacuum(MaintenanceMode.COMMITS);

    assertThat(names(COMMITS, ".wrt")).isEqualTo(commits.subList(1, commits.size()));
    assertThat(names(COMMITS, ".ign")).hasSize(1);
    assertThat(azulejo.open(ARRAY).fragments()).hasSize(commits.size());
  }

  @Test
  void theMostCompleteFooterFileIsKept() {
    copy("made-time/fragments-dense");
    consolidate(MaintenanceMode.FRAGMENT_METADATA);
    String newest = names("__fragment_meta").get(0);
    byte[] bytes = StoredFiles.content(storage, ARRAY.resolve("__fragment_meta/" + newest));
    List<FragmentInfo> fragments = azulejo.open(ARRAY).fragments();
    azulejo.array(ARRAY).deleteFragments(List.of(fragments.get(0).name()));
    consolidate(MaintenanceMode.FRAGMENT_METADATA);
    String exact =
        names("__fragment_meta").stream().filter(n -> !n.equals(newest)).findFirst().get();
    String older = "__10_40_0123456789abcdef0123456789abcdef_23.meta";
    storage.createExclusive(ARRAY.resolve("__fragment_meta/" + older), bytes);

    List<String> deleted = new ArrayList<>();
    vacuum(MaintenanceMode.FRAGMENT_METADATA)
        .deletions()
        .forEach(deletion -> deleted.add(deletion.location().name()));

    assertThat(deleted).hasSize(2).contains(older);
    assertThat(names("__fragment_meta")).hasSize(1).isSubsetOf(newest, exact);
  }

  @Test
  void metadataStayAsLongAsTheMergedOnesAreNotThere() {
    copy("made-time/metadata-consolidated");
    String vacuum = names("__meta", ".vac").get(0);
    String merged = vacuum.replace(".vac", "");
    storage.delete(ARRAY.resolve("__meta/" + merged));
    List<String> before = names("__meta");

    assertThatThrownBy(() -> vacuum(MaintenanceMode.ARRAY_METADATA))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(
            merged + ": it is missing, but according to a list it replaces others");
    assertThat(names("__meta")).isEqualTo(before);
    assertThatThrownBy(() -> azulejo.open(ARRAY).metadata())
        .isInstanceOf(CorruptDataException.class);
  }

  @Test
  void metadataWithoutValuesAreDeletedWithoutAMergedFile() {
    copy("made-time/fragments-dense");
    storage.deleteFolder(ARRAY.resolve("__meta"));
    for (int time : new int[] {5, 6}) {
      MetadataChange.Builder change = MetadataChange.builder();
      azulejo
          .array(ARRAY)
          .metadata()
          .change(
              (time == 5 ? change.put("k", MetadataValue.ofInts(1)) : change.remove("k")).build(),
              ChangeOptions.DEFAULT.at(time));
    }
    String lines =
        String.join("", names("__meta").stream().map(n -> "/__meta/" + n + "\n").toList());
    file("__meta/__5_6_0123456789abcdef0123456789abcdef.vac", lines);

    assertThat(vacuum(MaintenanceMode.ARRAY_METADATA).deletions()).hasSize(3);
    assertThat(names("__meta")).isEmpty();
  }

  @Test
  void groupsKeepTheirMetadata() {
    Location group = Location.of("mem://group");
    azulejo.group(group).create();
    for (int time = 1; time < 5; time++) {
      azulejo
          .array(group)
          .metadata()
          .change(
              MetadataChange.builder().put("k" + time % 3, MetadataValue.ofInts(time)).build(),
              ChangeOptions.DEFAULT.at(time));
    }
    var before = azulejo.group(group).open().metadata();
    ConsolidationRequest request =
        ConsolidationRequest.DEFAULT.mode(MaintenanceMode.GROUP_METADATA);
    azulejo.maintenance(group).consolidate(request);
    List<String> names = storage.names(group.resolve("__meta"));
    String vacuum = names.stream().filter(n -> n.endsWith(".vac")).findFirst().orElseThrow();
    assertThat(
            new String(
                StoredFiles.content(storage, group.resolve("__meta/" + vacuum)),
                StandardCharsets.UTF_8))
        .matches("(mem://group/__meta/__\\d_\\d_[0-9a-f]{32}\n){4}");

    VacuumRequest vacuuming = VacuumRequest.DEFAULT.config("sm.vacuum.mode", "group_meta");
    assertThat(azulejo.maintenance(group).vacuum(vacuuming).deletions()).hasSize(5);
    assertThat(storage.names(group.resolve("__meta"))).hasSize(1);
    assertThat(azulejo.group(group).open().metadata().keySet()).isEqualTo(before.keySet());
    assertThat(azulejo.group(group).open(OpenOptions.DEFAULT.at(TimeRange.until(3))).metadata())
        .isEmpty();
  }

  @Test
  void groupsAreNotVacuumedAsArraysOrArraysAsGroups() {
    copy("made-time/fragments-dense");
    azulejo.group(ARRAY.parent()).create();
    refuses(NotFoundException.class, () -> vacuum(MaintenanceMode.GROUP_METADATA));
    refuses(NotFoundException.class, () -> azulejo.maintenance(ARRAY.parent()).vacuum());
  }

  @Test
  void settingsHaveTheNamesOfTheReference() {
    VacuumRequest request = VacuumRequest.DEFAULT.config("sm.vacuum.mode", "commits");
    assertThat(request.mode()).isEqualTo(MaintenanceMode.COMMITS);
    refuses(
        InvalidRequestException.class,
        () -> VacuumRequest.DEFAULT.config("sm.vacuum.modes", "commits"));
  }
}
