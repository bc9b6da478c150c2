package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.CreateOptions;
import io.azulejo.StoredFile;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What an interrupted deletion or import leaves does not become part of another array. */
class LeftoverFilesTest {
  private static final Location ARRAY = SweptArray.ARRAY;
  private static final Location ROOT = ARRAY.parent();

  private final Storage storage = Storage.inMemory();

  private Azulejo engine() {
    return Azulejo.builder().storage("mem", storage).build();
  }

  @Test
  void nothingIsCreatedAmongTheRemainsOfAnArray() throws Exception {
    try (Azulejo azulejo = engine()) {
      azulejo.create(ARRAY, RepairTest.SCHEMA);
      RepairTest.writing(20, 1).with(azulejo);
      storage.deleteFolder(ARRAY.resolve("__schema"));
      Set<String> before = StoredFiles.paths(storage);
      refuses(AlreadyExistsException.class, () -> azulejo.create(ARRAY, RepairTest.SCHEMA));
      assertThatThrownBy(() -> azulejo.group(ARRAY).create())
          .isInstanceOf(AlreadyExistsException.class);
      assertThat(StoredFiles.paths(storage)).isEqualTo(before);
      azulejo.catalog().remove(ARRAY);
      azulejo.create(ARRAY, RepairTest.SCHEMA);
      assertThat(azulejo.open(ARRAY).fragments()).isEmpty();
    }
  }

  @Test
  void anArrayThatAnotherWriterHasJustCreatedIsNotCalledRemains() {
    AtomicInteger listings = new AtomicInteger();
    Storage raced =
        new ForwardingStorage(storage) {
          @Override
          public List<String> names(Location folder) {
            if (folder.equals(ARRAY) && listings.getAndIncrement() == 1) {
              try (Azulejo other = engine()) {
                other.create(ARRAY, RepairTest.SCHEMA);
                RepairTest.writing(20, 1).with(other);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            }
            return super.names(folder);
          }
        };
    try (Azulejo azulejo = Azulejo.builder().storage("mem", raced).build()) {
      refuses(AlreadyExistsException.class, () -> azulejo.create(ARRAY, RepairTest.SCHEMA));
    }
    assertThat(listings.get()).isGreaterThan(1);
  }

  /** Fails when the metadata of a file are stored, and again after some more changes. */
  private static final class Failing extends ForwardingStorage {
    private final int changes;
    private int made = -1;

    Failing(Storage inner, int changes) {
      super(inner);
      this.changes = changes;
    }

    private void change(Location place) {
      if (made >= 0 && made++ >= changes) {
        throw new StorageException("no more", place.toString(), null, false);
      }
    }

    @Override
    public void createExclusive(Location file, byte[] content) {
      if (file.path().contains("__meta/")) {
        made = 0;
        throw StorageException.withoutEffect("no metadata", file.toString(), null, false);
      }
      change(file);
      super.createExclusive(file, content);
    }

    @Override
    public void delete(Location file) {
      change(file);
      super.delete(file);
    }

    @Override
    public void delete(List<Location> files) {
      files.forEach(this::delete);
    }

    @Override
    public void deleteFolder(Location folder) {
      for (Entry entry : list(folder)) {
        Location inner = folder.resolve(entry.name());
        if (entry.folder()) {
          deleteFolder(inner);
        } else {
          delete(inner);
        }
      }
      super.deleteFolder(folder);
    }
  }

  @Test
  void anImportThatFailsLeavesNoCommittedFragmentWithoutASchemaWhereverItsCleanupEnds() {
    byte[] content = new byte[3000];
    for (int changes = 0; changes < 12; changes++) {
      Location place = ROOT.resolve("file" + changes);
      Failing failing = new Failing(storage, changes);
      try (Azulejo azulejo = Azulejo.builder().storage("mem", failing).build()) {
        assertThatThrownBy(
                () ->
                    azulejo
                        .files()
                        .importFile(
                            place,
                            new ByteArrayInputStream(content),
                            StoredFile.of("f.bin", "text/plain", content.length),
                            CreateOptions.DEFAULT))
            .hasMessageContaining("no metadata");
      }
      boolean committed =
          StoredFiles.below(storage, place).stream().anyMatch(f -> f.path().endsWith(".wrt"));
      boolean schema =
          StoredFiles.below(storage, place).stream().anyMatch(f -> f.path().contains("/__schema/"));
      assertThat(committed && !schema).as("after " + changes).isFalse();
    }
  }

  @Test
  void anImportThatIsInterruptedCleansUp() {
    byte[] content = new byte[3000];
    Storage interrupting =
        new ForwardingStorage(storage) {
          @Override
          public void createExclusive(Location file, byte[] bytes) {
            if (file.path().contains("__meta/")) {
              Thread.currentThread().interrupt();
              throw StorageException.withoutEffect("interrupted", file.toString(), null, false);
            }
            super.createExclusive(file, bytes);
          }
        };
    try (Azulejo azulejo = Azulejo.builder().storage("mem", interrupting).build()) {
      refuses(
          () ->
              azulejo
                  .files()
                  .importFile(
                      ARRAY,
                      new ByteArrayInputStream(content),
                      StoredFile.of("f.bin", "text/plain", content.length),
                      CreateOptions.DEFAULT));
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
    assertThat(StoredFiles.below(storage, ROOT)).isEmpty();
  }
}
