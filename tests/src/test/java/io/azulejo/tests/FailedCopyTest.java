package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.Survival;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a copy leaves that did not come to its end. */
class FailedCopyTest {
  private static final Location FROM = Location.of("from://place/group");
  private static final Location TO = Location.of("to://place/new/group");

  @TempDir Path folder;

  /** A group with an array, a file of the user's and a folder of his. */
  private static Storage group() {
    Storage storage = Storage.inMemory();
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    Path array = null;
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (!expectation.group() && !expectation.openingFails() && array == null) {
        array = expectation.location();
      }
    }
    try (Azulejo azulejo = Azulejo.builder().storage("from", storage).build()) {
      azulejo.group(FROM).create();
    }
    MemoryCopy.of(array, storage, FROM.resolve("sub/array"));
    storage.createExclusive(FROM.resolve("notes.txt"), new byte[100]);
    storage.createExclusive(FROM.resolve("mine/notes.txt"), new byte[100]);
    return storage;
  }

  @Test
  void aFullDiskLeavesNoFolders() throws Exception {
    for (long bytes : new long[] {0, 50, 150, 1000, 2500}) {
      Path above = folder.resolve("full" + bytes);
      FaultStorage full = new FaultStorage(Storage.local()).fullAfter(bytes);
      try (Azulejo azulejo =
          Azulejo.builder().storage("from", group()).storage("file", full).build()) {
        assertThatThrownBy(
                () -> azulejo.catalog().copy(FROM, Location.of(above.resolve("new/group"))))
            .as("full after %d bytes", bytes)
            .isInstanceOf(StorageException.class);
        assertThat(above).doesNotExist();
      }
      assertThat(Files.exists(folder)).isTrue();
    }
  }

  @Test
  void whatAKillLeavesIsRemoved() {
    Storage source = group();
    FaultStorage whole = new FaultStorage(Storage.inMemory());
    copy(source, whole);
    long operations = whole.operations();
    assertThat(operations).isGreaterThan(10);
    List<String> refused = new ArrayList<>();
    int removed = 0;
    for (long operation = 0; operation < operations; operation++) {
      FaultStorage crashing =
          new FaultStorage(Storage.inMemory()).crashAt(operation, FaultStorage.Fault.AFTER);
      copy(source, crashing);
      assertThat(crashing.failed()).isTrue();
      for (Survival survival : Survival.FEW) {
        Storage left = crashing.restart(survival);
        if (StoredFiles.paths(left).isEmpty()) {
          continue;
        }
        if (isRemoved(left)) {
          removed++;
        } else {
          refused.add("%d/%s: %s".formatted(operation, survival, StoredFiles.paths(left)));
        }
      }
    }
    assertThat(refused).isEmpty();
    assertThat(removed).isGreaterThan(10);
  }

  /** Whether what was left is known for that, or is all of it, and goes. */
  private static boolean isRemoved(Storage left) {
    try (Azulejo azulejo = Azulejo.builder().storage("to", left).build()) {
      if (azulejo.catalog().type(TO) == ObjectType.NONE && !azulejo.catalog().isRemains(TO)) {
        return false;
      }
      azulejo.catalog().remove(TO);
      return StoredFiles.paths(left).isEmpty();
    }
  }

  /** Copies the group as far as the store goes along. */
  private static void copy(Storage source, FaultStorage target) {
    try (Azulejo azulejo =
        Azulejo.builder()
            .computeThreads(0)
            .ioThreads(0)
            .storage("from", source)
            .storage("to", target)
            .build()) {
      azulejo.catalog().copy(FROM, TO);
    } catch (AzulejoException e) {
      assertThat(target.failed()).isTrue();
    }
  }
}
