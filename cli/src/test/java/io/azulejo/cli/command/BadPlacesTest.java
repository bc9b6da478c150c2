package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders that cannot be listed, links in circles, and files that are none. */
class BadPlacesTest {
  private static final String CIRCLE = "its symbolic links form a loop";

  @TempDir Path folder;

  @BeforeEach
  void fill() throws IOException {
    copy("grid", "below/grid");
    copy("group", "group");
  }

  private void copy(String sample, String name) throws IOException {
    Files.createDirectories(folder.resolve(name).getParent());
    assertThat(Session.of("cp", Session.sample(sample), path(name)).code).isZero();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  /** A link to itself: nobody can look at it, whoever asks. */
  private Path circle(String name) throws IOException {
    Path link = folder.resolve(name);
    return Files.createSymbolicLink(link, link.getFileName());
  }

  private static void assertFails(Session session, int code, String message) {
    assertThat(session.err).isEqualTo("azulejo: " + message + "\n");
    assertThat(session.code).isEqualTo(code);
  }

  @Test
  void listsAllBesidesWhatCannotBeListed() throws IOException {
    String all = Session.of("ls", folder.toString()).out;
    String tree = Session.of("tree", folder.toString()).out;
    Path circle = circle("circle");
    Session list = Session.of("ls", folder.toString());
    Path deeper = circle("below/circle");
    Session shown = Session.of("tree", folder.toString());

    assertThat(list.out).isEqualTo(all);
    assertFails(list, Failure.STORAGE, "cannot inspect " + circle + ": " + CIRCLE);
    assertThat(shown.out).isEqualTo(tree);
    assertThat(shown.code).isEqualTo(Failure.STORAGE);
    assertThat(shown.err.lines())
        .containsExactlyInAnyOrder(
            "azulejo: cannot inspect " + circle + ": " + CIRCLE,
            "azulejo: cannot inspect " + deeper + ": " + CIRCLE);
  }

  @Test
  void listsAllBesidesAGroupThatIsDamaged() throws IOException {
    copy("group", "worse/group");
    try (var details = Files.list(folder.resolve("worse/group/__group"))) {
      for (Path file : details.toList()) {
        Files.writeString(file, "x");
      }
    }

    Session session = Session.of("tree", folder.toString());

    assertThat(session.out).contains("below", "grid", "worse", "three");
    assertThat(session.err).startsWith("azulejo: corrupt group details").hasLineCount(1);
    assertThat(session.code).isEqualTo(Failure.CORRUPT);
  }

  @Test
  void linksThatLeadBackAreNotFollowed() throws IOException {
    Files.createSymbolicLink(folder.resolve("below/up"), Path.of(".."));
    Files.createSymbolicLink(folder.resolve("self"), Path.of("."));

    String said = Session.done("tree", folder.toString());
    assertThat(said)
        .contains("├── grid  array\n", "└── up    folder, contains itself\n")
        .containsOnlyOnce("grid")
        .contains("└── self   folder, contains itself\n");
    assertThat(Session.of("ls", folder.toString()).out).contains("self   folder, contains itself");
  }

  @Test
  void aFileIsNoFolderToBeListed() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "x");

    assertFails(
        Session.of("ls", file.toString()),
        Failure.REQUEST,
        file + " is a file; use an array, a group, or a folder above one");
  }

  @Test
  void verifyBlamesTheLinkAndGoesOn() throws IOException {
    Path array = folder.resolve("below/grid");
    Storage.local().deleteFolder(Location.of(array.resolve("__meta")));
    Path link = circle("below/grid/__meta");
    circle("below/grid/stray");
    Path data;
    try (var files = Files.walk(array)) {
      data = files.filter(f -> f.endsWith("a0.tdb")).sorted().findFirst().orElseThrow();
    }
    Files.delete(data);

    Session session = Session.of("verify", array.toString());

    assertThat(session.code).isEqualTo(Failure.CORRUPT);
    assertThat(session.out)
        .contains("error: " + link + "\n  cannot inspect " + link + ": " + CIRCLE)
        .contains("error: " + data)
        .contains("notice: " + array.resolve("stray"));
  }

  @Test
  void whatCannotBeReadIsAFailureOfTheStoreAndNoDamage() throws IOException {
    Path array = folder.resolve("below/grid");
    Storage.local().deleteFolder(Location.of(array.resolve("__meta")));
    circle("below/grid/__meta");

    assertThat(Session.of("verify", array.toString()).code).isEqualTo(Failure.STORAGE);
    assertThat(Session.of("repair", "--apply", array.toString()).code).isEqualTo(Failure.STORAGE);
  }

  @Test
  void aStrayLinkInACircleDoesNotKeepAnArrayFromBeingRead() throws IOException {
    String before = Session.of("read", path("below/grid"), "--format", "csv").out;
    circle("below/grid/stray");

    String said = Session.done("read", path("below/grid"), "--format", "csv");
    assertThat(said).isEqualTo(before);
  }

  @Test
  void aGroupWithALinkToItselfIsVerifiedOnce() throws IOException {
    Files.createSymbolicLink(folder.resolve("group/again"), Path.of("."));
    assertThat(Session.of("group", "add", path("group"), path("group/again")).code).isZero();

    Session session = Session.of("verify", path("group"));

    assertThat(session.code).isZero();
    assertThat(session.out).contains("6 objects, 3 fragments");
  }

  @Test
  void filesThatAreFoldersAreCalledSo() {
    String grid = Session.sample("grid");
    String names = Session.sample("names");
    String group = path("group");

    assertFails(
        Session.of("create", path("new"), "--schema", group),
        Failure.REQUEST,
        group + " is a folder, not a JSON schema");
    assertFails(
        Session.of("create", path("new"), "--from", group),
        Failure.REQUEST,
        group + " is a folder, not a file of rows; use '" + group + "/*' for the files in it");
    assertFails(
        Session.of("write", names, group),
        Failure.REQUEST,
        group + " is a folder, not a file of rows; use '" + group + "/*' for the files in it");
    assertFails(
        Session.of("read", grid, "--points", group),
        Failure.REQUEST,
        group + " is a folder, not a file of rows; use '" + group + "/*' for the files in it");
    assertFails(
        Session.of("read", grid, "--key-file", group),
        Failure.REQUEST,
        group + " is a folder, not a key");
    assertFails(
        Session.of("import-file", path("new"), group),
        Failure.REQUEST,
        group + " is a folder, not a file");
  }

  @Test
  void filesThatCannotBeReadAreNamedWithTheReason() throws IOException {
    String circle = circle("rows.csv").toString();
    String grid = Session.sample("grid");
    String message = "cannot read " + circle + ": " + CIRCLE;

    assertFails(Session.of("write", grid, circle), Failure.STORAGE, message);
    assertFails(Session.of("create", path("new"), "--from", circle), Failure.STORAGE, message);
    assertFails(Session.of("create", path("new"), "--schema", circle), Failure.STORAGE, message);
    assertFails(Session.of("read", grid, "--points", circle), Failure.STORAGE, message);
    assertFails(Session.of("read", grid, "--key-file", circle), Failure.STORAGE, message);
    assertFails(Session.of("import-file", path("new"), circle), Failure.STORAGE, message);
    assertFails(
        Session.of("write", grid, path("none.csv")),
        Failure.EXISTENCE,
        "file " + path("none.csv") + " does not exist");
    String picture = circle("grid.svg").toString();
    assertThat(Session.of("plot", grid, "--svg", picture).err)
        .isEqualTo("azulejo: cannot write " + picture + ": " + CIRCLE + "\n");
  }

  @Test
  void whatKindOfArrayHoldsNoFileIsSaid() throws IOException {
    String grid = Session.sample("grid");
    String message =
        Path.of(grid)
            + " does not hold a file: it is a dense array with the dimensions \"y\", \"x\" and the"
            + " attributes \"a\", \"s\", \"f\" (expected a dense array with one dimension"
            + " \"position\" and an attribute \"contents\" of single bytes)";
    String file = Files.writeString(folder.resolve("note.txt"), "x").toString();

    assertFails(Session.of("export-file", grid, path("out")), Failure.REQUEST, message);
    assertFails(
        Session.of("import-file", path("below/grid"), file),
        Failure.REQUEST,
        message.replace(grid, path("below/grid")));
  }

  @Test
  void aFileIsExportedIntoAFolderThatIsThere() throws IOException {
    String file = Files.writeString(folder.resolve("note.txt"), "x").toString();
    assertThat(Session.of("import-file", path("new"), file).code).isZero();

    assertFails(
        Session.of("export-file", path("new"), path("none/note.txt")),
        Failure.REQUEST,
        "cannot write %s: folder %s does not exist; create it first"
            .formatted(path("none/note.txt"), path("none")));
    assertFails(
        Session.of("export-file", path("new"), path("group"), "--force"),
        Failure.REQUEST,
        path("group") + " is a folder; use the path of a file");
  }

  @Test
  void aDeletionAcceptsNothingOfAFieldThatIsNotThere() throws IOException {
    copy("names", "names");

    for (String option : new String[] {"--also-nulls", "--also-nan", "--also-missing"}) {
      assertFails(
          Session.of("delete", path("names"), "--where", "v > 40", option, "nam"),
          Failure.REQUEST,
          "cannot also delete nulls, NaN or cells without the field \"nam\": the array has no such"
              + " field; did you mean \"name\"?");
    }
  }

  @Test
  void whatAKilledCopyLeftIsRemoved() throws IOException {
    copy("group", "half");
    Path half = folder.resolve("half");
    Files.writeString(half.resolve("notes.txt"), "mine");
    for (String name : new String[] {"__group", "__meta", "one/__schema"}) {
      if (Files.exists(half.resolve(name))) {
        Storage.local().deleteFolder(Location.of(half.resolve(name)));
      }
    }
    Files.deleteIfExists(half.resolve("__tiledb_group.tdb"));
    assertFails(
        Session.of("rm", half.toString()),
        Failure.REQUEST,
        half + " is a folder, not an array or group; remove the arrays and groups in it by name");
    Files.createFile(half.resolve("__copy.tmp"));

    assertThat(Session.of("cp", Session.sample("grid"), half.toString()).err)
        .isEqualTo(
            "azulejo: an interrupted copy, repack or removal left files at %s; remove them (azulejo rm), or choose another location\n"
                .formatted(half));
    assertThat(Session.of("rm", half.toString(), "--dry-run").out)
        .isEqualTo("would remove the remains of an interrupted change at " + half + "\n");
    assertThat(Session.of("rm", half.toString()).out)
        .isEqualTo("removed the remains of an interrupted change at " + half + "\n");
    assertThat(half).doesNotExist();
  }

  @Test
  void aFolderOfTheUserIsNeverTakenForALeftover() throws IOException {
    Path python = Files.createDirectories(folder.resolve("python"));
    Files.createFile(python.resolve("__init__.py"));
    Files.createDirectory(python.resolve("__pycache__"));
    Path drafts = Files.createDirectories(folder.resolve("drafts"));
    Files.createFile(drafts.resolve("letter.tmp"));

    for (Path each : new Path[] {python, drafts}) {
      assertThat(Session.of("rm", each.toString()).code).isEqualTo(Failure.REQUEST);
      assertThat(each).isNotEmptyDirectory();
    }
  }

  @Test
  void ofALinkTheLinkAloneIsRemoved() throws IOException {
    String before = Session.of("read", path("below/grid"), "--format", "csv").out;
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("below/grid"));
    Path inGroup =
        Files.createSymbolicLink(folder.resolve("group/link"), folder.resolve("below/grid"));

    assertThat(Session.of("rm", link.toString()).code).isZero();
    assertThat(Session.of("rm", path("group")).code).isZero();

    assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(inGroup.getParent()).doesNotExist();
    assertThat(Session.of("read", path("below/grid"), "--format", "csv").out).isEqualTo(before);
  }

  @Test
  void aGroupWithALinkThatLeadsBackIsNotCopiedForever() throws IOException {
    Path up = Files.createSymbolicLink(folder.resolve("group/up"), Path.of(".."));
    Session session = Session.of("cp", path("group"), path("copy"));

    assertThat(session.code).isEqualTo(Failure.REQUEST);
    assertThat(session.err)
        .startsWith("azulejo: %s is a link that leads back to ".formatted(up))
        .endsWith("copying it would never end; remove the link first\n");
    assertThat(folder.resolve("copy")).doesNotExist();
  }
}
