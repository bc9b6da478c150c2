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
 * The engines of this process: one for each set of settings of stores, shared by all tasks. Those
 * that were used last are kept until the process ends; others, of settings that change as tokens of
 * sessions do, live as long as somebody uses what they have opened, and their idle threads end by
 * themselves. All engines with one budget share its memory. Snapshots that tasks have opened are
 * kept, as many tasks read the same.
 */
final class Engines {
  private static final int KEPT = 16;
  private static final long LEAST_BUDGET = 64L << 20;

  private static final Map<Settings, Azulejo> ENGINES = new Latest<>();
  private static final Map<Opened, ArrayTable> TABLES = new Latest<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Engines::close, "azulejo-close"));
  }

  /** What was used last. */
  private static final class Latest<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    Latest() {
      super(KEPT, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > KEPT;
    }
  }

  private record Settings(Map<String, String> config, long memory) {}

  private record Opened(ByteBuffer token, ArrayOptions options, ColumnView view) {}

  private Engines() {}

  private static Settings settings(ArrayOptions options) {
    // Spark counts on the heap for itself.
    long share = Math.max(LEAST_BUDGET, Runtime.getRuntime().maxMemory() / 4);
    return new Settings(options.config(), options.memoryBudget().orElse(share));
  }

  /** The engine for some settings. */
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

  /** The engine for writes to the array of the options, with its key if it has one. */
  static Azulejo writing(ArrayOptions options) {
    Azulejo engine = engine(options);
    return options.key().map(key -> engine.withKey(options.location(), key)).orElse(engine);
  }

  /** The array as it is now, or at the times of the options. */
  static Array open(ArrayOptions options) {
    return engine(options).open(options.location(), options.open());
  }

  /** The array as it was at other times than those of the options. */
  static Array open(ArrayOptions options, TimeRange times) {
    return engine(options).open(options.location(), options.open().at(times));
  }

  /** The array as it is now, where no times were given at least all that a snapshot could see. */
  static Array openSince(ArrayOptions options, SnapshotToken earlier) {
    OpenOptions open = options.open();
    if (open.at().isEmpty()) {
      long now = System.currentTimeMillis();
      long then = earlier.times().end();
      open = open.at(TimeRange.until(Long.compareUnsigned(now, then) < 0 ? then : now));
    }
    return engine(options).open(options.location(), open);
  }

  /** The snapshot of a token, which has its times: those of the options may be of a write. */
  static Array open(ArrayOptions options, SnapshotToken token) {
    OpenOptions open = options.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
    return engine(options).open(token, open);
  }

  /** The table of a snapshot that the driver has opened. */
  static ArrayTable table(ArrayOptions options, byte[] token, ColumnView view) {
    Opened wanted = new Opened(ByteBuffer.wrap(token), options, view);
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
