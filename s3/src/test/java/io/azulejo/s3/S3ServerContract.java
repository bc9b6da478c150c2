package io.azulejo.s3;

import io.azulejo.Azulejo;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.storage.objects.Transfers;
import io.azulejo.testkit.HoursArray;
import io.azulejo.testkit.ServerTests;
import io.azulejo.testkit.StorageContract;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What every store does, and arrays, on an S3 server of others. */
@Tag("servers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class S3ServerContract extends StorageContract {
  private static final String BUCKET = "bucket";

  @RegisterExtension final ServerTests server;

  private ObjectStorage storage;
  private int roots;
  private Location root;

  S3ServerContract(ServerTests server) {
    this.server = server;
  }

  /** The settings that reach the server. */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("vfs.s3.endpoint_override", server.endpoint().toString());
    // Those of s3rver; the others take any.
    settings.put("vfs.s3.aws_access_key_id", "S3RVER");
    settings.put("vfs.s3.aws_secret_access_key", "S3RVER");
    settings.put("vfs.s3.connect_scale_factor", "1");
    return settings;
  }

  @BeforeAll
  void makeABucket() {
    storage = Stores.of(server.endpoint(), settings());
    try (S3Connection direct = Stores.connection(server.endpoint(), settings())) {
      direct.client().createBucket(r -> r.bucket(BUCKET));
    }
  }

  @BeforeEach
  void begin() {
    root = Location.of("s3://" + BUCKET + "/root" + roots++);
  }

  @AfterAll
  void closeStorage() {
    if (storage != null) {
      storage.close();
    }
  }

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
    return root;
  }

  @Test
  void keepsArrays() {
    try (Azulejo azulejo = Azulejo.builder().config(settings()).build()) {
      new HoursArray(azulejo, root.resolve("hours")).assertKept();
    }
  }

  /** How many of some who create one name at once are told that they did. */
  final int winners(int callers) {
    Location file = root.resolve("raced" + roots++);
    AtomicInteger winners = new AtomicInteger();
    Runnable creation =
        () -> {
          try {
            storage.createExclusive(file, new byte[] {1});
            winners.incrementAndGet();
          } catch (AlreadyExistsException e) {
            // Another one has won.
          }
        };
    try (Transfers transfers = new Transfers("test", callers)) {
      transfers.all(Collections.nCopies(callers, creation));
    }
    return winners.get();
  }
}
