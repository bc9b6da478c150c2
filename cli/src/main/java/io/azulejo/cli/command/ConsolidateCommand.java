package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.ModeNames;
import io.azulejo.cli.argument.ObjectArguments;
import io.azulejo.cli.argument.PeriodArguments;
import io.azulejo.cli.argument.ReportFormatArgument;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.maintenance.ConsolidationPlan;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.text.output.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code consolidate}, which merges fragments, fragment footers, commits or metadata.
 */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "consolidate",
    description = {
      "Merges many small files into fewer, larger ones.",
      "Merges fragments, fragment footers, commits or metadata. Reads return the same as"
          + " before. Reads as of an earlier time do so if the array is sparse and its cells keep"
          + " their times. The old files remain until azulejo vacuum deletes them."
    },
    footer = {
      "  azulejo consolidate samples/grid --plan   # what would be merged, and why",
      "  azulejo consolidate samples/grid   # merge the fragments",
      "  azulejo consolidate samples/grid --mode commits   # merge the commit files",
      "  azulejo consolidate samples/names --config sm.consolidation.step_min_frags=2   # with a setting"
    })
final class ConsolidateCommand extends ChangingCommand {
  @Mixin private ObjectArguments object;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "what to merge: fragments (default), fragment-meta, commits, array-meta, or"
              + " group-meta for a group")
  private String mode;

  @Option(names = "--plan", description = "merge nothing; print what would be merged, and why")
  private boolean plan;

  @Option(
      names = "--fragment",
      paramLabel = "NAME",
      description = {
        "merge only this fragment (repeatable)",
        "Merges all named fragments in one step."
      })
  private List<String> fragments = List.of();

  @Mixin private PeriodArguments period;

  @Mixin private ReportFormatArgument format;

  @Override
  boolean isPreview() {
    return plan;
  }

  @Override
  void run(Terminal terminal) throws IOException {
    ConsolidationRequest request = request();
    Location location = object.location();
    try (Azulejo azulejo = object.engine(terminal)) {
      if (plan) {
        show(azulejo.maintenance(location).plan(request), terminal);
        return;
      }
      ConsolidationReport report =
          Interruption.during(
              () -> {
                try (ReadProgress progress = new ReadProgress(terminal, "consolidating")) {
                  return azulejo.maintenance(location).consolidate(request.progress(progress));
                }
              });
      show(report, terminal);
    }
  }

  private ConsolidationRequest request() {
    ConsolidationRequest request = ConsolidationRequest.DEFAULT;
    for (Map.Entry<String, String> setting : root().takeSettings("sm.").entrySet()) {
      request = request.config(setting.getKey(), setting.getValue());
    }
    if (mode != null) {
      request = request.mode(ModeNames.parse(mode));
    }
    Optional<TimeRange> times = period.times(-1);
    if (times.isPresent()) {
      request = request.times(times.get());
    }
    if (!fragments.isEmpty()) {
      request = request.fragments(fragments);
    }
    return request;
  }

  private void show(ConsolidationPlan found, Terminal terminal) throws IOException {
    if (format.value().isPresent()) {
      ResultTable columns = ResultTable.of("step:INT64 name reason");
      for (int i = 0; i < found.steps().size(); i++) {
        ConsolidationPlan.Step step = found.steps().get(i);
        for (String input : step.inputs()) {
          columns.add(i + 1L, input, step.reason());
        }
      }
      found.skipped().forEach(left -> columns.add(null, left.name(), left.reason()));
      columns.write(format.value().orElseThrow(), terminal.out(), terminal.width());
      return;
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < found.steps().size(); i++) {
      ConsolidationPlan.Step step = found.steps().get(i);
      lines.add(
          "step %d merges %s, %s: %s"
              .formatted(
                  i + 1,
                  count(step.inputs().size(), found.mode()),
                  ByteCounts.of(step.bytes()),
                  step.reason()));
      step.inputs().forEach(input -> lines.add("  " + input));
    }
    if (found.steps().isEmpty()) {
      lines.add("nothing to merge");
    }
    found
        .skipped()
        .forEach(left -> lines.add("kept: %s: %s".formatted(left.name(), left.reason())));
    print(lines, terminal);
  }

  private void show(ConsolidationReport done, Terminal terminal) throws IOException {
    if (format.value().isPresent()) {
      ResultTable columns =
          ResultTable.of(
              "step:INT64 merged:INT64 bytes_before:INT64 bytes_after:INT64 tiles:INT64 tiles_copied:INT64 names");
      for (int i = 0; i < done.merges().size(); i++) {
        ConsolidationReport.Merge merge = done.merges().get(i);
        columns.add(
            i + 1L,
            (long) merge.inputs().size(),
            merge.bytesBefore(),
            merge.bytesAfter(),
            merge.tiles(),
            merge.tilesCopied(),
            String.join(" ", merge.outputs()));
      }
      columns.write(format.value().orElseThrow(), terminal.out(), terminal.width());
      return;
    }
    List<String> lines = new ArrayList<>();
    for (ConsolidationReport.Merge merge : done.merges()) {
      String copied =
          merge.tiles() == 0
              ? ""
              : " (%,d of %,d tiles unchanged)".formatted(merge.tilesCopied(), merge.tiles());
      lines.add(
          merge.outputs().isEmpty()
              ? "%s have no cells left; nothing written"
                  .formatted(count(merge.inputs().size(), done.mode()))
              : "merged %s, %s, into %s, %s%s"
                  .formatted(
                      count(merge.inputs().size(), done.mode()),
                      ByteCounts.of(merge.bytesBefore()),
                      String.join(" ", merge.outputs()),
                      ByteCounts.of(merge.bytesAfter()),
                      copied));
    }
    lines.add(
        done.merges().isEmpty()
            ? "nothing to merge (--plan prints why)"
            : "to delete the old files: azulejo vacuum "
                + object.uri()
                + (done.mode() == MaintenanceMode.FRAGMENTS
                    ? ""
                    : " --mode " + ModeNames.of(done.mode())));
    print(lines, terminal);
  }

  private static String count(int number, MaintenanceMode mode) {
    String what =
        switch (mode) {
          case FRAGMENTS -> "fragment";
          case FRAGMENT_METADATA -> "fragment's footer";
          case COMMITS -> "commit";
          case ARRAY_METADATA, GROUP_METADATA -> "file";
        };
    String many = mode == MaintenanceMode.FRAGMENT_METADATA ? "fragments' footers" : what + "s";
    return "%,d %s".formatted(number, number == 1 ? what : many);
  }

  private static void print(List<String> lines, Terminal terminal) throws IOException {
    terminal.print(String.join("\n", lines) + "\n");
  }
}
