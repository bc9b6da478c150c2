package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.AgeArgument;
import io.azulejo.cli.argument.ObjectArguments;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.Text;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.RepairReport;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Mends what can be mended. */
@Command(
    name = "repair",
    description =
        "Mends what can be mended in an array or a group: removes what nothing refers to, finishes"
            + " interrupted merges, makes gathered footers anew, puts damaged lists of commits right"
            + " where only one thing can be meant; takes broken fragments out of the array, or"
            + " commits complete ones that nothing commits, if that is asked for. Nothing that a reader may need is deleted. Ends with"
            + " code 4 when errors are left.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo repair samples/grid --dry-run",
      "  azulejo repair samples/group --apply --older-than 7d",
    })
final class RepairCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;

  @Mixin private ObjectArguments object;

  @Option(names = "--dry-run", description = "Change nothing; list what would be done.")
  private boolean dryRun;

  @Option(names = "--apply", description = "Do it.")
  private boolean apply;

  @Mixin private AgeArgument age;

  @Option(
      names = "--quarantine",
      paramLabel = "FRAGMENT",
      description =
          "Take a fragment out of the array, into the folder URI.quarantine beside it; may be"
              + " repeated.")
  private List<String> fragments = List.of();

  @Option(
      names = "--quarantine-broken",
      description = "Take all fragments out of the array in which there are errors.")
  private boolean broken;

  @Option(
      names = "--recover",
      paramLabel = "FRAGMENT",
      description =
          "Commit a fragment that is complete but not committed; may be repeated. Its cells then"
              + " count as written at the times in its name.")
  private Set<String> recovered = Set.of();

  @Option(
      names = "--recover-all",
      description =
          "Commit all fragments that are complete but not committed, and older than --older-than.")
  private boolean allRecovered;

  @Option(names = "--deep", description = "Look for errors in every tile, too.")
  private boolean deep;

  @Override
  public boolean isPreview() {
    return dryRun;
  }

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    if (dryRun == apply) {
      throw new InvalidRequestException(
          "say which: --dry-run lists what would be done, --apply does it");
    }
    Location location = object.location();
    RepairReport[] report = new RepairReport[1];
    Interruption.during(
        () -> {
          try (Azulejo azulejo = object.engine(terminal);
              ReadProgress progress = new ReadProgress(terminal, "looking")) {
            report[0] = azulejo.maintenance().repair(location, request().progress(progress));
          }
        });
    terminal.out().write(Text.encode(text(report[0])));
    boolean errors = report[0].left().stream().anyMatch(p -> p.severity() == Severity.ERROR);
    return errors ? Failure.CORRUPT : Failure.OK;
  }

  private RepairRequest request() {
    RepairRequest request = RepairRequest.DEFAULT.olderThan(age.value()).quarantined(fragments);
    request = dryRun ? request.dryRun() : request;
    request = broken ? request.brokenQuarantined() : request;
    request = request.recovered(recovered);
    request = allRecovered ? request.allRecovered() : request;
    return deep ? request.deep() : request;
  }

  private String text(RepairReport report) {
    StringBuilder text = new StringBuilder();
    for (RepairReport.Action action : report.actions()) {
      text.append(verb(action))
          .append(", ")
          .append(ByteCounts.of(action.bytes()))
          .append(": ")
          .append(action.location())
          .append(" (")
          .append(action.note())
          .append(")\n");
    }
    for (Problem problem : report.left()) {
      text.append(
          "left: %s: %s: %s; %s\n"
              .formatted(
                  problem.severity().name().toLowerCase(Locale.ROOT),
                  problem.location(),
                  problem.what(),
                  problem.remedy()));
    }
    long count = report.actions().stream().filter(a -> a.done() == apply).count();
    text.append(
        "%s %d, %d problem%s left\n"
            .formatted(
                apply ? "repaired" : "would repair",
                count,
                report.left().size(),
                report.left().size() == 1 ? "" : "s"));
    return text.toString();
  }

  private String verb(RepairReport.Action action) {
    String name = action.kind().name().toLowerCase(Locale.ROOT);
    if (!apply) {
      return "would " + name;
    }
    if (!action.done()) {
      return "did not " + name;
    }
    return switch (action.kind()) {
      case REMOVE, QUARANTINE -> name + "d";
      case REBUILD -> "rebuilt";
      case FINISH -> "finished";
      case MEND -> "mended";
      case RECOVER -> "recovered";
    };
  }
}
