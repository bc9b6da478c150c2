package io.azulejo.azure;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.AzureServer;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.FaultProxy.Request;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;

/** Tests of a store behind a proxy that makes requests fail. */
abstract class BehindFaultProxy {
  static final byte[] TEN = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

  final FaultProxy proxy = FaultProxy.before(AzureServer.shared().endpoint());
  final String container = AzureServer.shared().newContainer();
  final Location file = Location.of("azure://" + container + "/folder/data");
  ObjectStorage storage = store(Map.of());

  ObjectStorage store(Map<String, String> settings) {
    return Stores.of(proxy.endpoint(), settings);
  }

  /** Goes on with other settings. */
  void use(Map<String, String> settings) {
    storage.close();
    storage = store(settings);
  }

  @AfterEach
  void close() {
    storage.close();
    proxy.close();
  }

  static Predicate<Request> put() {
    return request -> request.is("PUT", "folder%2Fdata");
  }

  static Predicate<Request> get() {
    return request -> request.is("GET", "folder%2Fdata");
  }

  static Predicate<Request> head() {
    return request -> request.is("HEAD", "folder%2Fdata");
  }

  /** An error as Azure answers it; the request never reaches the server. */
  static FaultProxy.Fault error(int status, String code) {
    return exchange -> exchange.answer(status, headers(code), xml(code));
  }

  /** The server does what it is asked, but the answer is an error. */
  static FaultProxy.Fault doneButError(int status, String code) {
    return exchange -> {
      exchange.handOn();
      exchange.answer(status, headers(code), xml(code));
    };
  }

  private static Map<String, String> headers(String code) {
    return Map.of("x-ms-error-code", code, "Content-Type", "application/xml");
  }

  private static String xml(String code) {
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>"
        + code
        + "</Code><Message>made up by a test\nRequestId:1</Message></Error>";
  }

  byte[] content() {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }
}
