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
import io.azulejo.maintenance.Problem;
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

/** The command {@code repair}, which repairs an array or a group where possible. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "repair",
    description = {
      "Repairs an array or a group as far as possible.",
      "Removes unreferenced files, finishes interrupted merges, rebuilds consolidated footers,"
          + " and corrects damaged commit lists if only one correction is possible. On request,"
          + " moves broken fragments out of the array, or commits complete fragments without a"
          + " commit. Deletes nothing that a reader may need. Exits with 4 if errors remain."
    },
    footer = {
      "  azulejo repair samples/grid --dry-run   # what would be done",
      "  azulejo repair samples/group --apply --older-than 7d   # make the changes"
    })
final class RepairCommand extends ChangingCommand {
  @Mixin private ObjectArguments object;

  @Option(names = "--dry-run", description = "change nothing; print what would be changed")
  private boolean dryRun;

  @Option(names = "--apply", description = "make the changes")
  private boolean apply;

  @Mixin private AgeArgument age;

  @Option(
      names = "--quarantine",
      paramLabel = "FRAGMENT",
      description = "move a fragment to URI.quarantine (repeatable)")
  private List<String> fragments = List.of();

  @Option(
      names = "--quarantine-broken",
      description = "move all fragments with errors to URI.quarantine")
  private boolean broken;

  @Option(
      names = "--recover",
      paramLabel = "FRAGMENT",
      description = {
        "commit a complete but uncommitted fragment (repeatable)",
        "Its cells get the times in its name."
      })
  private Set<String> recovered = Set.of();

  @Option(
      names = "--recover-all",
      description = "commit all such fragments older than --older-than")
  private boolean allRecovered;

  @Option(names = "--deep", description = "also check every tile")
  private boolean deep;

  @Override
  boolean isPreview() {
    return dryRun;
  }

  @Override
  void run(Terminal terminal) throws IOException {
    if (dryRun == apply) {
      throw new InvalidRequestException(
          "use either --dry-run to print the changes, or --apply to make them");
    }
    Location location = object.location();
    RepairReport report =
        Interruption.during(
            () -> {
              try (Azulejo azulejo = object.engine(terminal);
                  ReadProgress progress = new ReadProgress(terminal, "looking")) {
                return azulejo.maintenance(location).repair(request().progress(progress));
              }
            });
    terminal.print(text(report));
    exitWith(Failure.code(report.remaining()));
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
    for (Problem problem : report.remaining()) {
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
                report.remaining().size(),
                report.remaining().size() == 1 ? "" : "s"));
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
      case CORRECT -> "mended";
      case RECOVER -> "recovered";
    };
  }
}
