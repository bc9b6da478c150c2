package io.azulejo.cli.terminal;

import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Defaults for options and engine settings, from environment variables and a configuration file.
 * Environment variables override the file, unless the file was named by an option. A default for
 * one command overrides a default for all commands. Options that delete, replace or change
 * something cannot have defaults.
 */
public final class Defaults {
  /** Empty defaults. */
  public static final Defaults NONE =
      new Defaults(List.of(), Map.of(), Optional.empty(), false, List.of());

  private static final String VARIABLE = "AZULEJO_";

  /** Suffixes of {@code AZULEJO_} variables that are not defaults of options. */
  private static final Set<String> OTHERS =
      Set.of("CONFIG", "OPTS", "STORES", "TERMINALS", "PAGER");

  /** Options that can have a default, with their commands. An empty list means all commands. */
  private static final Map<String, List<String>> OPTIONS = new TreeMap<>();

  static {
    OPTIONS.put("format", List.of());
    OPTIONS.put("layout", List.of("read", "head"));
    OPTIONS.put("theme", List.of("plot", "tiles"));
    OPTIONS.put("size", List.of("plot", "tiles"));
    OPTIONS.put("dpi", List.of("plot", "tiles"));
    OPTIONS.put("date-format", List.of("create", "write", "read"));
    OPTIONS.put("decimal", List.of("create", "write", "read"));
    OPTIONS.put("null", List.of("create", "write", "read"));
    OPTIONS.put("port", List.of("view"));
  }

  /**
   * Commands whose {@code --format} is the input format. A default for the output format does not
   * apply to them.
   */
  private static final Set<String> READS_FORMAT = Set.of("create", "write");

  private final List<Default> all;
  private final Map<String, String> settings;
  private final Optional<Path> file;

  /** Whether an option named the file, so that the file overrides environment variables. */
  private final boolean named;

  private final List<String> hints;

  private Defaults(
      List<Default> all,
      Map<String, String> settings,
      Optional<Path> file,
      boolean named,
      List<String> hints) {
    this.all = all;
    this.settings = settings;
    this.file = file;
    this.named = named;
    this.hints = hints;
  }

  /**
   * The default value of an option.
   *
   * @param command the command, or an empty string for all commands that have the option
   * @param option the option's name without hyphens
   * @param value the value, as it would be typed
   * @param source where the default was set: the variable's name, or the file and line number
   */
  public record Default(String command, String option, String value, String source) {
    /**
     * Returns the name that sets this default in a configuration file, such as {@code read.layout}.
     */
    public String name() {
      return command.isEmpty() ? option : command + "." + option;
    }

    /** Returns whether the default applies to all commands that have the option. */
    public boolean isGeneral() {
      return command.isEmpty();
    }
  }

  /**
   * Reads the defaults from environment variables and the configuration file. The file is named by
   * an option or by {@code AZULEJO_CONFIG}. If neither names one, the default file is read if it
   * exists.
   *
   * @param environment all environment variables
   * @param named the file that an option names, or null without this option; an empty path selects
   *     the default file
   * @throws InvalidRequestException if a line of the file is invalid
   * @throws io.azulejo.error.NotFoundException if the named file does not exist
   * @throws io.azulejo.error.StorageException if the file cannot be read
   */
  public static Defaults of(Map<String, String> environment, String named) throws IOException {
    List<Default> all = new ArrayList<>();
    List<String> hints = new ArrayList<>();
    for (Map.Entry<String, String> variable : new TreeMap<>(environment).entrySet()) {
      String name = variable.getKey();
      if (name.startsWith(VARIABLE) && !OTHERS.contains(name.substring(VARIABLE.length()))) {
        add(name, variable.getValue(), all, hints);
      }
    }
    Map<String, String> settings = new LinkedHashMap<>();
    Optional<Path> file =
        Optional.ofNullable(named)
            .or(() -> Optional.ofNullable(environment.get("AZULEJO_CONFIG")))
            .filter(text -> !text.isEmpty())
            .map(LocalFile::path);
    boolean explicit = file.isPresent();
    if (!explicit) {
      file = defaultFile(environment);
    }
    if (file.isPresent() && (explicit || Files.exists(file.get()))) {
      for (ConfigFile.Line line : ConfigFile.read(file.get().toString())) {
        add(line, file.get() + ", line " + line.number(), all, settings);
      }
    }
    boolean first = named != null && !named.isEmpty();
    return new Defaults(List.copyOf(all), Map.copyOf(settings), file, first, hints);
  }

  /**
   * Returns the path of the default configuration file, or an empty result without a home folder.
   */
  private static Optional<Path> defaultFile(Map<String, String> environment) {
    boolean windows =
        System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
    String base = windows ? environment.get("APPDATA") : environment.get("XDG_CONFIG_HOME");
    if (base == null || base.isEmpty()) {
      String home = environment.get("HOME");
      base = windows || home == null || home.isEmpty() ? "" : home + "/.config";
    }
    return base.isEmpty()
        ? Optional.empty()
        : Optional.of(LocalFile.path(base).resolve("azulejo").resolve("config"));
  }

  private static void add(String variable, String value, List<Default> all, List<String> hints) {
    String words = variable.substring(VARIABLE.length()).toLowerCase(Locale.ROOT);
    String name = words.replace('_', '-');
    if (OPTIONS.containsKey(name)) {
      all.add(new Default("", name, value, variable));
      return;
    }
    int end = words.indexOf('_');
    String command = end < 0 ? "" : words.substring(0, end);
    String option = name.substring(end + 1);
    if (end > 0 && isFor(option, command)) {
      all.add(new Default(command, option, value, variable));
      return;
    }
    List<String> known =
        OPTIONS.keySet().stream()
            .map(o -> VARIABLE + o.toUpperCase(Locale.ROOT).replace('-', '_'))
            .toList();
    hints.add(
        variable + " does not set the default of an option" + Suggestion.hint(variable, known));
  }

  private static boolean isFor(String option, String command) {
    List<String> commands = OPTIONS.get(option);
    return commands != null
        && (commands.isEmpty()
            ? !(option.equals("format") && READS_FORMAT.contains(command))
            : commands.contains(command));
  }

  private static void add(
      ConfigFile.Line line, String source, List<Default> all, Map<String, String> settings) {
    String name = line.name();
    int point = name.indexOf('.');
    String option = name.substring(point + 1);
    String command = point < 0 ? "" : name.substring(0, point);
    if (point < 0 ? OPTIONS.containsKey(option) : isFor(option, command)) {
      all.add(new Default(command, option, line.value(), source));
    } else if (point < 0 || OPTIONS.containsKey(option)) {
      throw new InvalidRequestException(
          "%s: the default of %s cannot be set%s; valid: %s (docs/cli.md), and settings such as vfs.s3.region"
              .formatted(
                  source,
                  point < 0 ? "--" + option : "--" + option + " of " + command,
                  Suggestion.hint(option, OPTIONS.keySet()),
                  String.join(", ", OPTIONS.keySet())));
    } else {
      settings.put(name, line.value());
    }
  }

  /**
   * Returns the default that applies to a command's option, if any.
   *
   * @param command the command's name
   * @param option the option's name without hyphens
   */
  public Optional<Default> find(String command, String option) {
    return all.stream()
        .filter(d -> d.option().equals(option) && isFor(option, command))
        .filter(d -> d.isGeneral() || d.command().equals(command))
        .min(
            Comparator.comparing((Default d) -> d.source().startsWith(VARIABLE) == named)
                .thenComparing(Default::isGeneral));
  }

  /**
   * Returns the engine settings in the file, by name. The values can be secrets and must not be
   * printed.
   */
  public Map<String, String> settings() {
    return settings;
  }

  /** Adds the engine settings in the file to an engine builder and returns the builder. */
  public Azulejo.Builder configure(Azulejo.Builder engine) {
    return named ? engine.configFile(settings) : engine.configDefaults(settings);
  }

  /**
   * Returns all defaults of options. Those from environment variables come first, then those from
   * the file in file order.
   */
  public List<Default> all() {
    return all;
  }

  /**
   * Returns the path of the configuration file, which may not exist, or an empty result if neither
   * a file nor a home folder is known.
   */
  public Optional<Path> file() {
    return file;
  }

  /**
   * Returns a hint for each {@code AZULEJO_} variable that has no effect, with a similar valid name
   * if there is one.
   */
  public List<String> hints() {
    return hints;
  }
}
