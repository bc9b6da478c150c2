package io.azulejo.cli.command;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Build;
import io.azulejo.cli.terminal.Defaults;
import io.azulejo.cli.terminal.Pager;
import io.azulejo.cli.terminal.ReportStream;
import io.azulejo.cli.terminal.Terminal;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command, which holds the options of all commands and knows all subcommands. */
@Command(
    name = "azulejo",
    description = "Reads, writes and maintains TileDB arrays and groups.",
    versionProvider = RootCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "  azulejo info samples/grid   # describe an array",
      "  azulejo read samples/grid --range y=1..2   # some cells",
      "  azulejo create new/a --from samples/earthquakes.csv   # an array for a table",
      "  azulejo read samples/grid --format csv   # all cells, for programs",
      "  azulejo tree samples   # the arrays and groups in a folder",
      "",
      "Names and values:",
      "Arrays and groups are named by a path or a URI. Put names and values with unusual characters in",
      "double quotes, where \\\" is a quote, \\\\ a backslash and \\xHH a byte. The environment variable",
      "AZULEJO_OPTS sets JVM options.",
      "",
      "Exit codes:",
      "   0  success (also if the reader of the output, such as head, closes it early)",
      "   1  invalid request: an unknown field, a range outside the domain, a wrong key",
      "      (diff: the arrays differ; diff returns 2 for invalid requests)",
      "   2  invalid command line",
      "   3  a file, array or group does not exist, or already exists",
      "   4  corrupt data: bytes of the array violate the format",
      "   5  unsupported feature in the array",
      "   6  I/O error",
      "   7  a write may or may not have been committed",
      "  70  internal error"
    })
public final class RootCommand implements Runnable {
  /** Name of the option that requests the full help. */
  static final String HELP_ALL = "--help-all";

  private static final String CONFIG_FILE = "--config-file";

  /** All commands, in the order of the completion scripts and manual pages. */
  private static final List<Listed> COMMANDS =
      List.of(
          new Listed("info", InfoCommand.class),
          new Listed("schema", SchemaCommand.class),
          new Listed("ls", ListCommand.class),
          new Listed("tree", TreeCommand.class),
          new Listed("fragments", FragmentsCommand.class),
          new Listed("history", HistoryCommand.class),
          new Listed("meta", MetaCommand.class),
          new Listed("head", HeadCommand.class),
          new Listed("read", ReadCommand.class),
          new Listed("summarize", SummarizeCommand.class),
          new Listed("agg", AggregateCommand.class),
          new Listed("tiles", TilesCommand.class),
          new Listed("plot", PlotCommand.class),
          new Listed("view", ViewCommand.class),
          new Listed("dump", DumpCommand.class),
          new Listed("diff", DiffCommand.class),
          new Listed("advise", AdviseCommand.class),
          new Listed("create", CreateCommand.class),
          new Listed("write", WriteCommand.class),
          new Listed("delete", DeleteCommand.class),
          new Listed("evolve", EvolveCommand.class),
          new Listed("upgrade", UpgradeCommand.class),
          new Listed("group", GroupCommand.class),
          new Listed("cp", CopyCommand.class),
          new Listed("mv", MoveCommand.class),
          new Listed("rm", RemoveCommand.class),
          new Listed("consolidate", ConsolidateCommand.class),
          new Listed("vacuum", VacuumCommand.class),
          new Listed("gc", GarbageCommand.class),
          new Listed("repack", RepackCommand.class),
          new Listed("verify", VerifyCommand.class),
          new Listed("seal", SealCommand.class),
          new Listed("zip", ZipCommand.class),
          new Listed("repair", RepairCommand.class),
          new Listed("import-file", ImportCommand.class),
          new Listed("export-file", ExportCommand.class),
          new Listed("bench", BenchCommand.class),
          new Listed("completion", CompletionCommand.class),
          new Listed("help", HelpCommand.class));

  /** Commands that need the models of all other commands. */
  private static final Set<String> NEEDS_ALL = Set.of("help", "completion");

  private final DefaultValues values;
  private final Defaults defaults;
  private Terminal terminal;

  @Spec private CommandSpec spec;

  @HelpEntry(Section.GENERAL)
  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "print a stack trace for errors")
  private boolean debug;

  @HelpEntry(Section.GENERAL)
  @Option(
      names = "--config",
      paramLabel = "NAME=VALUE",
      scope = ScopeType.INHERIT,
      description = {
        "a setting, e.g. vfs.s3.region=eu-west-1 (repeatable)",
        "Settings use TileDB's names, such as sm.consolidation.step_max_frags=10."
      })
  private Map<String, String> settings = new HashMap<>();

  @HelpEntry(Section.GENERAL)
  @Option(
      names = CONFIG_FILE,
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = {
        "file of settings and option defaults",
        "One NAME=VALUE per line. Replaces the file that 'help --defaults' prints."
      })
  private String settingsFile;

  @HelpEntry(Section.GENERAL)
  @Option(
      names = "--profile",
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description = {
        "TileDB profile with settings",
        "Read from profiles.json in TileDB's folder, or in the folder set by profile_dir."
      })
  private String profile;

  @HelpEntry(Section.GENERAL)
  @Option(names = "--no-pager", scope = ScopeType.INHERIT, description = "do not page long output")
  private boolean noPager;

  @HelpEntry(Section.GENERAL)
  @Option(
      names = {"-h", "--help", HELP_ALL},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "print help; --help-all prints all options and details")
  private boolean help;

  @HelpEntry(Section.GENERAL)
  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "print the version")
  private boolean version;

  private RootCommand(Terminal terminal, Defaults defaults) {
    this.terminal = terminal;
    this.defaults = defaults;
    this.values = new DefaultValues(defaults);
  }

  /**
   * A command with the name in its annotation. The name is repeated here because reading
   * annotations is slow.
   */
  private record Listed(String name, Class<?> type) {}

  /**
   * Creates a command line for the given arguments. If they start with a command's name, only that
   * command is included. Building all of them would take longer than a short command runs.
   *
   * @param terminal the terminal of the command
   * @param defaults the configured defaults of options
   * @param pager the pager for long output on a terminal, if there is one
   * @param args the command, its options and its arguments
   */
  public static CommandLine line(
      Terminal terminal, Defaults defaults, Optional<Pager> pager, String... args) {
    RootCommand root = new RootCommand(terminal, defaults);
    CommandLine line = new CommandLine(root);
    line.setExecutionStrategy(new Execution(root, pager));
    line.getCommandSpec().parser().stopAtUnmatched(true);
    String first = args.length == 0 || NEEDS_ALL.contains(args[0]) ? "" : args[0];
    COMMANDS.stream()
        .filter(command -> command.name.equals(first))
        .findFirst()
        .map(List::of)
        .orElse(COMMANDS)
        .forEach(command -> line.addSubcommand(new CommandLine(command.type)));
    line.setDefaultValueProvider(root.values);
    return line;
  }

  /**
   * Returns the configuration file that the arguments name, or null if they name none. It must be
   * known before the arguments are parsed, because it contains defaults.
   */
  public static String configFile(String... args) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals(CONFIG_FILE) && i + 1 < args.length) {
        return args[i + 1];
      }
      if (args[i].startsWith(CONFIG_FILE + "=")) {
        return args[i].substring(CONFIG_FILE.length() + 1);
      }
    }
    return null;
  }

  /**
   * Removes all settings whose names start with a prefix, and returns them. Engines that are
   * created later do not receive them.
   */
  Map<String, String> takeSettings(String prefix) {
    Map<String, String> taken = new TreeMap<>(settings);
    taken.keySet().removeIf(name -> !name.startsWith(prefix));
    settings.keySet().removeAll(taken.keySet());
    return taken;
  }

  /** Redirects standard output to a stream. Must be called before {@link #terminal}. */
  void printTo(OutputStream out) {
    terminal = terminal.withOutput(out);
  }

  /** Sends standard output through a pager. Must be called before {@link #terminal}. */
  void printThrough(Pager pager) {
    terminal = terminal.withPager(pager);
  }

  /**
   * Sends standard output to a report stream, so that the command continues if its output cannot be
   * printed. Must be called before {@link #terminal}.
   *
   * @return the stream, which knows whether the output was printed
   */
  ReportStream printReport() {
    ReportStream report = new ReportStream(terminal.out());
    terminal = terminal.withReport(report);
    return report;
  }

  /** Returns whether long output may be shown in a pager. */
  boolean allowsPager() {
    return !noPager;
  }

  /** Returns the configured defaults of options. */
  Defaults defaults() {
    return defaults;
  }

  /**
   * Returns the terminal with the engine settings from the command line and the configuration file.
   */
  Terminal terminal() {
    if (profile != null) {
      settings.put("profile_name", profile);
    }
    return terminal.withSettings(engine -> defaults.configure(engine).config(settings));
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "missing command, such as info, read or create; azulejo help lists all commands");
  }

  /** Provides the version of this program and of Java. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "azulejo " + Build.version() + " (Java " + System.getProperty("java.version") + ")"
      };
    }
  }
}
