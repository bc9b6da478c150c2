package io.azulejo.cli.command;

import io.azulejo.cli.terminal.Build;
import io.azulejo.cli.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command above all others. */
@Command(
    name = "azulejo",
    description = "Reads TileDB arrays and groups, creates, fills and changes them.",
    versionProvider = RootCommand.Version.class,
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo info samples/grid                     what an array is, in a few lines",
      "  azulejo read samples/grid --range y=1..2      the cells of two rows",
      "  azulejo read samples/grid --format csv        all cells, for programs",
      "  azulejo tree samples                          the arrays and groups in a folder",
      "  azulejo create new/a --from samples/earthquakes.csv --write   a table as an array",
      "  azulejo help read                             all that a command can do",
      "",
      "Arrays and groups are named by a path or a URI. Names and values with odd characters",
      "stand in double quotes, within which \\\" is a quote, \\\\ a backslash and \\xHH a byte.",
      "JVM options go into the variable AZULEJO_OPTS.",
      "",
      "Exit codes:",
      "   0  all went well (also when the reader of the output, such as head, goes away)",
      "   1  the request can't be met: an unknown field, a range outside the domain, a wrong key;",
      "      of diff: the arrays differ (then 2 says that the request can't be met)",
      "   2  the command line is not understood",
      "   3  what is named is not there, or is there already",
      "   4  the bytes of the array contradict the format",
      "   5  the array uses something that this release does not support",
      "   6  reading or writing failed",
      "   7  a write may or may not have been committed",
      "  70  a defect of this program",
    })
public final class RootCommand implements Runnable {
  /** All commands, in the order of the help. */
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
          new Listed("meta set", MetaSetCommand.class),
          new Listed("meta unset", MetaUnsetCommand.class),
          new Listed("group create", GroupCreateCommand.class),
          new Listed("group add", GroupAddCommand.class),
          new Listed("group remove", GroupRemoveCommand.class),
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

  /** The commands that look at all others. */
  private static final Set<String> NEEDS_ALL = Set.of("help", "completion");

  private Terminal terminal;

  /** The same with the settings of the command line; null until they are asked for. */
  private Terminal configured;

  @Spec private CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "With an error, print where in the program it came from.")
  private boolean debug;

  @Option(
      names = "--config",
      paramLabel = "NAME=VALUE",
      scope = ScopeType.INHERIT,
      description =
          "A setting by the reference engine's name, such as vfs.s3.region=eu-west-1, or of"
              + " consolidation sm.consolidation.step_max_frags=10; can come several times.")
  private Map<String, String> settings = new HashMap<>();

  @Option(
      names = "--config-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "A file of settings, a line NAME=VALUE each; AZULEJO_CONFIG names another.")
  private String settingsFile;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Print this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  private RootCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** A command and the name that its annotation has, too: annotations are slow to read. */
  private record Listed(String name, Class<?> type) {}

  /**
   * A command line for some arguments. Where they begin with the name of a command, there is this
   * one alone: making all of them would take longer than short commands run.
   *
   * @param args with names of two words, such as {@code meta set}, as one argument
   */
  public static CommandLine line(Terminal terminal, String... args) {
    RootCommand root = new RootCommand(terminal);
    CommandLine line = new CommandLine(root);
    line.setExecutionStrategy(new Execution(root));
    boolean one = args.length > 0 && !NEEDS_ALL.contains(args[0]) && isCommand(args[0]);
    for (Listed command : COMMANDS) {
      if (!one || command.name.equals(args[0])) {
        line.addSubcommand(command.type);
      }
    }
    return line;
  }

  /** Whether a command has a name, such as {@code meta set}. */
  public static boolean isCommand(String name) {
    for (Listed command : COMMANDS) {
      if (command.name.equals(name)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Settings of the command line for the command itself: those whose names begin so; before {@link
   * #terminal}.
   */
  Map<String, String> takeSettings(String prefix) {
    Map<String, String> taken = new TreeMap<>(settings);
    taken.keySet().removeIf(name -> !name.startsWith(prefix));
    settings.keySet().removeAll(taken.keySet());
    return taken;
  }

  /** Has all that commands print go elsewhere; before {@link #terminal}. */
  void printTo(OutputStream out) {
    terminal = terminal.withOutput(out);
  }

  /** What the command talks to, with the settings of the command line. */
  Terminal terminal() throws IOException {
    if (configured == null) {
      String file = settingsFile == null ? System.getenv("AZULEJO_CONFIG") : settingsFile;
      configured = terminal.withSettings(file, settings);
    }
    return configured;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "Missing command");
  }

  /** The version of this build, and of Java. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "azulejo " + Build.version() + " (Java " + System.getProperty("java.version") + ")"
      };
    }
  }
}
