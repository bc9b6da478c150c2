package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StorageContract;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStorageWithoutSyncTest extends StorageContract {
  @TempDir Path folder;

  private final Storage storage = Storage.local(false);

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return Location.of(folder);
  }

  @Override
  protected boolean canMove() {
    return true;
  }

  /** Other names are for the store that makes things durable: it takes the same. */
  @Override
  protected List<String> oddNames() {
    return List.of("a b", "%");
  }

  @Test
  void takesThePlaceOfTheLocalStoreUnlessOneIsGiven() {
    Storage given = Storage.inMemory();
    try (Azulejo fast = Azulejo.builder().durable(false).build();
        Azulejo own = Azulejo.builder().storage("file", given).durable(false).build()) {
      assertThat(fast.storage(root())).hasSameClassAs(Storage.local());
      assertThat(own.storage(root())).isSameAs(given);
    }
  }
}
