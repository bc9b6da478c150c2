package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.MemoryStorage;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.FaultStorage.Fault;
import io.azulejo.testkit.StorageContract;
import org.junit.jupiter.api.Test;

class FaultStorageTest extends StorageContract {
  private static final long WRITE = 1;
  private static final long COMMIT = 2;

  private final Location data = root().resolve("data");
  private final FaultStorage storage = new FaultStorage(new MemoryStorage());

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
  void failsTheOperationThatItIsTold() {
    for (long operation = 0; operation <= COMMIT; operation++) {
      Location file = root().resolve("data" + operation);
      storage.failAt(storage.operations() + operation, Fault.BEFORE);

      assertThatThrownBy(() -> writeTen(file))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("fails as the test wants it");
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

    Storage found = storage.restart(false);
    assertThat(found.list(root())).extracting(Storage.Entry::name).containsExactly("before");
  }

  @Test
  void keepsTornFilesOfACrash() {
    storage.crashAt(WRITE, Fault.HALFWAY);

    assertThatThrownBy(() -> writeTen(data)).isInstanceOf(StorageException.class);

    assertThat(storage.restart(true).find(data)).contains(new Storage.Entry("data", false, 5));
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
