package io.tiledb.java.api;

import io.azulejo.Azulejo;
import io.azulejo.query.ReadStats;
import java.lang.ref.Cleaner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  /** All owners whose context is not garbage. */
  private static final Set<EngineOwner> OWNERS = ConcurrentHashMap.newKeySet();

  /** Costs of the engines that have stopped. */
  private static ReadStats stopped = ReadStats.of(cost -> 0);

  private @Nullable Azulejo engine;
  private int users;
  private boolean closed;

  private EngineOwner() {}

  /**
   * Creates the owner of the engine of a context. Objects that use the context must refer to it.
   */
  static EngineOwner of(Context context) {
    EngineOwner owner = new EngineOwner();
    OWNERS.add(owner);
    CLEANER.register(
        context,
        () -> {
          owner.stop();
          OWNERS.remove(owner);
        });
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
    Azulejo stopping = engine;
    if (stopping != null) {
      engine = null;
      synchronized (EngineOwner.class) {
        stopped = sum(stopped, stopping.stats());
      }
      stopping.close();
    }
  }

  /** Returns the costs of the reads of all engines, including those that have stopped. */
  static ReadStats totalStats() {
    ReadStats total = ReadStats.of(cost -> 0);
    for (EngineOwner owner : OWNERS) {
      total = sum(total, owner.stats());
    }
    synchronized (EngineOwner.class) {
      return sum(total, stopped);
    }
  }

  private synchronized ReadStats stats() {
    return engine == null ? ReadStats.of(cost -> 0) : engine.stats();
  }

  private static ReadStats sum(ReadStats a, ReadStats b) {
    return ReadStats.of(cost -> a.get(cost) + b.get(cost));
  }
}
