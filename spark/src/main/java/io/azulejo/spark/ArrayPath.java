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
 * A table identifier that stands for the location of an array and the options given with it.
 *
 * <p>Spark keeps only the namespace and the name of the tables that it creates. The name is the
 * location. The namespace is a hash of the options rather than their text, because options may
 * contain keys. The options of the most recently used identifiers are kept in memory, where the
 * hash finds them. If the location is the only option, the namespace is empty.
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

  /** Returns the identifier for an array's options, and remembers the options. */
  static ArrayPath of(ArrayOptions options) {
    ArrayPath path = new ArrayPath(options);
    for (String number : path.namespace()) {
      synchronized (OPTIONS) {
        OPTIONS.put(number, options);
      }
    }
    return path;
  }

  /** Returns the options for a table identifier; empty if its namespace is unknown. */
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
