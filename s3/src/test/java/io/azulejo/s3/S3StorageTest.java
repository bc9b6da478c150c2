package io.azulejo.s3;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.S3Server;
import io.azulejo.testkit.StorageContract;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/** What every store does, of S3. */
@Tag("full")
class S3StorageTest extends StorageContract {
  private static final AtomicInteger ROOTS = new AtomicInteger();
  private static final String BUCKET = S3Server.shared().newBucket();

  @AutoClose
  private static final ObjectStorage STORAGE = Stores.of(S3Server.shared().endpoint(), Map.of());

  private final Location root = Location.of("s3://" + BUCKET + "/root" + ROOTS.incrementAndGet());

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
