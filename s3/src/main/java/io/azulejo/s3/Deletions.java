package io.azulejo.s3;

import io.azulejo.error.StorageException;
import io.azulejo.internal.runtime.Transfers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;

/** Deletes objects, a thousand by one request where the store can do that. */
final class Deletions {
  private static final int BATCH = 1000;

  /** How often those of a batch that failed by chance are tried again. */
  private static final int TRIES = 3;

  private static final Set<String> BY_CHANCE =
      Set.of("InternalError", "SlowDown", "ServiceUnavailable");

  private final S3Connection connection;
  private final Transfers transfers;
  private final S3Failures failures;
  private volatile boolean inBatches = true;

  Deletions(S3Connection connection, Transfers transfers, S3Failures failures) {
    this.connection = connection;
    this.transfers = transfers;
    this.failures = failures;
  }

  /** Deletes an object, if it is there. */
  void one(ObjectName name) {
    if (name.key().isEmpty()) {
      return;
    }
    try {
      connection.client().deleteObject(r -> r.bucket(name.bucket()).key(name.key()));
    } catch (SdkException e) {
      // Some servers, unlike S3, say that there was none.
      if (!S3Failures.isMissingObject(e)) {
        throw failures.failed("DELETE", name, e);
      }
    }
  }

  /** Deletes objects, whichever are there. */
  void all(List<ObjectName> names) {
    Map<String, List<ObjectName>> byBucket = new LinkedHashMap<>();
    List<Runnable> acts = new ArrayList<>();
    for (ObjectName name : names) {
      if (isXml(name.key())) {
        byBucket.computeIfAbsent(name.bucket(), b -> new ArrayList<>()).add(name);
      } else {
        acts.add(() -> one(name));
      }
    }
    byBucket.forEach(
        (bucket, all) -> {
          for (int from = 0; from < all.size(); from += BATCH) {
            List<ObjectName> batch = all.subList(from, Math.min(from + BATCH, all.size()));
            acts.add(() -> batch(bucket, batch));
          }
        });
    transfers.all(acts);
  }

  /** Whether a key can stand in the XML of a request. */
  private static boolean isXml(String key) {
    return key.chars().allMatch(c -> c >= ' ');
  }

  private void batch(String bucket, List<ObjectName> names) {
    if (names.size() == 1 || !inBatches) {
      singly(names);
      return;
    }
    List<String> keys = names.stream().map(ObjectName::key).toList();
    ObjectName folder = names.get(0).withKey("?delete");
    for (int tries = 1; ; tries++) {
      List<ObjectIdentifier> objects =
          keys.stream().map(key -> ObjectIdentifier.builder().key(key).build()).toList();
      DeleteObjectsResponse answer;
      try {
        answer =
            connection
                .client()
                .deleteObjects(r -> r.bucket(bucket).delete(d -> d.objects(objects).quiet(true)));
      } catch (SdkException e) {
        if (S3Failures.isNotImplemented(e)) {
          inBatches = false;
          singly(names);
          return;
        }
        throw failures.failed("POST", folder, e);
      }
      List<S3Error> errors =
          answer.errors().stream().filter(error -> !"NoSuchKey".equals(error.code())).toList();
      if (errors.isEmpty()) {
        return;
      }
      boolean byChance = errors.stream().allMatch(error -> BY_CHANCE.contains(error.code()));
      if (!byChance || tries == TRIES) {
        throw failed(names.get(0), errors, byChance);
      }
      keys = errors.stream().map(S3Error::key).toList();
    }
  }

  private void singly(List<ObjectName> names) {
    transfers.all(names.stream().<Runnable>map(name -> () -> one(name)).toList());
  }

  private StorageException failed(ObjectName any, List<S3Error> errors, boolean retryable) {
    S3Error first = errors.get(0);
    ObjectName name = any.withKey(String.valueOf(first.key()));
    return new StorageException(
        failures.hidden(
            "%d files were not deleted; the first one is %s: %s: %s"
                .formatted(errors.size(), name, first.code(), first.message())),
        name.toString(),
        null,
        retryable);
  }
}
