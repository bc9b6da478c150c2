package io.azulejo.storage.objects;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counters for the requests of one store. Every attempt counts, except if the client failed to send
 * it. Thread-safe.
 */
public final class RequestCounts {
  /** Kinds of requests, according to how stores bill them. The names appear in messages. */
  public enum Kind {
    /** Reads an object or part of it. */
    GET,
    /** Requests the size, time and metadata of an object. */
    HEAD,
    /** Lists objects or incomplete uploads. */
    LIST,
    /** Creates an object or uploads a part. */
    PUT,
    /** Copies an object within the store. */
    COPY,
    /** Begins or completes a multipart upload. */
    POST,
    /** Deletes objects or aborts an upload. */
    DELETE
  }

  private final Map<Kind, LongAdder> requests = new EnumMap<>(Kind.class);
  private final LongAdder retries = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();

  RequestCounts() {
    for (Kind kind : Kind.values()) {
      requests.put(kind, new LongAdder());
    }
  }

  private LongAdder adder(Kind kind) {
    return Objects.requireNonNull(requests.get(kind));
  }

  void sent(Kind kind, boolean again) {
    adder(kind).increment();
    if (again) {
      retries.increment();
    }
  }

  void read(long bytes) {
    bytesRead.add(bytes);
  }

  void written(long bytes) {
    bytesWritten.add(bytes);
  }

  /** Returns the number of requests of one kind. */
  public long of(Kind kind) {
    return adder(kind).sum();
  }

  /** Returns the total number of requests. */
  public long all() {
    return requests.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Returns the number of requests that repeated a failed attempt. */
  public long retries() {
    return retries.sum();
  }

  /** Returns the number of object bytes received, including the gaps between requested ranges. */
  public long bytesRead() {
    return bytesRead.sum();
  }

  /** Returns the number of object bytes sent. */
  public long bytesWritten() {
    return bytesWritten.sum();
  }

  /** Returns all counters as one line of text. */
  @Override
  public String toString() {
    return "%s, retries %s, bytes read %s, written %s"
        .formatted(requests, retries, bytesRead, bytesWritten);
  }
}
