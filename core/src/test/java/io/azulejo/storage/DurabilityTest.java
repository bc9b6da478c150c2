package io.azulejo.storage;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the local store makes durable, in which order, and what is there when that fails. */
class DurabilityTest {
  @TempDir Path folder;

  private final Disk disk = new Disk();
  private final LocalStorage storage = new LocalStorage(disk);
  private Location root;

  /** Writes down what is asked of it; lets one thing fail. */
  private final class Disk implements Durability {
    private final List<String> asked = new ArrayList<>();
    private final List<String> atContents = new ArrayList<>();
    private int failing = -1;
    private boolean unreadable;

    private void ask(String what) throws IOException {
      asked.add(what);
      if (asked.size() - 1 == failing) {
        throw new IOException("the disk is broken");
      }
    }

    @Override
    public void contents(FileChannel file) throws IOException {
      atContents.addAll(files());
      ask("contents of " + file.size());
    }

    @Override
    public boolean names(Path changed) throws IOException {
      ask("names in " + folder.relativize(changed));
      return !unreadable;
    }
  }

  @BeforeEach
  void makeRoot() throws IOException {
    Files.createDirectories(folder.resolve("a"));
    root = Location.of(folder);
  }

  private List<String> files() {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths
          .filter(Files::isRegularFile)
          .map(path -> folder.relativize(path).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void makesEachFolderDurableOnceAfterTheContents() {
    List<OutputFile> files = new ArrayList<>();
    for (String name : List.of("a/x", "a/b/y", "a/b/z")) {
      OutputFile file = storage.create(root.resolve(name));
      file.write(new byte[9], 0, files.size() + 1);
      files.add(file);
    }

    storage.commit(files);

    assertThat(disk.asked)
        .containsExactly(
            "names in ",
            "contents of 1",
            "contents of 2",
            "contents of 3",
            "names in ",
            "names in a",
            "names in a/b");
  }

  @Test
  void makesTheFolderAboveDurableToo() {
    storage.createExclusive(root.resolve("a/x"), new byte[0]);
    storage.createExclusive(root.resolve("a/b/c/y"), new byte[7]);

    assertThat(disk.asked)
        .containsExactly(
            "names in ",
            "names in a",
            "names in ",
            "names in a",
            "contents of 7",
            "names in a/b",
            "names in a/b/c");
  }

  /** What one makes, others use at once, before it was made durable. */
  @Test
  void makesNoFolderInAnotherThatIsNotDurable() {
    storage.create(root.resolve("a/b/c/d/x"));

    assertThat(disk.asked).containsExactly("names in ", "names in a", "names in a/b");
    disk.asked.clear();
    storage.createExclusive(root.resolve("a/b/c/d/y"), new byte[0]);
    assertThat(disk.asked).containsExactly("names in a/b/c", "names in a/b/c/d");
  }

  private LocalStorage inThreeSeconds() {
    return new LocalStorage(
        null, disk, new DurableFolders(() -> System.currentTimeMillis() + 3_000));
  }

  @Test
  void makesTheNameOfAnOldFolderDurableOnce() {
    LocalStorage later = inThreeSeconds();
    later.createExclusive(root.resolve("a/x"), new byte[0]);
    later.createExclusive(root.resolve("a/y"), new byte[7]);
    try (OutputFile file = later.create(root.resolve("a/z"))) {
      file.commit();
    }

    assertThat(disk.asked)
        .containsExactly(
            "names in ",
            "names in a",
            "contents of 7",
            "names in a",
            "contents of 0",
            "names in a");
  }

  @Test
  void makesTheNameOfAYoungFolderDurableEachTime() {
    storage.createExclusive(root.resolve("a/x"), new byte[0]);
    storage.createExclusive(root.resolve("a/y"), new byte[0]);

    assertThat(disk.asked).containsExactly("names in ", "names in a", "names in ", "names in a");
  }

  /** Simulates a process that deletes the folder, creates it again and does not sync its name. */
  @Test
  void doesNotTakeAFolderForAnEarlierOne() throws IOException {
    LocalStorage later = inThreeSeconds();
    later.createExclusive(root.resolve("a/x"), new byte[0]);
    Files.delete(folder.resolve("a/x"));
    Files.delete(folder.resolve("a"));
    Files.createDirectory(folder.resolve("a"));
    disk.asked.clear();

    later.createExclusive(root.resolve("a/x"), new byte[0]);

    assertThat(disk.asked).containsExactly("names in ", "names in a");
  }

  @Test
  void remembersNoFolderWhoseNameCouldNotBeMadeDurable() {
    LocalStorage later = inThreeSeconds();
    disk.failing = 0;
    refuses(StorageException.class, () -> later.createExclusive(root.resolve("a/x"), new byte[0]));
    disk.asked.clear();
    disk.failing = -1;

    later.createExclusive(root.resolve("a/y"), new byte[0]);

    assertThat(disk.asked).containsExactly("names in ", "names in a");
  }

  @Test
  void remembersNoLinkToAFolder() throws IOException {
    LocalStorage later = inThreeSeconds();
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("a"));
    for (String name : List.of("link/x", "link/y")) {
      later.createExclusive(root.resolve(name), new byte[0]);
    }

    assertThat(disk.asked)
        .containsExactly("names in ", "names in link", "names in ", "names in link");
  }

  @Test
  void syncsAnEmptyFileItselfIfItsFolderCannotBeSynced() {
    disk.unreadable = true;

    storage.createExclusive(root.resolve("a/x"), new byte[0]);

    assertThat(disk.asked).containsExactly("names in ", "names in a", "contents of 0");
  }

  @Test
  void makesDeletionsDurable() {
    for (String name : List.of("a/x", "a/y", "b/z", "c/z")) {
      storage.createExclusive(root.resolve(name), new byte[0]);
    }
    disk.asked.clear();

    storage.delete(
        List.of(
            root.resolve("a/x"), root.resolve("a/y"), root.resolve("a/w"), root.resolve("b/z")));
    storage.deleteFolder(root.resolve("c"));

    assertThat(disk.asked).containsExactly("names in a", "names in b", "names in ");
  }

  @Test
  void leavesNothingOfAWholeFileWhoseContentsFail() {
    for (String name : List.of("a/file", "a/__schema/file")) {
      disk.failing = disk.asked.size();

      assertThatThrownBy(() -> storage.createExclusive(root.resolve(name), new byte[5]))
          .isInstanceOfSatisfying(
              StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
          .hasMessageContaining("cannot create")
          .hasMessageContaining("the disk is broken");

      assertThat(files()).isEmpty();
    }
  }

  @Test
  void keepsAFileOfWhichOnlyTheNameIsNotDurable() {
    for (int size : new int[] {0, 5}) {
      Location file = root.resolve("a/size" + size);
      disk.failing = disk.asked.size() + 1;

      assertThatThrownBy(() -> storage.createExclusive(file, new byte[size]))
          .isInstanceOfSatisfying(
              StorageException.class, e -> assertThat(e.withoutEffect()).isFalse())
          .hasMessageContaining("cannot sync " + file);

      assertThat(storage.find(file).orElseThrow().size()).isEqualTo(size);
    }
    assertThat(files()).containsExactly("a/size0", "a/size5");
  }

  @Test
  void keepsAnEmptyFileThatOthersHaveSeen() {
    disk.failing = 0;

    assertThatThrownBy(() -> storage.createExclusive(root.resolve("a/x"), new byte[0]))
        .isInstanceOfSatisfying(
            StorageException.class, e -> assertThat(e.withoutEffect()).isFalse());
    assertThat(files()).containsExactly("a/x");
  }

  @Test
  void leavesNothingOfATakenName() {
    storage.createExclusive(root.resolve("a/x"), new byte[3]);

    assertThatThrownBy(() -> storage.createExclusive(root.resolve("a/x"), new byte[5]))
        .isInstanceOf(AlreadyExistsException.class);

    assertThat(files()).containsExactly("a/x");
    assertThat(storage.find(root.resolve("a/x")).orElseThrow().size()).isEqualTo(3);
  }

  @Test
  void leavesNothingOfFilesThatCannotBeMadeDurable() {
    for (int failing = 0; failing < 4; failing++) {
      disk.failing = disk.asked.size() + failing;
      OutputFile first = storage.create(root.resolve("a/x"));
      OutputFile second = storage.create(root.resolve("a/y"));

      refuses(StorageException.class, () -> storage.commit(List.of(first, second)));

      first.close();
      second.close();
      assertThat(files()).isEmpty();
    }
  }

  /** A system may drop what it could not make durable, and call the next attempt a success. */
  @Test
  void commitsNothingThatOnceFailedToBeMadeDurable() {
    for (int failing = 0; failing < 4; failing++) {
      disk.failing = disk.asked.size() + failing;
      OutputFile first = storage.create(root.resolve("a/x"));
      OutputFile second = storage.create(root.resolve("a/y"));
      assertThatThrownBy(() -> storage.commit(List.of(first, second)))
          .isInstanceOf(StorageException.class);

      for (OutputFile file : List.of(first, second)) {
        assertThatThrownBy(file::commit)
            .isInstanceOf(StorageException.class)
            .hasMessageContaining(file.location() + " was not written completely or not synced")
            .hasMessageContaining("the disk is broken")
            .hasMessageContaining("write it again");
        assertThatThrownBy(() -> file.write(new byte[1], 0, 1))
            .isInstanceOf(StorageException.class);
        file.close();
      }
      assertThat(files()).isEmpty();
    }
  }

  @Test
  void makesDurableWhatWasDeletedByWhoDidNot() {
    Location file = root.resolve("b/x");
    for (Runnable deletion :
        List.<Runnable>of(() -> storage.delete(file), () -> storage.deleteFolder(file.parent()))) {
      storage.createExclusive(file, new byte[0]);
      disk.failing = disk.asked.size();
      assertThatThrownBy(deletion::run).isInstanceOf(StorageException.class);
      assertThat(files()).isEmpty();
      disk.asked.clear();
      disk.failing = -1;

      deletion.run();

      assertThat(disk.asked).hasSize(1);
    }
  }

  @Test
  void makesDurableThatTheFolderOfADeletedFileIsGone() throws IOException {
    Durability goneAbove =
        new Durability() {
          @Override
          public void contents(FileChannel file) {}

          @Override
          public boolean names(Path changed) throws IOException {
            if (!Files.exists(changed)) {
              throw new NoSuchFileException(changed.toString());
            }
            return disk.asked.add("names in " + folder.relativize(changed));
          }
        };

    goneAbove.deleted(folder.resolve("b/c/d"));

    assertThat(disk.asked).containsExactly("names in ");
  }

  @Test
  void writesTemporaryFilesWhereTheyDisturbNoReader() {
    for (String place : List.of("__schema", "__fragment_meta", "__group", "__meta")) {
      storage.createExclusive(root.resolve("array/" + place + "/file"), new byte[5]);
    }
    assertThat(disk.atContents.stream().filter(name -> name.endsWith(".tmp")))
        .hasSize(4)
        .allMatch(name -> name.matches("array/\\.[0-9a-f]{16}\\.tmp"));

    disk.atContents.clear();
    for (String place : List.of("__commits", "__schema/__enumerations")) {
      storage.createExclusive(root.resolve("other/" + place + "/file"), new byte[5]);
      assertThat(disk.atContents.stream().filter(name -> name.endsWith(".tmp")))
          .singleElement()
          .asString()
          .matches("other/" + place + "/\\.[0-9a-f]{16}\\.tmp");
      disk.atContents.clear();
    }
    assertThat(files()).noneMatch(name -> name.endsWith(".tmp"));
  }

  @Test
  void saysThatTheMoveOfAFolderMayNotBeDurable() {
    storage.createExclusive(root.resolve("a/x"), new byte[1]);
    disk.failing = disk.asked.size() + 2;

    assertThatThrownBy(() -> storage.tryMove(root.resolve("a"), root.resolve("b")))
        .isInstanceOfSatisfying(
            StorageException.class, e -> assertThat(e.withoutEffect()).isFalse());
    assertThat(files()).containsExactly("b/x");
  }
}
