package io.azulejo.storage.objects;

import static io.azulejo.storage.objects.RequestCounts.Kind.DELETE;

import io.azulejo.error.StorageException;
import io.azulejo.storage.objects.ObjectFailure.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Deletes objects, with many objects per request if the store supports it. */
final class Deletions {
  /** Maximum number of times that a batch is sent if some of its deletions fail temporarily. */
  private static final int TRIES = 3;

  private final ObjectClient client;
  private final Requests requests;
  private final Transfers transfers;
  private volatile boolean inBatches;

  Deletions(ObjectClient client, Requests requests, Transfers transfers) {
    this.client = client;
    this.requests = requests;
    this.transfers = transfers;
    this.inBatches = client.maxDeletes() > 1;
  }

  /** Deletes an object if it exists. */
  void one(ObjectName name) {
    if (name.key().isEmpty()) {
      return;
    }
    try {
      requests.run(DELETE, name, () -> client.delete(name));
    } catch (ObjectFailure e) {
      if (!Requests.isMissing(e)) {
        throw requests.failed(DELETE, name, e);
      }
    }
  }

  /** Deletes the objects that exist. Batches are sent concurrently. */
  void all(List<ObjectName> names) {
    Map<String, List<ObjectName>> byContainer = new LinkedHashMap<>();
    for (ObjectName name : names) {
      byContainer.computeIfAbsent(name.container(), c -> new ArrayList<>()).add(name);
    }
    List<Runnable> acts = new ArrayList<>();
    for (List<ObjectName> some : byContainer.values()) {
      int size = inBatches ? client.maxDeletes() : 1;
      for (int from = 0; from < some.size(); from += size) {
        List<ObjectName> batch = some.subList(from, Math.min(from + size, some.size()));
        acts.add(() -> batch(batch));
      }
    }
    transfers.all(acts);
  }

  private void batch(List<ObjectName> names) {
    if (names.size() == 1 || !inBatches) {
      singly(names);
      return;
    }
    List<ObjectName> left = names;
    for (int tries = 1; ; tries++) {
      List<ObjectName> batch = left;
      Map<ObjectName, ObjectFailure> failed;
      try {
        failed = requests.send(DELETE, names.get(0), () -> client.deleteAll(batch));
      } catch (ObjectFailure e) {
        if (e.kind() == Kind.UNSUPPORTED) {
          inBatches = false;
          singly(names);
          return;
        }
        throw requests.failed(
            "DELETE of %d files, the first one".formatted(batch.size()), batch.get(0), e);
      }
      if (failed.isEmpty()) {
        return;
      }
      boolean retryable = failed.values().stream().allMatch(f -> f.kind().isRepeatable());
      if (!retryable || tries == TRIES) {
        throw failed(failed, retryable);
      }
      left = List.copyOf(failed.keySet());
    }
  }

  private void singly(List<ObjectName> names) {
    transfers.all(names.stream().<Runnable>map(name -> () -> one(name)).toList());
  }

  private StorageException failed(Map<ObjectName, ObjectFailure> failed, boolean retryable) {
    Map.Entry<ObjectName, ObjectFailure> first = failed.entrySet().iterator().next();
    return new StorageException(
        requests.redacted(
            "%d files were not deleted; the first one is %s: %s"
                .formatted(failed.size(), first.getKey(), first.getValue().description())),
        first.getKey().toString(),
        null,
        retryable);
  }
}
