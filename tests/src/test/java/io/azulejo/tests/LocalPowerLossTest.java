package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.LocalDisks;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.FaultStorage.Fault;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.Survival;
import io.azulejo.testkit.Survival.Kind;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import io.azulejo.testkit.disk.Disk;
import io.azulejo.testkit.disk.Disk.Done;
import io.azulejo.testkit.disk.PowerLoss;
import io.azulejo.testkit.disk.PowerLoss.Bytes;
import io.azulejo.testkit.disk.PowerLoss.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the store of local files keeps when the power goes, or the disk fails. */
class LocalPowerLossTest {
  private static final Location ROOT = Location.of("mem://root");
  private static final List<PowerLoss> LOSSES = PowerLoss.many(60);
  private static final PowerLoss WORST = PowerLoss.of(Names.NONE, Bytes.EMPTY);

  private static Storage start() {
    Storage start = Storage.inMemory();
    start.createExclusive(ROOT.resolve("array/folder/first"), new byte[] {1, 2, 3});
    start.createExclusive(ROOT.resolve("array/folder/second"), new byte[0]);
    return start;
  }

  private static void create(Storage storage, String... names) {
    List<OutputFile> files = new ArrayList<>();
    try {
      for (String name : names) {
        OutputFile file = storage.create(ROOT.resolve(name));
        files.add(file);
        file.write(new byte[] {1, 2, 3, 4}, 0, 4);
      }
      storage.commit(files);
    } finally {
      files.forEach(OutputFile::close);
    }
  }

  /** Each kind of change that a store can do. */
  private static Map<String, Consumer<Storage>> changes() {
    Location folder = ROOT.resolve("array/folder");
    Map<String, Consumer<Storage>> changes = new LinkedHashMap<>();
    changes.put("commit", storage -> create(storage, "array/new/a", "array/folder/b", "c/d/e"));
    changes.put("empty", storage -> storage.createExclusive(folder.resolve("x"), new byte[0]));
    changes.put(
        "whole", storage -> storage.createExclusive(ROOT.resolve("a/b/c/x"), new byte[] {1, 2, 3}));
    changes.put(
        "whole, aside",
        storage -> storage.createExclusive(ROOT.resolve("array/__meta/x"), new byte[] {1, 2, 3}));
    changes.put("delete", storage -> storage.delete(folder.resolve("first")));
    changes.put(
        "delete both",
        storage -> storage.delete(List.of(folder.resolve("first"), folder.resolve("second"))));
    changes.put("delete folder", storage -> storage.deleteFolder(folder));
    return changes;
  }

  /** The files by their names, temporary ones alike, with their bytes. */
  private static Map<String, List<Byte>> files(Storage found) {
    Map<String, List<Byte>> files = new TreeMap<>();
    for (Location file : StoredFiles.below(found, StoredFiles.MEMORY)) {
      List<Byte> bytes = new ArrayList<>();
      for (byte each : StoredFiles.content(found, file)) {
        bytes.add(each);
      }
      files.put(file.path().replaceAll("\\.[0-9a-f]{16}\\.tmp$", ".tmp"), bytes);
    }
    return files;
  }

  /** What the model of a store, which the sweeps believe, says may be there after a crash. */
  private static Set<Map<String, List<Byte>>> promised(Consumer<Storage> change) {
    Set<Map<String, List<Byte>>> promised = new HashSet<>();
    FaultStorage clean = new FaultStorage(start());
    change.accept(clean);
    for (boolean backwards : new boolean[] {false, true}) {
      for (int number = 0; number < clean.operations(); number++) {
        for (Fault fault : Fault.values()) {
          FaultStorage faults = new FaultStorage(start()).crashAt(number, fault);
          if (backwards) {
            faults.deletingBackwards();
          }
          assertThat(catchThrowable(() -> change.accept(faults))).isNotNull();
          faults
              .restarts(Survival.many(1000))
              .values()
              .forEach(found -> promised.add(files(found)));
        }
      }
    }
    return promised;
  }

  @Test
  void nothingIsFoundAfterALossOfPowerThatTheModelOfAStoreExcludes() {
    changes()
        .forEach(
            (name, change) -> {
              Set<Map<String, List<Byte>>> promised = promised(change);
              Disk clean = Disk.of(start());
              change.accept(LocalDisks.storage(clean));
              for (int number = 0; number < clean.history().size(); number++) {
                Disk disk = Disk.of(start()).failFrom(number, Done.NOTHING);
                assertThat(catchThrowable(() -> change.accept(LocalDisks.storage(disk))))
                    .isNotNull();
                for (PowerLoss loss : LOSSES) {
                  assertThat(promised)
                      .as("%s, power gone at %s, %s", name, clean.history().get(number), loss)
                      .contains(files(disk.after(loss)));
                }
              }
            });
  }

  @Test
  void whatWasDoneSurvivesEveryLossOfPower() {
    changes()
        .forEach(
            (name, change) -> {
              FaultStorage model = new FaultStorage(start());
              change.accept(model);
              Disk disk = Disk.of(start());
              change.accept(LocalDisks.storage(disk));
              for (PowerLoss loss : LOSSES) {
                Map<String, List<Byte>> found = files(disk.after(loss));
                // A process may be gone before the system has forgotten a temporary name for good.
                found.keySet().removeIf(path -> path.endsWith(".tmp"));
                assertThat(found)
                    .as("%s, %s", name, loss)
                    .isEqualTo(files(model.restart(Survival.of(Kind.GONE))));
              }
            });
  }

  @Test
  void aFolderThatIsMovedIsWholeInOneOfTheTwoPlaces() {
    Location from = ROOT.resolve("array");
    Location to = ROOT.resolve("other/place");
    Disk clean = Disk.of(start());
    assertThat(LocalDisks.storage(clean).tryMove(from, to)).isTrue();
    Set<String> there = new TreeSet<>();
    for (int number = 0; number <= clean.history().size(); number++) {
      Disk disk = Disk.of(start()).failFrom(number, Done.NOTHING);
      Throwable failure = catchThrowable(() -> LocalDisks.storage(disk).tryMove(from, to));
      for (PowerLoss loss : LOSSES) {
        Set<String> found = StoredFiles.paths(disk.after(loss));
        there.addAll(found);
        assertThat(found).hasSize(2);
        assertThat(found).allMatch(path -> path.startsWith(failure == null ? to.path() : "root/"));
        assertThat(found.stream().map(path -> path.startsWith(to.path())).distinct()).hasSize(1);
      }
    }
    assertThat(there).hasSize(4);
  }

  /** Somebody else makes folders and does not go on, or not before this is done. */
  @Test
  void whatIsInFoldersOfOthersSurvives() {
    Disk disk = Disk.of(start());
    OutputFile first = LocalDisks.storage(disk).create(ROOT.resolve("deep/er/still/theirs"));
    OutputFile second = LocalDisks.storage(disk).create(ROOT.resolve("deep/er/still/more/x"));

    Location own = ROOT.resolve("deep/er/still/more/own");
    LocalDisks.storage(disk).createExclusive(own, new byte[3]);

    assertThat(disk.after(WORST).find(own)).isPresent();
    first.close();
    second.close();
  }

  private static final ArraySchema SCHEMA = TestSchemas.of("dense(x INT32 1..8/4) a INT32");

  private static Azulejo engine(Disk disk) {
    return TestArrays.engine(LocalDisks.storage(disk));
  }

  private static ArrayWriter begin(Azulejo engine) {
    ArrayWriter out = engine.array(ROOT.resolve("new")).writer();
    out.append(
        Batch.of(8, List.of(new FixedColumn("a", Datatype.INT32, 1, 8, new byte[32], null))));
    return out;
  }

  /** The system drops what it could not write, and calls the next attempt a success. */
  @Test
  void noSecondAttemptAcknowledgesWhatTheDiskHasDropped() {
    int failures = 0;
    for (int skipped = 0; failures == skipped; skipped++) {
      Disk disk = Disk.of(start());
      try (Azulejo engine = engine(disk)) {
        engine.create(ROOT.resolve("new"), SCHEMA);
        int[] syncs = {skipped};
        disk.failWhen(operation -> operation.kind().syncs() && syncs[0]-- == 0, Done.NOTHING);
        try (ArrayWriter out = begin(engine)) {
          Throwable failure = catchThrowable(out::commit);
          if (failure != null) {
            failures++;
            assertThat(failure).hasMessageContaining("Input/output error");
            assertThatThrownBy(out::commit).isInstanceOf(InvalidRequestException.class);
          }
        } catch (StorageException e) {
          failures++;
        }
        disk.failWhen(operation -> false, Done.NOTHING);
        try (ArrayWriter out = begin(engine)) {
          out.commit();
        }
        assertThat(disk.open()).isEmpty();
      }
    }
    assertThat(failures).isGreaterThan(7);
  }

  @Test
  void aFileThatTheDiskHasDroppedIsNotCommittedLater() {
    Disk disk = Disk.of(start());
    Storage storage = LocalDisks.storage(disk);
    Location file = ROOT.resolve("array/file");
    disk.failWhen(operation -> operation.kind() == Disk.Kind.SYNC, Done.NOTHING);
    try (OutputFile out = storage.create(file)) {
      out.write(new byte[] {1, 2, 3, 4}, 0, 4);
      assertThatThrownBy(out::commit).hasMessageContaining("cannot sync " + file);

      refuses(StorageException.class, out::commit);
    }
    assertThat(storage.find(file)).isEmpty();
    assertThat(disk.open()).isEmpty();
  }

  @Test
  void aFileThatWasCreatedThoughTheDiskSaysOtherwiseMayBeThere() {
    int refused = 0;
    for (byte[] content : List.of(new byte[0], new byte[5])) {
      for (Disk.Kind kind : List.of(Disk.Kind.CREATE, Disk.Kind.LINK, Disk.Kind.MOVE)) {
        Location file = ROOT.resolve("array/file");
        Disk disk = Disk.of(start());
        if (kind == Disk.Kind.MOVE) {
          disk.withoutLinks();
        }
        disk.failWhen(operation -> operation.kind() == kind, Done.ALL);
        Storage storage = LocalDisks.storage(disk);

        Throwable failure = catchThrowable(() -> storage.createExclusive(file, content));

        boolean there = storage.find(file).isPresent();
        if (failure instanceof StorageException e) {
          assertThat(e.withoutEffect()).as("%s of %d", kind, content.length).isEqualTo(!there);
          refused++;
        } else {
          assertThat(there).isTrue();
          assertThat(failure).isNull();
        }
      }
    }
    assertThat(refused).isPositive();
  }
}
