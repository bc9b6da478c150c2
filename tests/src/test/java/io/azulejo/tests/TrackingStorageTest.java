package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StorageContract;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import io.azulejo.testkit.TrackingStorage.Operation;
import org.junit.jupiter.api.Test;

class TrackingStorageTest extends StorageContract {
  private final TrackingStorage storage = new TrackingStorage(Storage.inMemory());

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return Location.of("mem://tests");
  }

  @Test
  void writesDownWhatWasAsked() {
    Location file = write("data", "0123456789");
    storage.forget();

    storage.list(root());
    try (InputFile in = storage.open(file)) {
      in.read(2, new byte[8], 1, 5);
      in.read(0, new byte[8], 0, 1);
    }

    assertThat(storage.operations())
        .containsExactly(
            new Operation(Act.LIST, "tests", 0, 0),
            new Operation(Act.OPEN, "tests/data", 0, 0),
            new Operation(Act.READ, "tests/data", 2, 5),
            new Operation(Act.READ, "tests/data", 0, 1),
            new Operation(Act.CLOSE, "tests/data", 0, 0));
    assertThat(storage.operations(Act.READ, file)).hasSize(2);
    assertThat(storage.operations(Act.READ, root())).isEmpty();
    assertThat(storage.bytesRead()).isEqualTo(6);
  }
}
