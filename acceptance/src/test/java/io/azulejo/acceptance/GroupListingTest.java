package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.Catalog;
import io.azulejo.ChangeOptions;
import io.azulejo.Group;
import io.azulejo.GroupChange;
import io.azulejo.ObjectType;
import io.azulejo.error.AzulejoException;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups whose folders hold more than their members, such as those of old that list none. */
class GroupListingTest {
  private static final ArraySchema SCHEMA = TestSchemas.of("sparse(x INT32 1..100/10) a INT32");

  @AutoClose private final Azulejo azulejo = Azulejo.create();

  @TempDir Path folder;

  private Path group;

  /** A group of the old kind: a file that marks it, and what lies in its folder. */
  @BeforeEach
  void createAGroupThatListsNothing() throws IOException {
    group = Files.createDirectories(folder.resolve("old"));
    Files.createFile(group.resolve("__tiledb_group.tdb"));
    azulejo.create(Location.of(group.resolve("data")), SCHEMA);
    Files.createDirectories(group.resolve("metadata"));
    Files.createFile(group.resolve("metadata/__tiledb_group.tdb"));
    azulejo.create(Location.of(group.resolve("metadata/headers")), SCHEMA);
    Files.createDirectories(group.resolve("plain/empty"));
    azulejo.create(Location.of(group.resolve("plain/deep")), SCHEMA);
  }

  private static String output(String... args) {
    CommandRun run = CommandRun.of(List.of(args));
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    return run.out();
  }

  private List<String> nonMembers(Path place) {
    Group opened = azulejo.group(Location.of(place)).open();
    List<AzulejoException> unlisted = new ArrayList<>();
    List<String> names =
        azulejo.catalog().nonMembers(opened, unlisted::add).stream()
            .map(e -> e.type() + " " + place.relativize(e.location().toPath()))
            .toList();
    assertThat(unlisted).isEmpty();
    return names;
  }

  @Test
  void findsObjectsInTheFolderOfAGroupThatListsNoMembers() {
    assertThat(nonMembers(group))
        .containsExactly("ARRAY data", "GROUP metadata", "ARRAY plain/deep");
  }

  @Test
  void treeAndInfoShowNonMembers() {
    String tree =
        """
         (group)
        ├── data        array, not a member
        ├── metadata    group, not a member
        │   └── headers  array, not a member
        └── plain/deep  array, not a member
        """;
    assertThat(output("tree", group.toString())).isEqualTo(group + tree);
    assertThat(output("info", group.toString()))
        .isEqualTo(
            group
                + """
                 (group): 3 arrays, 1 group, 0 cells, 0 bytes
                ├── data        array, not a member: sparse, x: a; no cells written
                ├── metadata    group, not a member
                │   └── headers  array, not a member: sparse, x: a; no cells written
                └── plain/deep  array, not a member: sparse, x: a; no cells written
                """);
    assertThat(output("tree", folder.toString()))
        .contains("└── old  group\n", "    │   └── headers  array, not a member\n");
  }

  @Test
  void lsMarksNonMembersInEveryFormat() {
    assertThat(output("ls", group.toString(), "--format", "json"))
        .isEqualTo(
            """
            {"name":"data","type":"array, not a member","location":"%1$s/data"}
            {"name":"metadata","type":"group, not a member","location":"%1$s/metadata"}
            {"name":"plain/deep","type":"array, not a member","location":"%1$s/plain/deep"}
            """
                .formatted(group));
    assertThat(output("ls", folder.toString(), "--format", "csv")).contains("old,group,");
  }

  @Test
  void membersAreListedOnce() {
    azulejo
        .group(Location.of(group))
        .change(
            GroupChange.builder()
                .addRelative("data", "cells")
                .addAbsolute(Location.of(group.resolve("plain/deep")))
                .build(),
            ChangeOptions.DEFAULT);

    assertThat(nonMembers(group)).containsExactly("GROUP metadata");
    assertThat(output("tree", group.toString()))
        .contains("cells     array\n", "metadata  group, not a member\n")
        .doesNotContain("plain")
        .doesNotContain("─ data");
  }

  @Test
  void cyclicLinksAreNotFollowed() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.createFile(other.resolve("__tiledb_group.tdb"));
    Files.createSymbolicLink(group.resolve("up"), Path.of(".."));
    Files.createSymbolicLink(group.resolve("self"), Path.of("."));
    Files.createSymbolicLink(group.resolve("other"), other);
    Files.createSymbolicLink(other.resolve("back"), group);

    assertThat(nonMembers(group)).contains("GROUP other").doesNotContain("GROUP self", "GROUP up");
    assertThat(output("tree", group.toString()))
        .contains("other       group, not a member\n", "└── back  group, contains itself\n");
    try (Stream<Catalog.Entry> all = azulejo.catalog().walk(Location.of(folder))) {
      assertThat(all).extracting(Catalog.Entry::type).contains(ObjectType.ARRAY, ObjectType.GROUP);
    }
    assertThat(verify(group).objects()).isEqualTo(6);
  }

  @Test
  void foldersThatLinkToEachOtherAreNotFollowed() throws IOException {
    Path one = Files.createDirectories(folder.resolve("pair/one"));
    Path two = Files.createDirectories(folder.resolve("elsewhere/two"));
    azulejo.create(Location.of(one.resolve("x")), SCHEMA);
    azulejo.create(Location.of(two.resolve("y")), SCHEMA);
    Files.createSymbolicLink(one.resolve("to"), two);
    Files.createSymbolicLink(two.resolve("back"), one);

    assertThat(output("tree", folder.resolve("pair").toString()))
        .contains("y     array\n", "back  folder, contains itself\n");
  }

  @Test
  void foldersOfAnyDepthAreWalkedThrough() {
    Location top = Location.of("mem://top");
    try (Azulejo inMemory = Azulejo.builder().storage("mem", Storage.inMemory()).build()) {
      inMemory.create(top.resolve("x/".repeat(1000) + "array"), SCHEMA);

      try (Stream<Catalog.Entry> all = inMemory.catalog().walk(top)) {
        assertThat(all).hasSize(1);
      }
      VerifyReport report = inMemory.maintenance(top).verify();
      assertThat(report.objects()).isEqualTo(1);
    }
  }

  private VerifyReport verify(Path place) {
    return azulejo.maintenance(Location.of(place)).verify();
  }

  @Test
  void verifyOfTheGroupAndOfTheFolderAboveVerifiesAllOfThem() throws IOException {
    for (Path place : List.of(group, folder)) {
      VerifyReport report = verify(place);

      assertThat(report.objects()).isEqualTo(5);
      assertThat(report.isSound()).isTrue();
      assertThat(report.problems())
          .allMatch(p -> p.severity() == Problem.Severity.NOTICE)
          .extracting(p -> p.location().name() + ": " + p.what())
          .containsExactlyInAnyOrder(
              "data: an array is in the folder of the group, but is not a member of the group",
              "metadata: a group is in the folder of the group, but is not a member of the group",
              "headers: an array is in the folder of the group, but is not a member of the group",
              "deep: an array is in the folder of the group, but is not a member of the group");
    }
    try (Stream<Path> schemas = Files.list(group.resolve("metadata/headers/__schema"))) {
      Files.writeString(schemas.filter(Files::isRegularFile).findFirst().orElseThrow(), "x");
    }
    assertThat(verify(group).isSound()).isFalse();
    assertThat(verify(folder).isSound()).isFalse();
  }

  /** Holds of the group that is made here, and of all groups of the corpus. */
  @Test
  void everyObjectInTheFolderOfAGroupIsShown() throws IOException {
    List<Path> groups = new ArrayList<>(List.of(group));
    try (Stream<Path> files = Files.walk(CorpusFolder.find().path())) {
      files
          .filter(file -> file.endsWith("__tiledb_group.tdb"))
          .map(Path::getParent)
          .forEach(groups::add);
    }
    int objects = 0;
    for (Path place : groups) {
      assertThat(azulejo.catalog().type(Location.of(place)))
          .as("%s", place)
          .isEqualTo(ObjectType.GROUP);
      Group opened = azulejo.group(Location.of(place)).open();
      Set<Location> shown = new HashSet<>();
      opened.members().forEach(member -> shown.add(opened.locate(member)));
      azulejo.catalog().nonMembers(opened, e -> {}).forEach(entry -> shown.add(entry.location()));
      Set<Location> there = objectsIn(place);
      assertThat(shown).as("%s", place).containsAll(there);
      objects += there.size();
    }
    assertThat(groups).as("groups of the corpus beside the one made here").hasSizeGreaterThan(2);
    assertThat(objects).isGreaterThan(groups.size());
  }

  /** The arrays and groups in a folder, but not those in them, found by their names alone. */
  private static Set<Location> objectsIn(Path place) throws IOException {
    Set<Location> found = new HashSet<>();
    try (Stream<Path> children = Files.list(place)) {
      for (Path child : children.filter(Files::isDirectory).toList()) {
        boolean isObject =
            Stream.of("__schema", "__array_schema.tdb", "__group", "__tiledb_group.tdb")
                .anyMatch(name -> Files.exists(child.resolve(name)));
        if (isObject) {
          found.add(Location.of(child));
        } else if (!child.getFileName().toString().startsWith("__")) {
          found.addAll(objectsIn(child));
        }
      }
    }
    return found;
  }
}
