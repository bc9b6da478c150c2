package io.azulejo.storage.objects;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the requests of one store. Each attempt of a request counts by itself. Requests that the
 * client failed to send do not count. Safe for use by many threads.
 */
public final class RequestCounts {
  /** Kinds of requests that stores bill differently; the names appear in messages. */
  public enum Kind {
    /** Reads an object or a range of it. */
    GET,
    /** Asks for the size, the time and the metadata of an object. */
    HEAD,
    /** Lists objects or unfinished uploads. */
    LIST,
    /** Creates an object, or uploads a part of one. */
    PUT,
    /** Copies an object within the store. */
    COPY,
    /** Begins or completes an upload in parts. */
    POST,
    /** Deletes objects, or aborts an upload. */
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

  /** The number of requests of a kind. */
  public long of(Kind kind) {
    return adder(kind).sum();
  }

  /** The number of all requests. */
  public long all() {
    return requests.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** The number of requests that repeated another one. */
  public long retries() {
    return retries.sum();
  }

  /** The number of bytes of objects that came, including the gaps between wanted ranges. */
  public long bytesRead() {
    return bytesRead.sum();
  }

  /** The number of bytes of objects that were sent. */
  public long bytesWritten() {
    return bytesWritten.sum();
  }

  /** All counts on one line. */
  @Override
  public String toString() {
    return "%s, retries %s, bytes read %s, written %s"
        .formatted(requests, retries, bytesRead, bytesWritten);
  }
}
