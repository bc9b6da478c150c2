package io.azulejo.tests;

import io.azulejo.Azulejo;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StoreMemory;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.HoursArray;
import io.azulejo.testkit.StorageContract;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What every store does, of an object store over a map, and arrays in it. */
class ObjectStorageTest extends StorageContract {
  private static final ObjectStorage.Options OPTIONS =
      ObjectStorage.Options.DEFAULT
          .withMaxRequests(8)
          .withUploads(100_000, 300_000)
          .withAttempts(4, Duration.ofMillis(1), Duration.ofMillis(5));

  @AutoClose
  private final ObjectStorage storage =
      new ObjectStorage(new MapClient(), OPTIONS, StoreMemory.UNLIMITED);

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected boolean listsTrees() {
    return true;
  }

  @Override
  protected Location root() {
    return Location.of("map://box/tests");
  }

  @Test
  void keepsArrays() {
    try (Azulejo azulejo = Azulejo.builder().storage("map", storage).build()) {
      new HoursArray(azulejo, root().resolve("hours")).assertKept();
    }
  }
}
