package io.azulejo.azure;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.AzureServer;
import io.azulejo.testkit.StorageContract;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/** What every store does, of Azure. */
@Tag("full")
class AzureStorageTest extends StorageContract {
  private static final AtomicInteger ROOTS = new AtomicInteger();
  private static final String CONTAINER = AzureServer.shared().newContainer();

  @AutoClose
  private static final ObjectStorage STORAGE = Stores.of(AzureServer.shared().endpoint(), Map.of());

  private final Location root =
      Location.of("azure://" + CONTAINER + "/root" + ROOTS.incrementAndGet());

  @Override
  protected Storage storage() {
    return STORAGE;
  }

  @Override
  protected boolean listsTrees() {
    return true;
  }

  @Override
  protected Location root() {
    return root;
  }
}
