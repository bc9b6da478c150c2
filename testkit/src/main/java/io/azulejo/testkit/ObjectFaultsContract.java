package io.azulejo.testkit;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.FaultProxy.Request;
import java.net.URI;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;

/** A base class for tests of an object store behind a proxy that makes requests fail. */
public abstract class ObjectFaultsContract {
  protected static final byte[] TEN = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

  /** The name of an empty bucket or container. */
  protected final String bucket;

  /** The location of a file that does not exist at first. */
  protected final Location file;

  @AutoClose protected final FaultProxy proxy;
  @AutoClose protected ObjectStorage storage;

  private final Store store;

  /** Creates an empty bucket or container, starts the proxy and opens the store behind it. */
  protected ObjectFaultsContract(Store store) {
    this.store = store;
    Location root = store.bucket();
    bucket = root.toString().replaceFirst(".*//", "");
    file = root.resolve("folder/data");
    proxy = FaultProxy.before(store.server());
    storage = store(Map.of());
  }

  /** The store under test and its server. */
  public interface Store {
    /** Returns the address of the server to which the proxy forwards requests. */
    URI server();

    /** Creates an empty bucket or container and returns its location. */
    Location bucket();

    /** Opens the store, which sends its requests to the given endpoint. The caller closes it. */
    ObjectStorage open(URI endpoint, Map<String, String> settings);

    /** Returns the settings that limit each request to the given number of attempts. */
    Map<String, String> tries(int number);

    /**
     * Returns a fault that responds with an error in the store's format. The server never receives
     * the request.
     */
    default FaultProxy.Fault error(int status, String code) {
      return FaultProxy.error(status, code);
    }

    /** Returns the suffix that a request path has for the file with the given name. */
    default String path(String name) {
      return "/" + name;
    }
  }

  /** Opens the store behind the proxy with additional settings. The caller closes it. */
  protected final ObjectStorage store(Map<String, String> settings) {
    return store.open(proxy.endpoint(), settings);
  }

  /** Opens the store at another endpoint. The caller closes it. */
  protected final ObjectStorage store(URI endpoint) {
    return store.open(endpoint, Map.of());
  }

  /** Closes the current store and opens it with other settings. */
  protected final void use(Map<String, String> settings) {
    storage.close();
    storage = store(settings);
  }

  /** Closes the current store and opens it with another limit on the attempts per request. */
  protected final void useTries(int number) {
    use(store.tries(number));
  }

  /** Returns the fault of {@link Store#error}. */
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

  /** Reads {@link #file} and returns its bytes. */
  protected final byte[] content() {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }
}
