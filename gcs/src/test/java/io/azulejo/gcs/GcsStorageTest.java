package io.azulejo.gcs;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.GcsServer;
import io.azulejo.testkit.S3Server;
import io.azulejo.testkit.StorageContract;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/** What every store does, of Google Cloud Storage, by requests that keep Google's rules. */
@Tag("full")
class GcsStorageTest extends StorageContract {
  private static final AtomicInteger ROOTS = new AtomicInteger();
  private static final String BUCKET = S3Server.shared().newBucket();
  @AutoClose private static final GcsServer GOOGLE = new GcsServer();
  @AutoClose private static final Storage STORAGE = Stores.of(GOOGLE, GOOGLE.endpoint(), Map.of());

  private final Location root = Location.of("gs://" + BUCKET + "/root" + ROOTS.incrementAndGet());

  @AfterEach
  void keepsTheRules() {
    assertThat(GOOGLE.broken()).isEmpty();
  }

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
