package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.cli.argument.ModeNames;
import io.azulejo.cli.argument.ObjectArguments;
import io.azulejo.cli.argument.ReportFormatArgument;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.storage.Location;
import io.azulejo.text.output.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code vacuum}, which deletes files that consolidation has replaced. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "vacuum",
    description = {
      "Deletes files that consolidation has replaced.",
      "Deletes fragments, or files of footers, commits or metadata. Times within a merged period"
          + " can then no longer be read, except in sparse arrays whose cells keep their times."
          + " Readers that have the array open must reopen it."
    },
    footer = {
      "  azulejo vacuum samples/grid --dry-run   # what would be deleted, and why",
      "  azulejo vacuum samples/grid --mode all   # delete all of it"
    })
final class VacuumCommand extends ChangingCommand {
  private static final String ALL = "all";

  @Mixin private ObjectArguments object;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "fragments",
      description =
          "what to delete: fragments (default), commits, fragment-meta, array-meta,"
              + " group-meta for a group, or all")
  private String mode;

  @Option(names = "--dry-run", description = "delete nothing; print what would be deleted, and why")
  private boolean dryRun;

  @Mixin private ReportFormatArgument format;

  @Override
  boolean isPreview() {
    return dryRun;
  }

  @Override
  void run(Terminal terminal) throws IOException {
    Location location = object.location();
    List<VacuumReport> reports = new ArrayList<>();
    try (Azulejo azulejo = object.engine(terminal)) {
      List<MaintenanceMode> modes = modes(azulejo, location);
      Interruption.during(
          () -> {
            for (MaintenanceMode one : modes) {
              try (ReadProgress progress = new ReadProgress(terminal, "deleting")) {
                VacuumRequest request = VacuumRequest.DEFAULT.mode(one).progress(progress);
                reports.add(
                    azulejo.maintenance(location).vacuum(dryRun ? request.dryRun() : request));
              }
            }
          });
    }
    if (format.value().isEmpty()) {
      print(reports, terminal);
    } else {
      list(reports, terminal);
    }
  }

  /**
   * Returns the modes to run. Commits come after fragments, because consolidated commit files can
   * list fragments that are deleted.
   */
  private List<MaintenanceMode> modes(Azulejo azulejo, Location location) {
    if (mode.equals(ALL)) {
      return azulejo.catalog().type(location) == ObjectType.GROUP
          ? List.of(MaintenanceMode.GROUP_METADATA)
          : List.of(
              MaintenanceMode.FRAGMENTS,
              MaintenanceMode.COMMITS,
              MaintenanceMode.FRAGMENT_METADATA,
              MaintenanceMode.ARRAY_METADATA);
    }
    return List.of(ModeNames.parse(mode, ALL));
  }

  private void list(List<VacuumReport> reports, Terminal terminal) throws IOException {
    ResultTable columns = ResultTable.of("mode state bytes:INT64 location reason");
    for (VacuumReport report : reports) {
      String name = ModeNames.of(report.mode());
      report
          .deletions()
          .forEach(
              one ->
                  columns.add(
                      name,
                      dryRun ? "not needed" : "deleted",
                      one.bytes(),
                      one.location().toString(),
                      one.reason()));
      report
          .kept()
          .forEach(one -> columns.add(name, "kept", null, one.location().toString(), one.reason()));
    }
    columns.write(format.value().orElseThrow(), terminal.out(), terminal.width());
  }

  private void print(List<VacuumReport> reports, Terminal terminal) throws IOException {
    List<String> lines = new ArrayList<>();
    for (VacuumReport report : reports) {
      int number = report.deletions().size();
      if (dryRun) {
        report
            .deletions()
            .forEach(
                one ->
                    lines.add(
                        "not needed: %s, %s: %s"
                            .formatted(one.location(), ByteCounts.of(one.bytes()), one.reason())));
      }
      report
          .kept()
          .forEach(one -> lines.add("kept: %s: %s".formatted(one.location(), one.reason())));
      lines.add(
          number == 0
              ? "%s: nothing to delete".formatted(ModeNames.of(report.mode()))
              : "%s: %s %,d %s, %s"
                  .formatted(
                      ModeNames.of(report.mode()),
                      dryRun ? "would delete" : "deleted",
                      number,
                      number == 1 ? "file or folder" : "files and folders",
                      ByteCounts.of(report.bytes())));
    }
    terminal.print(String.join("\n", lines) + "\n");
  }
}
