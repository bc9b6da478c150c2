package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.storage.LocalDisks;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StorageContract;
import io.azulejo.testkit.disk.Disk;
import org.junit.jupiter.api.AfterEach;

/** The store of local files does the same on a disk of the tests as on one of the platform. */
class LocalStorageOnADiskTest extends StorageContract {
  private final Disk disk = Disk.of(Storage.inMemory());
  private final Storage storage = LocalDisks.storage(disk);

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return Location.of("mem://tests");
  }

  @Override
  protected boolean canMove() {
    return true;
  }

  @AfterEach
  void nothingIsOpen() {
    assertThat(disk.open()).isEmpty();
  }
}
