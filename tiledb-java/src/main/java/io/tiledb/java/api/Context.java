package io.tiledb.java.api;

import io.azulejo.Azulejo;
import io.azulejo.error.AzulejoException;
import io.azulejo.storage.StorageProvider;
import io.tiledb.libtiledb.capi_return_t;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The environment of arrays, groups and queries: the configuration, and an engine with its threads,
 * memory and stores. The engine starts with the first operation that needs it. A program needs only
 * one context, which is safe for use by several threads. All contexts together use at most half of
 * the heap for reads and writes.
 *
 * <p>Difference from TileDB-Java: arrays and queries of a closed context remain usable. If they
 * need the engine after {@link #close}, it starts again; another {@code close} stops it.
 */
public class Context implements AutoCloseable {
  private static final int MAX_THREADS = 1024;

  /** Minimum memory budget of the engine (bytes), because smaller budgets make reads fail. */
  private static final long MIN_BUDGET = 64L << 20;

  private final Config config;
  private final Map<String, String> tags = new ConcurrentHashMap<>();
  private volatile ContextCallback errorHandler = new ContextCallback();
  private final EngineOwner engines = EngineOwner.of(this);

  /** Creates a context with the default configuration. */
  public Context() throws TileDBError {
    this(new Config());
  }

  /** Creates a context with a copy of a configuration. */
  public Context(Config config) throws TileDBError {
    this.config = config.copy();
    setTag("x-tiledb-api-language", "java");
    setTag(
        "x-tiledb-api-sys-platform",
        System.getProperty("os.name") + "-" + System.getProperty("os.arch"));
  }

  /**
   * Creates a context with the defaults and some other parameters.
   *
   * @throws TileDBError if a value is not valid
   */
  public Context(Map<String, String> config) throws TileDBError {
    this(new Config(config));
  }

  /**
   * Returns the engine.
   *
   * @throws TileDBError if a parameter is not valid
   */
  Azulejo engine() throws TileDBError {
    return engines.engine(this::start);
  }

  /**
   * Keeps the engine when this context is closed, until the result runs. Running it again has no
   * effect. An object that reads after it was opened holds the engine until it is closed.
   */
  Runnable hold() {
    return engines.hold();
  }

  private Azulejo start() throws TileDBError {
    Azulejo.Builder builder =
        Azulejo.builder().configFile(storeSettings()).shareMemoryBudgetWith(Budget.OWNER);
    Map<String, String> given = config.given(Parameter.Effect.ENGINE);
    if (given.containsKey("sm.compute_concurrency_level")) {
      builder.computeThreads(threads("sm.compute_concurrency_level"));
    }
    if (given.containsKey("sm.io_concurrency_level")) {
      builder.ioThreads(threads("sm.io_concurrency_level"));
    }
    long budget = 0;
    if (given.containsKey("sm.mem.total_budget")) {
      budget = Math.max(MIN_BUDGET, config.integer("sm.mem.total_budget"));
    }
    try {
      Azulejo engine = builder.build();
      return budget > 0 ? engine.withMemoryBudget(budget) : engine;
    } catch (AzulejoException e) {
      throw new TileDBError(Failures.message(e), e);
    }
  }

  /** Owns the memory budget that the engines of all contexts share. It does nothing else. */
  private static final class Budget {
    static final Azulejo OWNER = Azulejo.create();
  }

  private int threads(String parameter) throws TileDBError {
    return (int) Math.max(1, Math.min(MAX_THREADS, config.integer(parameter)));
  }

  /**
   * Returns the settings of the stores on the class path. Programs may set parameters of other
   * stores, which are ignored.
   */
  private Map<String, String> storeSettings() throws TileDBError {
    Map<String, String> settings = config.given(Parameter.Effect.STORE);
    settings.keySet().removeIf(name -> name.startsWith("vfs.") && !isOfStore(name));
    return settings;
  }

  private static boolean isOfStore(String name) {
    for (StorageProvider provider : ServiceLoader.load(StorageProvider.class)) {
      for (String known : provider.settings()) {
        if (known.equals(name)
            || (known.endsWith("*") && name.startsWith(known.substring(0, known.length() - 1)))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Replaces the handler of failures. The first handler throws a {@link TileDBError}. */
  public void setErrorHandler(ContextCallback errorHandler) {
    this.errorHandler = errorHandler;
  }

  /**
   * Calls the handler of failures if a return code is not {@link Constants#TILEDB_OK}.
   *
   * @throws TileDBError if the handler throws it
   */
  public void handleError(int rc) throws TileDBError {
    if (rc != Constants.TILEDB_OK) {
      errorHandler.call("an operation failed with the return code " + rc);
    }
  }

  /** Has no effect, because a {@link capi_return_t} always stands for success. */
  public void handleError(capi_return_t returnCode) throws TileDBError {
    handleError(Constants.TILEDB_OK);
  }

  /**
   * Passes a failure to the handler of failures; see {@link Calls}.
   *
   * @throws TileDBError if the handler throws it; its cause is the failure, or the cause of the
   *     failure if that is a {@code TileDBError} with a cause
   */
  void fail(Exception failure) throws TileDBError {
    try {
      errorHandler.call(Failures.message(failure));
    } catch (TileDBError e) {
      if (e.getCause() == null && e != failure) {
        Throwable cause = failure instanceof TileDBError ? failure.getCause() : null;
        e.initCause(cause == null ? failure : cause);
      }
      throw e;
    }
  }

  /** Returns whether the store is on the class path. HDFS is not supported. */
  public boolean isSupportedFs(Filesystem fs) throws TileDBError {
    return fs == Filesystem.TILEDB_S3 && isSupportedScheme("s3");
  }

  /** Returns whether a store for a scheme is on the class path. */
  static boolean isSupportedScheme(String scheme) {
    if (scheme.equals("file") || scheme.equals("mem")) {
      return true;
    }
    for (StorageProvider provider : ServiceLoader.load(StorageProvider.class)) {
      if (provider.serves(scheme)) {
        return true;
      }
    }
    return false;
  }

  /** Returns a copy of the configuration. */
  public Config getConfig() throws TileDBError {
    return config.copy();
  }

  /** Returns the configuration itself, which is not changed. */
  Config config() {
    return config;
  }

  /** Sets a tag, which natively goes into requests to TileDB's server. It has no effect here. */
  public void setTag(String key, String value) throws TileDBError {
    tags.put(key, value);
  }

  /**
   * Returns what all reads of this context cost, as JSON in the form of the native library. Names
   * of counters begin with {@code Context.}; only those that the engine counts exist.
   */
  public String getStats() throws TileDBError {
    return StatsJson.of("Context", engine().stats());
  }

  /**
   * Stops the engine, once no array, group or query uses it. Repeated calls have no effect. The
   * configuration with which this context was created remains usable.
   */
  @Override
  public void close() {
    engines.close();
  }
}
