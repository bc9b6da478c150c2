package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.AgeArgument;
import io.azulejo.cli.argument.ObjectArguments;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code gc}, which removes files that killed writers left behind. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "gc",
    description = {
      "Removes files left by killed writers and interrupted removals.",
      "Searches an array, or all arrays and groups in a folder. Keeps files younger than"
          + " --older-than, because a running writer may need them. Keeps complete fragments"
          + " without a commit unless they are named, because their commit may be lost; azulejo"
          + " repair --recover commits them. Exits with 4 if the array is too damaged to identify"
          + " garbage."
    },
    footer = {
      "  azulejo gc samples --dry-run   # what would be removed",
      "  azulejo gc samples/grid --older-than 7d   # remove what is older than a week",
      "  azulejo gc samples/grid --complete-fragments --dry-run   # uncommitted ones"
    })
final class GarbageCommand extends ChangingCommand {
  @Mixin private ObjectArguments object;

  @Option(names = "--dry-run", description = "remove nothing; print what would be removed")
  private boolean dryRun;

  @Mixin private AgeArgument age;

  @Option(
      names = "--fragment",
      paramLabel = "NAME",
      description = "also remove this uncommitted fragment with data (repeatable)")
  private List<String> fragments = List.of();

  @Option(
      names = "--complete-fragments",
      description = {
        "also remove files that may hold the only copy of data",
        "Removes complete but uncommitted fragments, data without a schema, and unreferenced"
            + " enumerations. --dry-run prints how many cells would be lost."
      })
  private boolean complete;

  @Override
  boolean isPreview() {
    return dryRun;
  }

  @Override
  void run(Terminal terminal) throws IOException {
    GcRequest options = options();
    Location location = object.location();
    GcReport report;
    try (Azulejo azulejo = object.engine(terminal)) {
      report = azulejo.maintenance(location).gc(dryRun ? options.dryRun() : options);
    }
    StringBuilder text = new StringBuilder();
    long size = 0;
    int count = 0;
    List<GcReport.Entry> found = report.entries();
    for (GcReport.Entry entry : found) {
      boolean old = isOld(entry) && isSelected(entry);
      text.append(entry.removed() ? "removed  " : dryRun && old ? "garbage  " : "kept     ")
          .append(entry.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '))
          .append(", ")
          .append(ByteCounts.of(entry.bytes()))
          .append(
              entry.cells().isPresent()
                  ? ", %,d cells, not committed".formatted(entry.cells().getAsLong())
                  : "")
          .append(entry.age().map(a -> ", " + shown(a) + " old").orElse(""))
          .append(": ")
          .append(entry.location())
          .append('\n');
      boolean counts = dryRun ? old : entry.removed();
      size += counts ? entry.bytes() : 0;
      count += counts ? 1 : 0;
    }
    text.append(
        found.isEmpty()
            ? "no garbage\n"
            : "%s %d of %d, %s\n"
                .formatted(
                    dryRun ? "would remove" : "removed", count, found.size(), ByteCounts.of(size)));
    report.refused().forEach(e -> text.append("not checked: ").append(e.getMessage()).append('\n'));
    report
        .uploadsUnknown()
        .ifPresent(
            e ->
                text.append("cannot list unfinished uploads: ")
                    .append(e.getMessage())
                    .append('\n'));
    terminal.print(text.toString());
    exitWith(report.refused().isEmpty() ? Failure.OK : Failure.CORRUPT);
  }

  private GcRequest options() {
    GcRequest options =
        GcRequest.DEFAULT.olderThan(age.value()).completeFragments(Set.copyOf(fragments));
    return complete ? options.allCompleteFragments() : options;
  }

  private boolean isSelected(GcReport.Entry entry) {
    return !entry.kind().mayBeOnlyCopy() || complete || fragments.contains(entry.location().name());
  }

  private boolean isOld(GcReport.Entry entry) {
    Duration min = age.value();
    return min.isZero() || entry.age().filter(a -> a.compareTo(min) > 0).isPresent();
  }

  private static String shown(Duration age) {
    long hours = age.toHours();
    return hours >= 48
        ? hours / 24 + " days"
        : hours > 0
            ? hours + " h"
            : age.toMinutes() > 0 ? age.toMinutes() + " min" : "less than 1 min";
  }
}
