package io.tiledb.java.api;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a {@link Context}, an array or a query: all parameters of TileDB 2.30 with
 * their defaults, and any others that the program sets.
 *
 * <p>The value of a parameter is the first of these that exists: the value set with {@link #set},
 * the environment variable (such as {@code TILEDB_VFS_S3_REGION}), the value in the file that was
 * loaded, the default.
 *
 * <p>Difference from TileDB-Java: parameters that tune the native library have no effect, but they
 * are kept. Parameters whose names begin with {@code azulejo.} are settings of the engine.
 */
public class Config implements AutoCloseable {
  private static final String PREFIX_PARAMETER = "config.env_var_prefix";

  /** A parameter whose default in the engine depends on the endpoint. */
  private static final String ADDRESSING = "vfs.s3.use_virtual_addressing";

  /** Parameters with secrets, which {@link #saveToFile} leaves out. */
  private static final Set<String> SECRETS =
      Set.of(
          "vfs.azure.storage_account_name",
          "vfs.azure.storage_account_key",
          "vfs.azure.storage_sas_token",
          "vfs.s3.proxy_username",
          "vfs.s3.proxy_password",
          "vfs.s3.aws_access_key_id",
          "vfs.s3.aws_secret_access_key",
          "vfs.s3.aws_session_token",
          "vfs.s3.aws_role_arn",
          "vfs.s3.aws_external_id",
          "vfs.s3.aws_load_frequency",
          "vfs.s3.aws_session_name",
          "vfs.gcs.service_account_key",
          "vfs.gcs.workload_identity_configuration",
          "vfs.gcs.impersonate_service_account",
          "rest.username",
          "rest.password",
          "rest.token");

  private final TreeMap<String, String> values = new TreeMap<>();

  /** Names of the parameters that override the environment. */
  private final Set<String> set = new HashSet<>();

  private final Map<String, String> environment;

  /** Creates a configuration with all defaults. */
  public Config() throws TileDBError {
    this(Map.of(), System.getenv());
  }

  /**
   * Creates a configuration from a file, in the form that {@link #saveToFile(String)} writes. A
   * {@code #} begins a comment. Environment variables override the values of the file.
   *
   * @throws TileDBError if the file cannot be read, or if a line does not have a name and a value
   */
  public Config(String filename) throws TileDBError {
    this();
    load(path(filename));
  }

  /**
   * Creates a configuration from a local file; see {@link #Config(String)}.
   *
   * @param uri a URI with the scheme {@code file}
   * @throws TileDBError if the URI has another scheme, or the file cannot be read
   */
  public Config(URI uri) throws TileDBError {
    this();
    load(path(uri));
  }

  /**
   * Creates a configuration with the defaults and some other values.
   *
   * @throws TileDBError if a value is not valid
   */
  public Config(Map<String, String> config) throws TileDBError {
    this(config, System.getenv());
  }

  Config(Map<String, String> config, Map<String, String> environment) throws TileDBError {
    this.environment = environment;
    Parameter.ALL.forEach((name, parameter) -> values.put(name, parameter.defaultValue()));
    for (Map.Entry<String, String> entry : config.entrySet()) {
      set(entry.getKey(), entry.getValue());
    }
  }

  private Config(Config other) {
    environment = other.environment;
    synchronized (other) {
      values.putAll(other.values);
      set.addAll(other.set);
    }
  }

  /** Returns an independent copy. */
  Config copy() {
    return new Config(this);
  }

  /**
   * Returns a copy in which the parameters that were set in another configuration replace these.
   */
  Config inherit(Config other) {
    Config merged = copy();
    synchronized (other) {
      for (String name : other.set) {
        merged.values.put(name, other.values.get(name));
        merged.set.add(name);
      }
    }
    return merged;
  }

  /** Returns whether all parameters have the same values as in another configuration. */
  boolean sameAs(Config other) {
    Config copy = other.copy();
    synchronized (this) {
      return values.equals(copy.values) && set.equals(copy.set);
    }
  }

  /** Returns the value of a parameter; null if it is unknown and was not set. */
  public synchronized @Nullable String get(String parameter) throws TileDBError {
    String value = values.get(parameter);
    if (set.contains(parameter)) {
      return value;
    }
    if (parameter.equals("vfs.s3.region")
        && (environment.containsKey("AWS_REGION")
            || environment.containsKey("AWS_DEFAULT_REGION"))) {
      return "";
    }
    String variable =
        values.get(PREFIX_PARAMETER) + parameter.toUpperCase(Locale.ROOT).replace('.', '_');
    return environment.getOrDefault(variable, value);
  }

  /**
   * Sets a parameter. Its name need not be a parameter of TileDB.
   *
   * @throws TileDBError if the value is not valid for the parameter; as in the native library, the
   *     values of some parameters are only checked when they are used
   */
  public synchronized void set(String parameter, String value) throws TileDBError {
    if (parameter == null || value == null) {
      throw new TileDBError("a parameter cannot be set to null; use unset");
    }
    Parameter known = Parameter.ALL.get(parameter);
    if (known != null) {
      known.check(value);
    }
    values.put(parameter, value);
    set.add(parameter);
  }

  /** Resets a parameter to its default, or removes it if it is not a parameter of TileDB. */
  public synchronized void unset(String parameter) throws TileDBError {
    set.remove(parameter);
    Parameter known = Parameter.ALL.get(parameter);
    if (known == null) {
      values.remove(parameter);
    } else {
      values.put(parameter, known.defaultValue());
    }
  }

  /** Returns all parameters with their values. */
  public HashMap<String, String> parameters() throws TileDBError {
    return parameters("");
  }

  /** Returns the parameters with a prefix, by their names without the prefix. */
  public synchronized HashMap<String, String> parameters(String prefix) throws TileDBError {
    HashMap<String, String> found = new HashMap<>();
    for (String name : values.keySet()) {
      if (name.startsWith(prefix)) {
        found.put(name.substring(prefix.length()), text(name));
      }
    }
    return found;
  }

  /**
   * Writes the parameters to a file, one per line: the name, a blank and the value. Leaves out
   * empty values and secrets. The values of environment variables are not written.
   *
   * @throws TileDBError if the file cannot be written
   */
  public void saveToFile(String filename) throws TileDBError {
    save(path(filename));
  }

  /**
   * Writes the parameters to a local file; see {@link #saveToFile(String)}.
   *
   * @param uri a URI with the scheme {@code file}
   * @throws TileDBError if the URI has another scheme, or the file cannot be written
   */
  public void saveToFile(URI uri) throws TileDBError {
    save(path(uri));
  }

  private static Path path(String filename) throws TileDBError {
    try {
      if (!filename.isEmpty()) {
        return Path.of(filename);
      }
    } catch (InvalidPathException e) {
      // Reported below.
    }
    throw new TileDBError("'%s' is not a valid file name".formatted(filename));
  }

  private static Path path(URI uri) throws TileDBError {
    if (!"file".equalsIgnoreCase(uri.getScheme())) {
      throw new TileDBError(
          "cannot use '%s' as a configuration file; its scheme must be file".formatted(uri));
    }
    try {
      return Path.of(uri);
    } catch (IllegalArgumentException e) {
      throw new TileDBError("'%s' is not a valid file name: %s".formatted(uri, e.getMessage()), e);
    }
  }

  private synchronized void load(Path file) throws TileDBError {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new TileDBError("cannot read the configuration file '%s': %s".formatted(file, e), e);
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] words = line.split("\\s+");
      if (words.length < 2 || (words.length > 2 && !words[2].startsWith("#"))) {
        throw new TileDBError(
            "cannot read '%s', line %d: expected a name and a value".formatted(file, i + 1));
      }
      values.put(words[0], words[1]);
    }
  }

  private synchronized void save(Path file) throws TileDBError {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) -> {
          if (!value.isEmpty() && !SECRETS.contains(name)) {
            text.append(name).append(' ').append(value).append('\n');
          }
        });
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new TileDBError("cannot write the configuration file '%s': %s".formatted(file, e), e);
    }
  }

  /** Returns the value of a parameter; empty if it is unknown and was not set. */
  String text(String parameter) throws TileDBError {
    String value = get(parameter);
    return value == null ? "" : value;
  }

  /** Returns the value of a boolean parameter. */
  boolean flag(String parameter) throws TileDBError {
    return text(parameter).equalsIgnoreCase("true");
  }

  /**
   * Returns the value of an integer parameter. Values of more than 63 bits become {@link
   * Long#MAX_VALUE}.
   *
   * @throws TileDBError if the value is not an integer of at least 0
   */
  long integer(String parameter) throws TileDBError {
    return Parameter.integer(parameter, text(parameter));
  }

  /**
   * Returns the values for the engine: parameters with an effect that differ from their defaults,
   * because the engine has better defaults for concurrency and timeouts. For {@link
   * Parameter.Effect#STORE}, the result also contains other parameters of stores and settings of
   * Azulejo.
   */
  synchronized Map<String, String> given(Parameter.Effect effect) throws TileDBError {
    Map<String, String> given = new TreeMap<>();
    for (String name : values.keySet()) {
      String value = text(name);
      Parameter known = Parameter.ALL.get(name);
      boolean wanted =
          known == null
              ? effect == Parameter.Effect.STORE
                  && (name.startsWith("azulejo.") || name.startsWith("vfs."))
              : known.effect() == effect
                  && (!value.equals(known.defaultValue())
                      || (name.equals(ADDRESSING) && set.contains(name)));
      if (wanted) {
        given.put(name, value);
      }
    }
    return given;
  }

  /** Has no effect, because a configuration holds no resources. It remains usable. */
  @Override
  public void close() {}
}
