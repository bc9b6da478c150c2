package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.FaultStorage.Fault;
import io.azulejo.testkit.StorageContract;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.Survival;
import io.azulejo.testkit.Survival.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultStorageTest extends StorageContract {
  private static final long WRITE = 1;
  private static final long COMMIT = 2;

  private final Location data = root().resolve("data");
  private final FaultStorage storage = new FaultStorage(Storage.inMemory());

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return Location.of("mem://tests");
  }

  private void writeTen(Location file) {
    try (OutputFile out = storage.create(file)) {
      out.write(new byte[10], 0, 10);
      out.commit();
    }
  }

  @Test
  void failsTheRequestedOperation() {
    for (long operation = 0; operation <= COMMIT; operation++) {
      Location file = root().resolve("data" + operation);
      storage.failAt(storage.operations() + operation, Fault.BEFORE);

      refuses(StorageException.class, () -> writeTen(file));
      assertThat(storage.failed()).isTrue();
      assertThat(storage.find(file)).isEmpty();
      assertThat(storage.leaked()).isEmpty();
    }
  }

  @Test
  void losesTheAnswerOfWhatWasDone() {
    storage.failAt(COMMIT, Fault.AFTER);

    assertThatThrownBy(() -> writeTen(data)).isInstanceOf(StorageException.class);
    assertThat(content(data)).hasSize(10);
  }

  @Test
  void losesWhatWasNotCommittedInACrash() {
    writeTen(root().resolve("before"));
    storage.crashAt(storage.operations() + COMMIT, Fault.BEFORE);

    assertThatThrownBy(() -> writeTen(data)).isInstanceOf(StorageException.class);
    assertThatThrownBy(() -> storage.list(root())).isInstanceOf(StorageException.class);

    Storage found = storage.restart(Survival.of(Kind.GONE));
    assertThat(found.list(root())).extracting(Storage.Entry::name).containsExactly("before");
  }

  @Test
  void leavesWhatACrashMayLeave() {
    storage.crashAt(COMMIT, Fault.BEFORE);
    assertThatThrownBy(
            () -> {
              try (OutputFile out = storage.create(data)) {
                out.write(new byte[] {1, 2, 3, 4}, 0, 4);
                out.commit();
              }
            })
        .isInstanceOf(StorageException.class);

    Map<Survival, Storage> found = storage.restarts(Survival.ALL);

    assertThat(found.keySet())
        .extracting(Survival::kind)
        .containsExactly(Kind.GONE, Kind.EMPTY, Kind.TORN, Kind.ZEROED, Kind.WHOLE);
    found.forEach(
        (survival, store) -> {
          byte[] expected =
              switch (survival.kind()) {
                case EMPTY -> new byte[0];
                case TORN -> new byte[] {1, 2};
                case ZEROED -> new byte[] {1, 2, 0, 0};
                case WHOLE -> new byte[] {1, 2, 3, 4};
                case GONE, MIXED -> null;
              };
          assertThat(store.find(data).isPresent()).isEqualTo(expected != null);
          if (expected != null) {
            assertThat(StoredFiles.content(store, data)).isEqualTo(expected);
          }
        });
  }

  @Test
  void keepsTornFilesOfACrash() {
    storage.crashAt(WRITE, Fault.HALFWAY);

    assertThatThrownBy(() -> writeTen(data)).isInstanceOf(StorageException.class);

    assertThat(storage.restart(Survival.of(Kind.WHOLE)).find(data))
        .contains(Storage.Entry.file("data", 5));
  }

  @Test
  void mayRestoreDiscardedFiles() {
    try (OutputFile out = storage.create(data)) {
      out.write(new byte[4], 0, 4);
    }
    assertThat(storage.restart(Survival.of(Kind.TORN)).find(data))
        .contains(Storage.Entry.file("data", 2));

    storage.delete(data);
    assertThat(storage.restart(Survival.of(Kind.TORN)).find(data)).isEmpty();
  }

  @Test
  void createsFilesAtomically() {
    Location schema = root().resolve("array/__schema/first");
    for (Fault fault : Fault.values()) {
      FaultStorage faults = new FaultStorage(Storage.inMemory()).crashAt(0, fault);
      assertThatThrownBy(() -> faults.createExclusive(schema, new byte[6]))
          .isInstanceOfSatisfying(
              StorageException.class,
              e -> assertThat(e.withoutEffect()).isEqualTo(fault == Fault.BEFORE));

      Storage found = faults.restart(Survival.of(Kind.TORN));
      assertThat(found.find(schema).isPresent()).isEqualTo(fault == Fault.AFTER);
      List<Storage.Entry> beside =
          found.list(root().resolve("array")).stream().filter(e -> !e.folder()).toList();
      assertThat(beside).hasSize(fault == Fault.BEFORE ? 0 : 1);
      assertThat(beside).allMatch(e -> e.name().endsWith(".tmp") && e.size() == 3);
    }
  }

  @Test
  void crashesInTheMiddleOfDeletingAFolder() {
    Map<String, List<String>> left = new TreeMap<>();
    for (boolean backwards : new boolean[] {false, true}) {
      for (Fault fault : Fault.values()) {
        FaultStorage faults = new FaultStorage(Storage.inMemory());
        for (String name : List.of("a", "b/c", "d", "e")) {
          faults.createExclusive(root().resolve("folder/" + name), new byte[0]);
        }
        if (backwards) {
          faults.deletingBackwards();
        }
        faults.crashAt(faults.operations() + 1, fault);
        assertThatThrownBy(() -> faults.deleteFolder(root().resolve("folder")))
            .isInstanceOf(StorageException.class);
        left.put(
            fault + (backwards ? " backwards" : ""),
            List.copyOf(StoredFiles.paths(faults.restart(Survival.of(Kind.GONE)))));
      }
    }

    assertThat(left)
        .containsEntry("BEFORE", paths("b/c", "d", "e"))
        .containsEntry("HALFWAY", paths("d"))
        .containsEntry("AFTER", paths("d", "e"))
        .containsEntry("BEFORE backwards", paths("a", "b/c", "d"))
        .containsEntry("HALFWAY backwards", paths("b/c"))
        .containsEntry("AFTER backwards", paths("a", "b/c"));
  }

  private static List<String> paths(String... names) {
    return Stream.of(names).map(name -> "tests/folder/" + name).toList();
  }

  @Test
  void simulatesAFullDisk() {
    writeTen(root().resolve("before"));
    storage.fullAfter(7);
    Location other = root().resolve("other");

    try (OutputFile out = storage.create(data)) {
      out.write(new byte[4], 0, 4);
      assertThatThrownBy(() -> out.write(new byte[4], 0, 4))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("cannot write " + data + ": No space left on device");
      assertThat(out.size()).isEqualTo(6);
    }
    assertThatThrownBy(() -> storage.create(other)).isInstanceOf(StorageException.class);
    assertThatThrownBy(() -> storage.createExclusive(other, new byte[0]))
        .isInstanceOfSatisfying(
            StorageException.class, e -> assertThat(e.withoutEffect()).isTrue());
    storage.delete(root().resolve("before"));
    assertThat(storage.list(root())).isEmpty();
  }

  @Test
  void changesNothingThatIsReadOnly() {
    writeTen(data);
    storage.readOnly();

    refuses(StorageException.class, () -> storage.create(root().resolve("other")));
    assertThatThrownBy(() -> storage.createExclusive(root().resolve("other"), new byte[1]))
        .isInstanceOf(StorageException.class);
    assertThatThrownBy(() -> storage.delete(data)).isInstanceOf(StorageException.class);
    assertThatThrownBy(() -> storage.deleteFolder(root())).isInstanceOf(StorageException.class);
    assertThat(content(data)).hasSize(10);
  }

  @Test
  void flipsBits() {
    writeTen(data);
    storage.flip(data, 3, 7).flip(data, 3, 0).flip(data, 9, 1);

    assertThat(content(data)).containsExactly(0, 0, 0, 0x81, 0, 0, 0, 0, 0, 2);
  }

  @Test
  void tellsWhichFilesAreOpen() {
    writeTen(data);
    InputFile in = storage.open(data);

    assertThat(storage.leaked()).containsExactly(data);
    in.close();
    in.close();
    assertThat(storage.leaked()).isEmpty();
  }
}
