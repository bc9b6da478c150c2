package io.azulejo.cli.command;

import io.azulejo.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
    subcommands = {
      InfoCommand.class,
      SchemaCommand.class,
      ListCommand.class,
      TreeCommand.class,
      FragmentsCommand.class,
      HistoryCommand.class,
      MetaCommand.class,
      HeadCommand.class,
      ReadCommand.class,
      SummarizeCommand.class,
      AggregateCommand.class,
      TilesCommand.class,
      PlotCommand.class,
      DumpCommand.class,
      DiffCommand.class,
      AdviseCommand.class,
      CreateCommand.class,
      WriteCommand.class,
      DeleteCommand.class,
      EvolveCommand.class,
      UpgradeCommand.class,
      MetaSetCommand.class,
      MetaUnsetCommand.class,
      GroupCreateCommand.class,
      GroupAddCommand.class,
      GroupRemoveCommand.class,
      CopyCommand.class,
      MoveCommand.class,
      RemoveCommand.class,
      ConsolidateCommand.class,
      VacuumCommand.class,
      GarbageCommand.class,
      RepackCommand.class,
      VerifyCommand.class,
      SealCommand.class,
      RepairCommand.class,
      ImportCommand.class,
      ExportCommand.class,
      BenchCommand.class,
      HelpCommand.class,
    },
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
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "With an error, print where in the program it came from.")
  private boolean debug;

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

  public RootCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** What the command talks to. */
  Terminal terminal() {
    return terminal;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "Missing command");
  }

  /** The version of this build, and of Java. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      try (InputStream in = RootCommand.class.getResourceAsStream("/io/azulejo/cli/version.txt")) {
        String version = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        return new String[] {
          "azulejo " + version + " (Java " + System.getProperty("java.version") + ")"
        };
      }
    }
  }
}
