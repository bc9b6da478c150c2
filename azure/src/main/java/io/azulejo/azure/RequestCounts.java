package io.azulejo.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpRequest;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** How many requests were sent, each attempt of a request counted by itself. */
final class RequestCounts {
  /** What Azure bills differently. */
  enum Kind {
    GET,
    HEAD,
    LIST,
    /** Blobs, blocks, and lists of blocks. */
    PUT,
    COPY,
    DELETE
  }

  private final Map<Kind, LongAdder> requests = new EnumMap<>(Kind.class);
  private final LongAdder bytesRead = new LongAdder();

  RequestCounts() {
    for (Kind kind : Kind.values()) {
      requests.put(kind, new LongAdder());
    }
  }

  private LongAdder adder(Kind kind) {
    return Objects.requireNonNull(requests.get(kind));
  }

  void sent(HttpRequest request) {
    adder(kind(request)).increment();
  }

  private static Kind kind(HttpRequest request) {
    String query = String.valueOf(request.getUrl().getQuery());
    return switch (request.getHttpMethod()) {
      case GET -> query.contains("comp=list") ? Kind.LIST : Kind.GET;
      case HEAD -> Kind.HEAD;
      case DELETE -> Kind.DELETE;
      default ->
          request.getHeaders().get(HttpHeaderName.fromString("x-ms-copy-source")) == null
              ? Kind.PUT
              : Kind.COPY;
    };
  }

  void read(long bytes) {
    bytesRead.add(bytes);
  }

  long of(Kind kind) {
    return adder(kind).sum();
  }

  long all() {
    return requests.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Bytes of blobs that came, those of gaps among them. */
  long bytesRead() {
    return bytesRead.sum();
  }

  @Override
  public String toString() {
    return requests + ", bytes read " + bytesRead;
  }
}
