package io.azulejo.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.Storage.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Tests of the behavior that every readable store must have, on files that exist in advance. The
 * test class of a read-only store extends this class.
 */
public abstract class ReadOnlyStorageContract {
  /** Called by the test classes of stores. */
  protected ReadOnlyStorageContract() {}

  /** Returns the store under test. */
  protected abstract Storage storage();

  /** Returns a folder that is empty at the start of each test. */
  protected abstract Location root();

  /**
   * Adds files below the root.
   *
   * @param files the contents by path relative to the root
   */
  protected abstract void put(Map<String, byte[]> files);

  /**
   * Returns whether {@link Storage#tree} of the store can list a folder recursively (default:
   * false).
   */
  protected boolean listsTrees() {
    return false;
  }

  /** Returns the unusual file names that the store must support. */
  protected List<String> oddNames() {
    return List.of(
        "a b", "a%20b", "%", "100%.x", "a+b", "a#b?c", "a:b", "[x]*", "ñandú", "瓷砖", "é\u0301");
  }

  @Test
  void readsAtPositionsWhatIsThere() {
    byte[] content = random(700_001);
    put(Map.of("deep/folder/data", content));
    Location file = root().resolve("deep/folder/data");

    try (InputFile in = storage().open(file)) {
      assertThat(in.location()).isEqualTo(file);
      for (int[] range : new int[][] {{5, 300_000}, {0, 700_001}, {699_990, 11}, {700_001, 0}}) {
        byte[] target = new byte[range[1] + 3];
        in.read(range[0], target, 2, range[1]);
        assertThat(Arrays.copyOfRange(target, 2, 2 + range[1]))
            .isEqualTo(Arrays.copyOfRange(content, range[0], range[0] + range[1]));
        assertThat(target[0]).isZero();
        assertThat(target[1]).isZero();
        assertThat(target[target.length - 1]).isZero();
      }
      assertThat(in.size()).isEqualTo(content.length);
    }
  }

  @Test
  void refusesToReadPastTheEnd() {
    Location file = write("data", "0123456789");

    try (InputFile in = storage().open(file)) {
      byte[] target = new byte[20];
      assertThatThrownBy(() -> in.read(8, target, 0, 3))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("the file ends at 10")
          .hasMessageContaining(file.toString());
      assertThatThrownBy(() -> in.read(1L << 40, target, 0, 1))
          .isInstanceOf(CorruptDataException.class);
      assertThatThrownBy(() -> in.read(Long.MAX_VALUE, target, 0, 20))
          .isInstanceOf(CorruptDataException.class);
    }
  }

  @Test
  void refusesArgumentsThatAreNeverValid() {
    Location file = write("data", "0123456789");

    try (InputFile in = storage().open(file)) {
      byte[] target = new byte[4];
      assertThatThrownBy(() -> in.read(-1, target, 0, 1))
          .isInstanceOf(InvalidRequestException.class);
      assertThatThrownBy(() -> in.read(0, target, 2, 3))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void saysByTheFirstReadThatAFileIsNotThere() {
    Location missing = root().resolve("missing");

    assertThatThrownBy(() -> readByte(missing))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining(missing.toString());
  }

  @Test
  void readsTheEndOfAFileAndSaysItsSize() {
    Location file = write("data", "0123456789");
    Location empty = write("empty", "");

    try (InputFile in = storage().open(file)) {
      byte[] some = new byte[4];
      assertThat(in.readEnd(some)).isEqualTo(10);
      assertThat(some).asString(StandardCharsets.US_ASCII).isEqualTo("6789");
      byte[] more = new byte[12];
      assertThat(in.readEnd(more)).isEqualTo(10);
      assertThat(more).asString(StandardCharsets.US_ASCII).isEqualTo("0123456789\0\0");
      assertThat(in.readEnd(new byte[0])).isEqualTo(10);
    }
    try (InputFile in = storage().open(empty)) {
      assertThat(in.readEnd(new byte[4])).isZero();
    }
    assertThatThrownBy(
            () -> {
              try (InputFile in = storage().open(root().resolve("absent"))) {
                in.readEnd(new byte[4]);
              }
            })
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void readsNoFolderAsAFile() {
    write("folder/data", "x");

    assertThatThrownBy(() -> readByte(root().resolve("folder")))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void refusesToUseWhatIsClosed() {
    InputFile in = storage().open(write("data", "0123456789"));
    in.close();
    in.close();

    assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void listsByName() {
    for (String name : List.of("b", "a/x/y", "a/x/z", "a.b", "c", "B", "a0/t")) {
      write("folder/" + name, name);
    }

    assertThat(storage().list(root().resolve("folder")))
        .containsExactly(
            Entry.file("B", 1),
            Entry.folder("a"),
            Entry.file("a.b", 3),
            Entry.folder("a0"),
            Entry.file("b", 1),
            Entry.file("c", 1));
    assertThat(storage().names(root().resolve("folder")))
        .containsExactly("B", "a", "a.b", "a0", "b", "c");
    assertThat(storage().names(root().resolve("fold"))).isEmpty();
    assertThat(storage().names(root().resolve("folder/b"))).isEmpty();
    assertThat(storage().list(root().resolve("folder/b"))).isEmpty();
    assertThat(storage().list(root().resolve("fold"))).isEmpty();
  }

  @Test
  void listsATreeOfFilesInOneGoIfItCan() {
    for (String name :
        List.of("b", "a/x/y", "a/x/z", "a.b", "a0/t", "é", "\uD83D\uDE00", "\uFB01")) {
      write("folder/" + name, name);
    }
    write("folder0", "beside it");

    assertThat(storage().tree(root().resolve("folder"), "").isPresent()).isEqualTo(listsTrees());
    storage()
        .tree(root().resolve("folder"), "")
        .ifPresent(
            tree -> {
              assertThat(tree.whole()).isTrue();
              assertThat(tree.files().stream().map(FileTree.File::path))
                  .as("in the order of their UTF-8 bytes")
                  .containsExactly(
                      "a.b", "a/x/y", "a/x/z", "a0/t", "b", "é", "\uFB01", "\uD83D\uDE00");
              for (FileTree.File file : tree.files()) {
                assertThat(file.size())
                    .isEqualTo(file.path().getBytes(StandardCharsets.UTF_8).length);
              }
            });
    storage()
        .tree(root().resolve("folder"), "a/x/z")
        .ifPresent(
            rest ->
                assertThat(rest.files().stream().map(FileTree.File::path))
                    .containsExactly("a0/t", "b", "é", "\uFB01", "\uD83D\uDE00"));
    assertThat(storage().tree(root().resolve("fold"), "").map(FileTree::files).orElse(List.of()))
        .isEmpty();
  }

  @Test
  void readsSeveralPiecesOfAFileInOneGo() {
    byte[] content = random(500_000);
    put(Map.of("data", content));
    byte[] first = new byte[1000];
    byte[] second = new byte[200_000];

    try (InputFile in = storage().open(root().resolve("data"))) {
      in.read(
          List.of(
              new InputFile.Piece(10, first, 5, 100),
              new InputFile.Piece(110, first, 105, 50),
              new InputFile.Piece(300_000, second, 0, 200_000)));
      assertThatThrownBy(
              () ->
                  in.read(
                      List.of(
                          new InputFile.Piece(10, new byte[1], 0, 1),
                          new InputFile.Piece(499_999, new byte[2], 0, 2))))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("500000");
    }

    assertThat(Arrays.copyOfRange(first, 5, 155)).isEqualTo(Arrays.copyOfRange(content, 10, 160));
    assertThat(first[4]).isZero();
    assertThat(first[155]).isZero();
    assertThat(second).isEqualTo(Arrays.copyOfRange(content, 300_000, 500_000));
  }

  @Test
  void findsFilesAndFolders() {
    write("folder/data", "12345");
    assertThat(storage().findFile(root().resolve("folder/data"))).contains(Entry.file("data", 5));
    assertThat(storage().findFile(root().resolve("folder/dat"))).isEmpty();

    assertThat(storage().find(root().resolve("folder"))).contains(Entry.folder("folder"));
    assertThat(storage().find(root().resolve("folder/data"))).contains(Entry.file("data", 5));
    assertThat(storage().find(root().resolve("fold"))).isEmpty();
    assertThat(storage().find(root().resolve("folder/dat"))).isEmpty();
  }

  @Test
  void takesNamesAsTheyAre() {
    for (String name : oddNames()) {
      write("folder/" + name + "/" + name, name);
    }

    assertThat(storage().list(root().resolve("folder")).stream().map(Entry::name))
        .containsExactlyInAnyOrderElementsOf(oddNames());
    for (String name : oddNames()) {
      assertThat(content(root().resolve("folder/" + name + "/" + name)))
          .asString(StandardCharsets.UTF_8)
          .isEqualTo(name);
    }
  }

  @Test
  void letsManyThreadsReadOneFile() throws Exception {
    byte[] content = random(300_000);
    put(Map.of("data", content));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (InputFile in = storage().open(root().resolve("data"))) {
      List<Callable<byte[]>> reads = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        int position = i * 2_999;
        reads.add(
            () -> {
              byte[] target = new byte[3_000];
              in.read(position, target, 0, target.length);
              return target;
            });
      }
      List<Future<byte[]>> results = threads.invokeAll(reads);
      for (int i = 0; i < results.size(); i++) {
        assertThat(results.get(i).get())
            .isEqualTo(Arrays.copyOfRange(content, i * 2_999, i * 2_999 + 3_000));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  final void readByte(Location file) {
    try (InputFile in = storage().open(file)) {
      in.read(0, new byte[1], 0, 1);
    }
  }

  /** Adds a file with text in UTF-8 below the root, and returns its location. */
  protected final Location write(String name, String text) {
    put(Map.of(name, text.getBytes(StandardCharsets.UTF_8)));
    return root().resolve(name);
  }

  /** Reads a file of the store under test and returns its bytes. */
  protected final byte[] content(Location file) {
    return content(storage(), file);
  }

  static byte[] content(Storage storage, Location file) {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }
}
