package io.azulejo.spark;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.spark.sql.connector.catalog.Identifier;

/**
 * A table name that stands for the location of an array and the options given with it.
 *
 * <p>Spark keeps only the texts of the names of the tables that it creates. The namespace is
 * therefore a number that identifies the options, which may contain keys; only the latest options
 * are kept.
 *
 * @param options the options, including the location
 */
record ArrayPath(ArrayOptions options) implements Identifier {
  private static final int MAX_ENTRIES = 10_000;
  private static final Map<String, ArrayOptions> OPTIONS =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ArrayOptions> eldest) {
          return size() > MAX_ENTRIES;
        }
      };

  /** Returns the table name for an array's options. */
  static ArrayPath of(ArrayOptions options) {
    ArrayPath path = new ArrayPath(options);
    for (String number : path.namespace()) {
      synchronized (OPTIONS) {
        OPTIONS.put(number, options);
      }
    }
    return path;
  }

  /** Returns the options behind a table name; empty if the name is not known. */
  static Optional<ArrayOptions> options(Identifier table) {
    if (table instanceof ArrayPath path) {
      return Optional.of(path.options());
    }
    if (table.namespace().length == 0) {
      return Optional.of(new ArrayOptions(Map.of(ArrayOptions.PATH, table.name())));
    }
    synchronized (OPTIONS) {
      return Optional.ofNullable(OPTIONS.get(table.namespace()[0]))
          .filter(options -> options.location().toString().equals(table.name()));
    }
  }

  @Override
  public String[] namespace() {
    Map<String, String> all = new TreeMap<>(options.all());
    return all.keySet().equals(Set.of(ArrayOptions.PATH))
        ? new String[0]
        : new String[] {
          UUID.nameUUIDFromBytes(all.toString().getBytes(StandardCharsets.UTF_8)).toString()
        };
  }

  @Override
  public String name() {
    return options.location().toString();
  }
}
