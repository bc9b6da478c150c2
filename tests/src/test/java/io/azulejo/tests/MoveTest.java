package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A move to another store whose second half fails. */
class MoveTest {
  private static final Location ARRAY = SweptArray.ARRAY;

  private final Storage storage = Storage.inMemory();

  @Test
  void aMoveThatCannotRemoveTheOriginalSaysThatTheCopyIsWhole() throws Exception {
    try (Azulejo azulejo = Azulejo.builder().storage("mem", storage).build()) {
      azulejo.create(ARRAY, RepairTest.SCHEMA);
      RepairTest.writing(20, 1).with(azulejo);
    }
    Storage readOnly =
        new ForwardingStorage(storage) {
          @Override
          public void delete(Location file) {
            throw StorageException.withoutEffect(
                "read-only file system", file.toString(), null, false);
          }

          @Override
          public void delete(List<Location> files) {
            files.forEach(this::delete);
          }

          @Override
          public void deleteFolder(Location folder) {
            delete(folder);
          }
        };
    Location target = Location.of("other://arrays/array");
    try (Azulejo azulejo =
        Azulejo.builder().storage("mem", readOnly).storage("other", Storage.inMemory()).build()) {
      assertThatThrownBy(() -> azulejo.catalog().move(ARRAY, target))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("read-only file system")
          .hasMessageContaining(
              "copied %s to %s, but cannot remove the original".formatted(ARRAY, target));
      assertThat(azulejo.open(target).fragments()).isNotEmpty();
      assertThat(azulejo.open(ARRAY).fragments()).isNotEmpty();
    }
  }

  @Test
  void aMoveToAnotherStoreLosesNoFragmentWhoseCommitIsMissing() throws Exception {
    Storage other = Storage.inMemory();
    Location target = Location.of("other://arrays/array");
    try (Azulejo azulejo =
        Azulejo.builder().storage("mem", storage).storage("other", other).build()) {
      azulejo.create(ARRAY, RepairTest.SCHEMA);
      RepairTest.writing(20, 1).with(azulejo);
      RepairTest.writing(30, 20).with(azulejo);
      Object read = SweptArray.read(azulejo);
      Location commit = RepairTest.file(storage, "__20_20_", ".wrt");
      storage.delete(commit);
      Set<String> before = StoredFiles.paths(storage);

      refuses(InvalidRequestException.class, () -> azulejo.catalog().move(ARRAY, target));
      assertThat(StoredFiles.paths(storage)).isEqualTo(before);
      assertThat(other.list(target)).isEmpty();

      storage.createExclusive(commit, new byte[0]);
      azulejo.catalog().move(ARRAY, target);
      assertThat(storage.list(ARRAY)).isEmpty();
      azulejo.catalog().move(target, ARRAY);
      assertThat(SweptArray.read(azulejo)).isEqualTo(read);
    }
  }
}
