package io.tiledb.java.api;

import io.azulejo.Azulejo;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a context. It stops when the context is closed and no object uses the engine, or
 * when the context is garbage.
 */
final class EngineOwner {
  private static final Cleaner CLEANER = Cleaner.create();

  /** Starts an engine. */
  @FunctionalInterface
  interface Starter {
    Azulejo start() throws TileDBError;
  }

  private @Nullable Azulejo engine;
  private int users;
  private boolean closed;

  private EngineOwner() {}

  /** Creates the owner of the engine of a context. Objects that use the context must refer to it. */
  static EngineOwner of(Context context) {
    EngineOwner owner = new EngineOwner();
    CLEANER.register(context, owner::stop);
    return owner;
  }

  /** Returns the engine, and starts it if it does not run. */
  synchronized Azulejo engine(Starter starter) throws TileDBError {
    if (engine == null) {
      closed = false;
      engine = starter.start();
    }
    return engine;
  }

  /** Registers a user. Running the result once or several times removes the user. */
  synchronized Runnable hold() {
    users++;
    AtomicBoolean held = new AtomicBoolean(true);
    return () -> {
      if (held.compareAndSet(true, false)) {
        release();
      }
    };
  }

  private synchronized void release() {
    users--;
    if (closed && users == 0) {
      stop();
    }
  }

  /** Stops the engine as soon as it has no users. */
  synchronized void close() {
    closed = true;
    if (users == 0) {
      stop();
    }
  }

  private synchronized void stop() {
    if (engine != null) {
      engine.close();
      engine = null;
    }
  }
}
