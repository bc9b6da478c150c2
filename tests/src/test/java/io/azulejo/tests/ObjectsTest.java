package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.Catalog;
import io.azulejo.ChangeOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.Group;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.StoredFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays and groups as a whole: copied, moved, removed, walked through; fragments removed. */
class ObjectsTest {
  private static final Location PLACE = Location.of("mem://a/b");
  private static final Location OTHER = Location.of("mem://c");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  @TempDir Path folder;

  private static List<Expectation> expectations() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    List<Expectation> found = new ArrayList<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (!expectation.openingFails() && !expectation.name().contains("broken")) {
        found.add(expectation);
      }
    }
    assertThat(found)
        .hasSizeGreaterThan(50)
        .anyMatch(Expectation::group)
        .anyMatch(expectation -> !expectation.group());
    return found;
  }

  private static List<String> rows(Array array) {
    try (Stream<Row> rows = array.read(ReadRequest.ALL.limit(1000)).rows()) {
      return rows.map(Row::toString).toList();
    }
  }

  private void clear() {
    storage.deleteFolder(Location.of("mem://a"));
    storage.deleteFolder(OTHER);
  }

  @Test
  void copiesReadLikeTheOriginals() {
    for (Expectation expectation : expectations()) {
      clear();
      MemoryCopy.of(expectation.location(), storage, PLACE);
      OpenOptions open =
          expectation.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);

      azulejo.catalog().copy(PLACE, OTHER);

      if (expectation.group()) {
        assertThat(azulejo.group(OTHER).open(open).members())
            .as(expectation.name())
            .isEqualTo(azulejo.group(PLACE).open(open).members());
        assertThat(azulejo.group(OTHER).open(open).metadata())
            .isEqualTo(azulejo.group(PLACE).open(open).metadata());
        assertThat(relative(OTHER)).isEqualTo(relative(PLACE));
        continue;
      }
      Array copy = azulejo.open(OTHER, open);
      Array original = azulejo.open(PLACE, open);
      assertThat(copy.history().toString().replace(OTHER.toString(), PLACE.toString()))
          .as(expectation.name())
          .isEqualTo(original.history().toString());
      assertThat(copy.metadata()).isEqualTo(original.metadata());
      assertThat(rows(copy)).as(expectation.name()).isEqualTo(rows(original));
    }
  }

  private List<String> relative(Location root) {
    try (Stream<Catalog.Entry> found = azulejo.catalog().walk(root)) {
      return found
          .map(e -> e.type() + e.location().path().substring(root.path().length()))
          .toList();
    }
  }

  @Test
  void copiesFromStoreToStore() {
    Expectation expectation = expectations().stream().filter(e -> !e.group()).findFirst().get();
    Location place = Location.of(folder.resolve("copy"));

    azulejo.catalog().copy(Location.of(expectation.location()), PLACE);
    azulejo.catalog().copy(PLACE, place);

    assertThat(rows(azulejo.open(place))).isEqualTo(rows(azulejo.open(PLACE)));
  }

  @Test
  void leavesOutWhatWasNotCommitted() {
    MemoryCopy.of(
        CorpusFolder.bundledSelection().path().resolve("made-time/fragments-dense/array"),
        storage,
        PLACE);
    storage.createExclusive(
        PLACE.resolve("__fragments/__5_5_0123456789abcdef0123456789abcdef_23/a0.tdb"), new byte[3]);
    storage.createExclusive(PLACE.resolve("__commits/x.tmp"), new byte[3]);

    azulejo.catalog().copy(PLACE, OTHER);

    assertThat(StoredFiles.paths(storage))
        .filteredOn(path -> path.contains("c/"))
        .noneMatch(path -> path.contains("0123456789abcdef") || path.endsWith(".tmp"));
  }

  @Test
  void movesWithinAStoreAndBetweenStores() {
    Path original =
        CorpusFolder.bundledSelection().path().resolve("made-time/fragments-dense/array");
    MemoryCopy.of(original, storage, PLACE);
    List<String> rows = rows(azulejo.open(PLACE));

    azulejo.catalog().move(PLACE, OTHER);
    assertThat(azulejo.catalog().type(PLACE)).isEqualTo(ObjectType.NONE);
    assertThat(storage.list(PLACE)).isEmpty();
    assertThat(rows(azulejo.open(OTHER))).isEqualTo(rows);

    Location inFiles = Location.of(folder.resolve("x"));
    Location moved = Location.of(folder.resolve("y/z"));
    azulejo.catalog().move(OTHER, inFiles);
    azulejo.catalog().move(inFiles, moved);
    assertThat(rows(azulejo.open(moved))).isEqualTo(rows);
    assertThat(Files.exists(inFiles.toPath())).isFalse();
    assertThat(storage.list(OTHER)).isEmpty();
  }

  @Test
  void refusesPlacesThatAreTaken() throws IOException {
    azulejo.group(PLACE).create();
    azulejo.group(OTHER).create();
    storage.createExclusive(Location.of("mem://d/file"), new byte[1]);

    refuses(AlreadyExistsException.class, () -> azulejo.catalog().copy(PLACE, OTHER));
    assertThatThrownBy(() -> azulejo.catalog().move(PLACE, Location.of("mem://d")))
        .isInstanceOf(AlreadyExistsException.class);
    refuses(InvalidRequestException.class, () -> azulejo.catalog().copy(PLACE, PLACE.resolve("x")));
    refuses(
        NotFoundException.class,
        () -> azulejo.catalog().copy(Location.of("mem://d"), Location.of("mem://e")));
    assertThatThrownBy(() -> azulejo.catalog().move(Location.of("mem://d"), Location.of("mem://e")))
        .isInstanceOf(NotFoundException.class);
    refuses(NotFoundException.class, () -> azulejo.catalog().remove(Location.of("mem://d")));
    assertThat(storage.find(Location.of("mem://d/file"))).isPresent();
  }

  private void nestedGroups() {
    azulejo.group(PLACE).create();
    azulejo.group(PLACE.resolve("sub")).create();
    Path array = CorpusFolder.bundledSelection().path().resolve("made-time/fragments-dense/array");
    MemoryCopy.of(array, storage, PLACE.resolve("sub/deep/one"));
    MemoryCopy.of(array, storage, PLACE.resolve("two"));
    azulejo
        .group(PLACE)
        .change(
            io.azulejo.GroupChange.builder().addRelative("two", "x").addRelative("sub").build(),
            ChangeOptions.DEFAULT);
    storage.createExclusive(PLACE.resolve("notes.txt"), new byte[7]);
  }

  @Test
  void walksThroughGroupsAndFolders() {
    nestedGroups();

    assertThat(relative(Location.of("mem://a")))
        .containsExactly("GROUP/b", "GROUP/b/sub", "ARRAY/b/sub/deep/one", "ARRAY/b/two");
    assertThat(relative(PLACE.resolve("two"))).containsExactly("ARRAY");
    assertThat(relative(OTHER)).isEmpty();
  }

  @Test
  void copiesGroupsWithWhatLiesInTheirFolder() {
    nestedGroups();

    azulejo.catalog().copy(PLACE, OTHER);

    assertThat(relative(OTHER))
        .containsExactly("GROUP", "GROUP/sub", "ARRAY/sub/deep/one", "ARRAY/two");
    assertThat(azulejo.group(OTHER).open().members())
        .extracting(Group.Member::uri)
        .containsExactly("sub", "two");
    assertThat(storage.find(OTHER.resolve("notes.txt"))).isPresent();
  }

  @Test
  void removesArraysAndGroups() {
    nestedGroups();

    azulejo.catalog().remove(PLACE.resolve("two"));
    assertThat(relative(PLACE)).containsExactly("GROUP", "GROUP/sub", "ARRAY/sub/deep/one");

    azulejo.catalog().remove(PLACE);
    assertThat(StoredFiles.paths(storage)).isEmpty();
  }

  @Test
  void whatIsLeftOfARemovalCanBeRemoved() {
    nestedGroups();
    Location array = PLACE.resolve("two");
    storage.deleteFolder(array.resolve("__schema"));
    assertThat(azulejo.catalog().type(array)).isEqualTo(ObjectType.NONE);

    azulejo.catalog().remove(array);

    assertThat(storage.list(array)).isEmpty();
  }

  @Test
  void deletesFragmentsOfAllKindsOfArrays() {
    int deleted = 0;
    for (Expectation expectation : expectations()) {
      if (expectation.group()) {
        continue;
      }
      clear();
      MemoryCopy.of(expectation.location(), storage, PLACE);
      OpenOptions open =
          expectation.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
      Azulejo keyed = expectation.keyed(azulejo, PLACE);
      List<FragmentInfo> fragments = azulejo.open(PLACE, open).fragments();
      if (fragments.isEmpty()) {
        continue;
      }
      FragmentInfo first = fragments.get(0);
      List<FragmentInfo> others =
          fragments.stream()
              .filter(f -> f.times().start() > first.times().end() || !inside(f, first))
              .toList();

      List<String> names =
          keyed
              .array(PLACE)
              .deleteFragments(TimeRange.between(first.times().start(), first.times().end()));

      assertThat(names).as(expectation.name()).contains(first.name());
      assertThat(azulejo.open(PLACE, open).fragments())
          .as(expectation.name())
          .extracting(FragmentInfo::name)
          .containsExactlyElementsOf(others.stream().map(FragmentInfo::name).toList());
      List<String> rest = others.stream().map(FragmentInfo::name).toList();
      keyed.array(PLACE).deleteFragments(rest);
      assertThat(azulejo.open(PLACE, open).fragments()).as(expectation.name()).isEmpty();
      assertThat(StoredFiles.paths(storage))
          .as(expectation.name())
          .noneMatch(path -> path.contains(first.name() + "/"));
      assertThat(rows(azulejo.open(PLACE, open))).isNotNull();
      deleted += names.size() + rest.size();
    }
    assertThat(deleted).isGreaterThan(100);
  }

  private static boolean inside(FragmentInfo fragment, FragmentInfo of) {
    return of.times().containsAll(fragment.times().start(), fragment.times().end());
  }

  @Test
  void refusesToDeleteFragmentsThatAreNotThere() {
    MemoryCopy.of(
        CorpusFolder.bundledSelection().path().resolve("made-time/fragments-dense/array"),
        storage,
        PLACE);
    List<FragmentInfo> fragments = azulejo.open(PLACE).fragments();

    refuses(
        AzulejoException.class,
        () -> azulejo.array(PLACE).deleteFragments(List.of(fragments.get(0).name(), "__1_1_x")));
    assertThat(azulejo.open(PLACE).fragments()).hasSameSizeAs(fragments);
    assertThat(azulejo.array(PLACE).deleteFragments(TimeRange.until(0))).isEmpty();
  }
}
