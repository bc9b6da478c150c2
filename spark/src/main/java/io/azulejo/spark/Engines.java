package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.SnapshotToken;
import io.azulejo.query.TimeRange;
import io.azulejo.table.ArrayTable;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The engines of this process, which all tasks share. There is one engine for each set of store
 * settings and memory limit.
 *
 * <p>The most recently used engines stay open until the process ends. Older engines, for example
 * for rotated session tokens, live as long as an array opened with them is in use. Their idle
 * threads end by themselves. Engines with the same memory limit share one memory budget. Opened
 * snapshots are cached too, because many tasks read the same snapshot.
 */
final class Engines {
  private static final int KEPT = 16;
  private static final long MIN_BUDGET = 64L << 20;

  private static final Map<Settings, Azulejo> ENGINES = new LruCache<>();
  private static final Map<TableKey, ArrayTable> TABLES = new LruCache<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Engines::close, "azulejo-close"));
  }

  /** A cache of the most recently used entries. */
  private static final class LruCache<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    LruCache() {
      super(KEPT, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > KEPT;
    }
  }

  private record Settings(Map<String, String> config, long memory) {}

  private record TableKey(ByteBuffer token, ArrayOptions options, ColumnView view) {}

  private Engines() {}

  private static Settings settings(ArrayOptions options) {
    // Spark manages most of the heap itself, so the engines take only a share of it.
    long share = Math.max(MIN_BUDGET, Runtime.getRuntime().maxMemory() / 4);
    return new Settings(options.config(), options.memoryBudget().orElse(share));
  }

  /**
   * Returns the engine for the store settings and the memory limit in the options. Creates it if
   * necessary.
   */
  static synchronized Azulejo engine(ArrayOptions options) {
    Settings wanted = settings(options);
    Azulejo known = ENGINES.get(wanted);
    if (known != null) {
      return known;
    }
    Azulejo.Builder engine = Azulejo.builder().config(wanted.config).memoryBudget(wanted.memory);
    ENGINES.entrySet().stream()
        .filter(other -> other.getKey().memory == wanted.memory)
        .findFirst()
        .ifPresent(other -> engine.shareMemoryBudgetWith(other.getValue()));
    Azulejo made = engine.build();
    ENGINES.put(wanted, made);
    return made;
  }

  private static synchronized void close() {
    ENGINES.values().forEach(Azulejo::close);
  }

  /**
   * Returns the engine for writing the array. It has the array's encryption key if the options
   * contain one.
   */
  static Azulejo writing(ArrayOptions options) {
    Azulejo engine = engine(options);
    return options.key().map(key -> engine.withKey(options.location(), key)).orElse(engine);
  }

  /** Opens the array as of now, or in the time range of the options. */
  static Array open(ArrayOptions options) {
    return engine(options).open(options.location(), options.open());
  }

  /** Opens the array in the given time range, and ignores the time range of the options. */
  static Array open(ArrayOptions options, TimeRange times) {
    return engine(options).open(options.location(), options.open().at(times));
  }

  /**
   * Opens the array as of now, or in the time range of the options. If the options do not set one,
   * the result includes everything that the earlier snapshot could see.
   */
  static Array openNotBefore(ArrayOptions options, SnapshotToken earlier) {
    OpenOptions open = options.open();
    if (open.at().isEmpty()) {
      long now = System.currentTimeMillis();
      long then = earlier.times().end();
      open = open.at(TimeRange.until(Long.compareUnsigned(now, then) < 0 ? then : now));
    }
    return engine(options).open(options.location(), open);
  }

  /**
   * Opens the snapshot that a token identifies. Ignores the time range of the options, which may
   * belong to a write.
   */
  static Array open(ArrayOptions options, SnapshotToken token) {
    OpenOptions open = options.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
    return engine(options).open(token, open);
  }

  /**
   * Returns the table for a snapshot that the driver opened. Recently used tables are cached.
   *
   * @param token the serialized token of the snapshot
   */
  static ArrayTable table(ArrayOptions options, byte[] token, ColumnView view) {
    TableKey wanted = new TableKey(ByteBuffer.wrap(token), options, view);
    synchronized (Engines.class) {
      ArrayTable known = TABLES.get(wanted);
      if (known != null) {
        return known;
      }
    }
    ArrayTable table = view.table(options, open(options, SnapshotToken.of(token)));
    synchronized (Engines.class) {
      TABLES.put(wanted, table);
    }
    return table;
  }
}
