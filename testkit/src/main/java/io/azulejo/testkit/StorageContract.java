package io.azulejo.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.maintenance.StoreReport;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.Storage.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Tests of the behavior that every writable store must have. The test class of a store extends this
 * class.
 */
public abstract class StorageContract extends ReadOnlyStorageContract {
  /** Called by the test classes of stores. */
  protected StorageContract() {}

  /** Returns whether {@link Storage#tryMove} of the store can move folders (default: false). */
  protected boolean canMove() {
    return false;
  }

  /**
   * Returns whether {@link Storage#modified} of the store knows the time of a file (default: true).
   */
  protected boolean keepsTimes() {
    return true;
  }

  /** Includes the promise that exactly one of several concurrent creations of a file succeeds. */
  @Test
  void keepsThePromisesThatATrialTries() {
    assertThat(brokenPromises()).isEmpty();
  }

  /**
   * Tests the promises that the engine requires of a store.
   *
   * @return the broken promises, each with the behavior that was observed; empty if all are kept
   */
  protected final Map<StoreReport.Promise, String> brokenPromises() {
    try (Azulejo azulejo = Azulejo.builder().storage(root().scheme(), storage()).build()) {
      Map<StoreReport.Promise, String> broken = new EnumMap<>(StoreReport.Promise.class);
      for (StoreReport.Finding finding : azulejo.maintenance(root()).verifyStore().findings()) {
        finding.broken().ifPresent(act -> broken.put(finding.promise(), act));
      }
      return broken;
    }
  }

  @Test
  void joinsThePartsOfAFile() {
    byte[] content = random(700_001);
    Location file = root().resolve("deep/folder/data");
    try (OutputFile out = storage().create(file)) {
      out.write(content, 0, 10);
      out.write(content, 10, content.length - 10);
      out.write(content, 0, 0);
      assertThat(out.size()).isEqualTo(content.length);
      assertThat(out.location()).isEqualTo(file);
      out.commit();
    }

    assertThat(content(file)).isEqualTo(content);
  }

  @Test
  void leavesNothingWhenClosedWithoutCommit() {
    Location file = root().resolve("folder/data");
    OutputFile out = storage().create(file);
    out.write(new byte[100], 0, 100);
    out.close();
    out.close();

    assertThat(storage().find(file)).isEmpty();
    assertThat(storage().list(root().resolve("folder"))).isEmpty();
    assertThatThrownBy(() -> out.write(new byte[1], 0, 1))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(out::commit).isInstanceOf(InvalidRequestException.class);
    storage().createExclusive(file, new byte[] {1});
    assertThat(content(file)).containsExactly(1);
  }

  @Test
  void keepsWhatWasCommitted() {
    Location file = root().resolve("data");
    OutputFile out = storage().create(file);
    out.commit();

    assertThatThrownBy(() -> out.write(new byte[1], 0, 1))
        .isInstanceOf(InvalidRequestException.class);
    out.close();
    assertThat(storage().find(file)).contains(Entry.file("data", 0));
  }

  @Test
  void refusesANameThatIsTaken() {
    Location file = write("folder/data", "first");

    assertThatThrownBy(() -> createAndCommit(file))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining(file.toString());
    if (storage().traits().detectsExistingNames()) {
      assertThatThrownBy(() -> storage().create(file)).isInstanceOf(AlreadyExistsException.class);
    }
    for (byte[] content : List.of(new byte[0], new byte[9])) {
      assertThatThrownBy(() -> storage().createExclusive(file, content))
          .isInstanceOf(AlreadyExistsException.class)
          .hasMessageContaining(file.toString());
      if (storage().traits().hasFolders()) {
        assertThatThrownBy(() -> storage().createExclusive(root().resolve("folder"), content))
            .isInstanceOf(AlreadyExistsException.class);
      }
    }
    assertThat(content(file)).asString(StandardCharsets.UTF_8).isEqualTo("first");
    assertThat(storage().list(root())).hasSize(1);
    assertThat(storage().list(root().resolve("folder"))).hasSize(1);
  }

  private void createAndCommit(Location file) {
    try (OutputFile out = storage().create(file)) {
      out.write(new byte[] {1}, 0, 1);
      out.commit();
    }
  }

  @Test
  void refusesANameThatIsInTheMaking() {
    Location file = root().resolve("data");
    if (!storage().traits().detectsExistingNames()) {
      try (OutputFile first = storage().create(file)) {
        first.write(new byte[] {1}, 0, 1);
        storage().createExclusive(file, new byte[] {2});
        assertThatThrownBy(first::commit).isInstanceOf(AlreadyExistsException.class);
      }
      assertThat(content(file)).containsExactly(2);
      return;
    }
    try (OutputFile out = storage().create(file)) {
      assertThatThrownBy(() -> storage().create(file)).isInstanceOf(AlreadyExistsException.class);
      assertThatThrownBy(() -> storage().createExclusive(file, new byte[] {1}))
          .isInstanceOf(AlreadyExistsException.class);
      out.commit();
    }
  }

  @Test
  void refusesToPutAFileIntoAFile() {
    Location file = write("data", "x");

    if (storage().traits().hasFolders()) {
      assertThatThrownBy(() -> storage().create(file.resolve("inner")))
          .isInstanceOf(StorageException.class);
      assertThatThrownBy(() -> storage().createExclusive(file.resolve("in/ner"), new byte[] {1}))
          .isInstanceOf(StorageException.class);
    }
    assertThat(storage().find(file.resolve("inner"))).isEmpty();
    assertThat(storage().list(file.resolve("inner"))).isEmpty();
    assertThatThrownBy(() -> readByte(file.resolve("inner"))).isInstanceOf(NotFoundException.class);
    storage().delete(file.resolve("inner"));
    storage().deleteFolder(file.resolve("inner"));
    assertThat(content(file)).hasSize(1);
  }

  @Test
  void createsInOneActAndLeavesNothingElse() {
    for (String folder : List.of("__schema", "__commits", "__meta", "__group", "plain")) {
      byte[] content = random(1000);
      byte[] given = content.clone();
      storage().createExclusive(root().resolve("array/" + folder + "/empty"), new byte[0]);
      storage().createExclusive(root().resolve("array/" + folder + "/full"), given);
      Arrays.fill(given, (byte) 0);

      assertThat(storage().list(root().resolve("array/" + folder)))
          .containsExactly(Entry.file("empty", 0), Entry.file("full", 1000));
      assertThat(content(root().resolve("array/" + folder + "/full"))).isEqualTo(content);
    }
    assertThat(storage().list(root().resolve("array"))).hasSize(5);
    assertThat(storage().list(root())).hasSize(1);
  }

  @Test
  void copiesAFileWithinTheStoreIfItCan() {
    byte[] content = random(100_000);
    Location from = root().resolve("data");
    storage().createExclusive(from, content);
    if (storage().tryCopy(from, root().resolve("folder/copy"))) {
      assertThat(content(root().resolve("folder/copy"))).isEqualTo(content);
      assertThatThrownBy(() -> storage().tryCopy(root().resolve("none"), root().resolve("c")))
          .isInstanceOf(NotFoundException.class);
    } else {
      assertThat(storage().find(root().resolve("folder/copy"))).isEmpty();
    }
  }

  @Test
  void tellsWhenFilesWereMadeIfItKeepsTimes() {
    // Some file systems store times in whole seconds.
    long before = System.currentTimeMillis() - 2_000;
    for (Location file : List.of(write("folder/data", "1"), root().resolve("folder/other"))) {
      if (storage().find(file).isEmpty()) {
        try (OutputFile out = storage().create(file)) {
          out.commit();
        }
      }
      OptionalLong time = storage().modified(file);
      assertThat(time.isPresent()).isEqualTo(keepsTimes());
      time.ifPresent(t -> assertThat(t).isBetween(before, System.currentTimeMillis() + 2_000));
    }
    for (String name : List.of("missing", "folder", "folder/data/below")) {
      assertThat(storage().modified(root().resolve(name))).as(name).isEmpty();
    }
  }

  @Test
  void deletesWhatIsThere() {
    Location first = write("folder/first", "1");
    write("folder/second", "2");
    write("folder/deep/er/third", "3");
    write("folder2/fourth", "4");

    storage().delete(first);
    storage().delete(first);
    storage().delete(root().resolve("folder"));
    assertThat(storage().find(first)).isEmpty();
    assertThat(storage().list(root().resolve("folder"))).hasSize(2);

    storage().deleteFolder(root().resolve("folder2/fourth"));
    assertThat(storage().list(root().resolve("folder2"))).hasSize(1);

    storage().deleteFolder(root().resolve("folder"));
    storage().deleteFolder(root().resolve("folder"));
    assertThat(storage().find(root().resolve("folder"))).isEmpty();
    assertThat(storage().list(root())).containsExactly(Entry.folder("folder2"));
  }

  @Test
  void commitsSeveralFilesTogether() {
    Storage other = Storage.inMemory();
    Location elsewhere = Location.of("mem://elsewhere/data");
    List<OutputFile> files = new ArrayList<>();
    for (String name : List.of("a/first", "a/second", "b/c/third")) {
      files.add(storage().create(root().resolve(name)));
    }
    files.add(other.create(elsewhere));
    for (int i = 0; i < files.size(); i++) {
      files.get(i).write(new byte[] {1, 2, 3, 4}, 0, i + 1);
    }

    storage().commit(files);
    storage().commit(List.of());

    files.forEach(OutputFile::close);
    assertThat(content(root().resolve("a/first"))).containsExactly(1);
    assertThat(content(root().resolve("a/second"))).containsExactly(1, 2);
    assertThat(content(root().resolve("b/c/third"))).containsExactly(1, 2, 3);
    assertThat(other.find(elsewhere)).contains(Entry.file("data", 4));
    for (OutputFile file : files) {
      assertThatThrownBy(() -> file.write(new byte[1], 0, 1))
          .isInstanceOf(InvalidRequestException.class);
    }
  }

  @Test
  void keepsOfSeveralFilesThoseThatWereCommitted() {
    OutputFile good = storage().create(root().resolve("good"));
    OutputFile closed = storage().create(root().resolve("closed"));
    OutputFile open = storage().create(root().resolve("open"));
    open.write(new byte[] {1, 2, 3}, 0, 3);
    closed.close();

    assertThatThrownBy(() -> storage().commit(List.of(good, closed, open)))
        .isInstanceOf(InvalidRequestException.class);

    good.close();
    open.close();
    assertThat(storage().find(root().resolve("closed"))).isEmpty();
    // Files are committed in any order and concurrently, so "open" may already be committed.
    assertThat(storage().find(root().resolve("open")))
        .isIn(Optional.empty(), Optional.of(Entry.file("open", 3)));
  }

  @Test
  void deletesSeveralFiles() {
    Location first = write("folder/first", "1");
    Location second = write("folder/deep/second", "2");
    Location third = write("folder/third", "3");

    storage().delete(List.of(first, root().resolve("missing/file"), second));
    storage().delete(List.of());

    assertThat(storage().find(first)).isEmpty();
    assertThat(storage().find(second)).isEmpty();
    assertThat(content(third)).hasSize(1);
  }

  @Test
  void appendsCopies() {
    byte[] content = random(2_500_000);
    storage().createExclusive(root().resolve("data"), content);
    storage().createExclusive(root().resolve("empty"), new byte[0]);
    Storage other = Storage.inMemory();
    Location elsewhere = Location.of("mem://elsewhere/data");
    for (OutputFile out :
        List.of(storage().create(root().resolve("copy/data")), other.create(elsewhere))) {
      try (out) {
        out.write(new byte[] {7}, 0, 1);
        storage().copy(root().resolve("data"), out);
        storage().copy(root().resolve("empty"), out);
        out.write(new byte[] {8}, 0, 1);
        assertThat(out.size()).isEqualTo(content.length + 2);
        out.commit();
      }
    }

    byte[] copy = content(root().resolve("copy/data"));
    assertThat(copy).hasSize(content.length + 2).startsWith(7).endsWith(8);
    assertThat(Arrays.copyOfRange(copy, 1, copy.length - 1)).isEqualTo(content);
    assertThat(content(other, elsewhere)).isEqualTo(copy);
  }

  @Test
  void copiesNothingFromWhatIsNoFile() {
    write("folder/data", "x");
    for (String name : List.of("missing", "folder", "folder/data/below")) {
      Location source = root().resolve(name);
      try (OutputFile out = storage().create(root().resolve("copy"))) {
        assertThatThrownBy(() -> storage().copy(source, out))
            .isInstanceOf(NotFoundException.class)
            .hasMessageContaining(source.toString());
        assertThat(out.size()).isZero();
      }
    }
    assertThat(storage().find(root().resolve("copy"))).isEmpty();
  }

  @Test
  void movesAFolderWholeOrNotAtAll() {
    write("from/a", "1");
    write("from/deep/b", "22");

    boolean moved = storage().tryMove(root().resolve("from"), root().resolve("new/to"));

    Location there = root().resolve(moved ? "new/to" : "from");
    assertThat(storage().find(root().resolve(moved ? "from" : "new/to"))).isEmpty();
    assertThat(storage().list(there)).containsExactly(Entry.file("a", 1), Entry.folder("deep"));
    assertThat(content(there.resolve("deep/b"))).asString(StandardCharsets.UTF_8).isEqualTo("22");
  }

  @Test
  void movesAFileIfItMovesFolders() {
    write("from/a", "1");

    boolean moved = storage().tryMove(root().resolve("from/a"), root().resolve("new/b"));

    assertThat(moved).isEqualTo(canMove());
    assertThat(storage().find(root().resolve(moved ? "from/a" : "new/b"))).isEmpty();
    assertThat(content(root().resolve(moved ? "new/b" : "from/a"))).containsExactly('1');
  }

  @Test
  void movesNothingToWhereSomethingIs() {
    write("from/a", "1");
    write("to/b", "2");

    for (String target : List.of("to", "to/b", "from")) {
      if (canMove()) {
        assertThatThrownBy(() -> storage().tryMove(root().resolve("from"), root().resolve(target)))
            .isInstanceOf(AlreadyExistsException.class);
      } else {
        assertThat(storage().tryMove(root().resolve("from"), root().resolve(target))).isFalse();
      }
    }
    assertThat(content(root().resolve("from/a"))).hasSize(1);
    assertThat(storage().list(root().resolve("to"))).containsExactly(Entry.file("b", 1));
  }

  @Override
  protected void put(Map<String, byte[]> files) {
    files.forEach((path, content) -> storage().createExclusive(root().resolve(path), content));
  }
}
