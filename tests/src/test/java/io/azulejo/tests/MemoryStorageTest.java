package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StorageContract;
import org.junit.jupiter.api.Test;

class MemoryStorageTest extends StorageContract {
  private final Storage storage = Storage.inMemory();

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return Location.of("mem://tests");
  }

  @Test
  void keepsFilesToItself() {
    write("data", "x");

    assertThat(Storage.inMemory().find(root().resolve("data"))).isEmpty();
  }

  @Test
  void showsAFileWhenItIsCommitted() {
    Location file = root().resolve("data");
    try (var out = storage.create(file)) {
      out.write(new byte[] {1, 2}, 0, 2);
      assertThat(storage.find(file)).isEmpty();
      out.commit();
      assertThat(content(file)).containsExactly(1, 2);
    }
  }
}
