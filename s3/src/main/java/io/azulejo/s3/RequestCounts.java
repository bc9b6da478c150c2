package io.azulejo.s3;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.http.SdkHttpRequest;

/** How many requests were sent, each attempt of a request counted by itself. */
final class RequestCounts {
  /** What S3 bills differently. */
  enum Kind {
    GET,
    HEAD,
    LIST,
    PUT,
    COPY,
    /** Begins and completes uploads in parts. */
    POST,
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
    return java.util.Objects.requireNonNull(requests.get(kind));
  }

  void sent(SdkHttpRequest request, boolean again) {
    adder(kind(request)).increment();
    if (again) {
      retries.increment();
    }
    request
        .firstMatchingHeader("Content-Length")
        .ifPresent(length -> bytesWritten.add(Long.parseLong(length)));
  }

  private static Kind kind(SdkHttpRequest request) {
    return switch (request.method()) {
      case GET -> request.rawQueryParameters().containsKey("list-type") ? Kind.LIST : Kind.GET;
      case HEAD -> Kind.HEAD;
      case PUT ->
          request.firstMatchingHeader("x-amz-copy-source").isPresent() ? Kind.COPY : Kind.PUT;
      case DELETE -> Kind.DELETE;
      default -> request.rawQueryParameters().containsKey("delete") ? Kind.DELETE : Kind.POST;
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

  /** Of all requests those that repeated another one. */
  long retries() {
    return retries.sum();
  }

  /** Bytes of objects that came, those of gaps among them. */
  long bytesRead() {
    return bytesRead.sum();
  }

  long bytesWritten() {
    return bytesWritten.sum();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    requests.forEach((kind, count) -> text.append(kind).append(' ').append(count).append(", "));
    return text + "retries " + retries + ", bytes read " + bytesRead + ", written " + bytesWritten;
  }
}
