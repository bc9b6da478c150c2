package io.azulejo.testkit;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.FaultProxy.Request;
import java.net.URI;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;

/** Base class for tests of an object store behind a proxy that makes requests fail. */
public abstract class ObjectFaultsContract {
  protected static final byte[] TEN = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

  /** The name of an empty bucket or container. */
  protected final String bucket;

  /** A file that does not exist yet. */
  protected final Location file;

  @AutoClose protected final FaultProxy proxy;
  @AutoClose protected ObjectStorage storage;

  private final Store store;

  /** Opens the store. */
  protected ObjectFaultsContract(Store store) {
    this.store = store;
    Location root = store.bucket();
    bucket = root.toString().replaceFirst(".*//", "");
    file = root.resolve("folder/data");
    proxy = FaultProxy.before(store.server());
    storage = store(Map.of());
  }

  /** The store under test and its setup. */
  public interface Store {
    /** Returns the server that the proxy hands requests on to. */
    URI server();

    /** Creates an empty bucket or container. */
    Location bucket();

    /** Opens the store with an endpoint for its requests. */
    ObjectStorage open(URI endpoint, Map<String, String> settings);

    /** Returns the settings for {@code number} attempts per request. */
    Map<String, String> tries(int number);

    /**
     * Returns a fault that responds with an error in the store's format; the server never receives
     * the request.
     */
    default FaultProxy.Fault error(int status, String code) {
      return FaultProxy.error(status, code);
    }

    /** Returns the suffix of a file's path in requests. */
    default String path(String name) {
      return "/" + name;
    }
  }

  /** Opens the store with other settings. */
  protected final ObjectStorage store(Map<String, String> settings) {
    return store.open(proxy.endpoint(), settings);
  }

  /** Opens the store at another endpoint. */
  protected final ObjectStorage store(URI endpoint) {
    return store.open(endpoint, Map.of());
  }

  /** Continues with other settings. */
  protected final void use(Map<String, String> settings) {
    storage.close();
    storage = store(settings);
  }

  /** Continues with another number of attempts for each request. */
  protected final void useTries(int number) {
    use(store.tries(number));
  }

  /** Returns a fault that responds with an error in the store's format. */
  protected final FaultProxy.Fault error(int status, String code) {
    return store.error(status, code);
  }

  private String path() {
    return store.path("folder/data");
  }

  protected final Predicate<Request> put() {
    return request -> request.is("PUT", path());
  }

  protected final Predicate<Request> get() {
    return request -> request.is("GET", path());
  }

  protected final Predicate<Request> head() {
    return request -> request.is("HEAD", path());
  }

  /** Returns the bytes of the file. */
  protected final byte[] content() {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }
}
