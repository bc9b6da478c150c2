package io.azulejo.gcs;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.FaultProxy.Request;
import io.azulejo.testkit.GcsServer;
import io.azulejo.testkit.S3Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;

/** Tests of a store behind a proxy that makes requests fail, and shows them. */
abstract class BehindFaultProxy {
  static final byte[] TEN = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

  /** More than goes by one request. */
  static final int LARGE = 9 << 20;

  final GcsServer google = new GcsServer();
  final FaultProxy proxy = FaultProxy.before(google.endpoint());
  final String bucket = S3Server.shared().newBucket();
  final Location file = Location.of("gs://" + bucket + "/folder/data");
  private final List<Storage> stores = new ArrayList<>();
  Storage storage = store(Map.of());

  /** A store that is closed with the test. */
  final Storage store(Map<String, String> settings) {
    Storage made = Stores.of(google, proxy.endpoint(), settings);
    stores.add(made);
    return made;
  }

  @AfterEach
  void close() {
    stores.forEach(Storage::close);
    proxy.close();
    google.close();
    assertThat(google.broken()).as("rules of Google that were broken").isEmpty();
  }

  static Predicate<Request> put() {
    return request -> request.is("PUT", "/folder/data") && request.query().isEmpty();
  }

  static Predicate<Request> head() {
    return request -> request.is("HEAD", "/folder/data");
  }

  static Predicate<Request> completion() {
    return request -> request.method().equals("POST") && request.query().startsWith("uploadId");
  }

  void write(Location to, int size) {
    try (OutputFile out = storage.create(to)) {
      out.write(new byte[size], 0, size);
      out.commit();
    }
  }

  byte[] content(Location of) {
    try (InputFile in = storage.open(of)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }
}
