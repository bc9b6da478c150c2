package io.azulejo.s3;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.FaultProxy.Request;
import io.azulejo.testkit.S3Server;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;

/** Tests of a store behind a proxy that makes requests fail. */
abstract class BehindFaultProxy {
  final FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
  static final byte[] TEN = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

  final String bucket = S3Server.shared().newBucket();
  final Location file = Location.of("s3://" + bucket + "/folder/data");
  ObjectStorage storage = store(Map.of());

  ObjectStorage store(Map<String, String> settings) {
    return Stores.of(proxy.endpoint(), settings);
  }

  @AfterEach
  void close() {
    storage.close();
    proxy.close();
  }

  static Predicate<Request> put() {
    return request -> request.is("PUT", "/folder/data");
  }

  static Predicate<Request> get() {
    return request -> request.is("GET", "/folder/data");
  }

  static Predicate<Request> head() {
    return request -> request.is("HEAD", "/folder/data");
  }

  byte[] content() {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }
}
