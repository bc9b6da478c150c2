package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.ObjectArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.output.StoreText;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.StoreReport;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.storage.Location;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.value.QuotedText;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code verify}, which checks an array or a group for damage, or tests a store. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "verify",
    description = {
      "Checks all files and structures of an array or a group.",
      "Identifies each file, decodes each structure and compares it with the others; with"
          + " --deep, also decodes each tile. For each problem, prints the consequence for reads and"
          + " the remedy. Changes nothing. Exits with 4 if there are errors, or with 1, 5 or 6 if"
          + " all errors are parts that could not be checked. Warnings and notices are not errors.",
      "With --store, tests a store instead: creates, lists, reads and deletes files in a new"
          + " folder below the URI, and prints which promises the store kept."
    },
    footer = {
      "  azulejo verify samples/grid   # files and structures",
      "  azulejo verify samples/group --deep   # every cell, too",
      "  azulejo verify samples/days --deep --seal   # and the digests of all files",
      "  azulejo verify --store samples   # what this disk promises"
    })
final class VerifyCommand extends Subcommand {
  @Mixin private ObjectArguments object;

  @Option(
      names = "--deep",
      description = {
        "also decode every tile",
        "Verifies checksums and authentication tags, and checks the bounding boxes, order and"
            + " statistics of cells."
      })
  private boolean deep;

  @Option(
      names = "--seal",
      description = {
        "also compare all files with the seal (see 'seal')",
        "Finds missing, changed and new files."
      })
  private boolean seal;

  @Option(
      names = "--no-members",
      description = "check that members of a group exist, but do not verify them")
  private boolean withoutMembers;

  @Option(
      names = "--store",
      description = {
        "test the store at the URI, which need not exist",
        "Tests that files appear atomically, are listed immediately, that existing names are"
            + " rejected, and more. Prints the time of each test. Removes its files. Exits with 4 if"
            + " the store breaks a promise."
      })
  private boolean store;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    Location location = object.location();
    if (store) {
      verifyStore(location, terminal);
      return;
    }
    VerifyReport report =
        Interruption.during(
            () -> {
              try (Azulejo azulejo = object.engine(terminal);
                  ReadProgress progress = new ReadProgress(terminal, "verifying")) {
                return azulejo.maintenance(location).verify(request(progress));
              }
            });
    if (format.isTable()) {
      terminal.print(text(report));
    } else {
      table(report, terminal);
    }
    exitWith(Failure.code(report.problems()));
  }

  private void verifyStore(Location under, Terminal terminal) throws IOException {
    if (deep || seal || withoutMembers) {
      throw new InvalidRequestException(
          "--store cannot be combined with --deep, --seal and --no-members");
    }
    StoreReport report =
        Interruption.during(
            () -> {
              try (Azulejo azulejo = object.engine(terminal)) {
                return azulejo.maintenance(under).verifyStore();
              }
            });
    if (format.isTable()) {
      format.write(StoreText.table(report), terminal);
      terminal.print(StoreText.remarks(report));
    } else {
      format.write(StoreText.rows(report), terminal);
    }
    exitWith(report.isSound() ? Failure.OK : Failure.CORRUPT);
  }

  private VerifyRequest request(ReadProgress progress) {
    VerifyRequest request = VerifyRequest.DEFAULT.progress(progress);
    request = deep ? request.deep() : request;
    request = seal ? request.sealed() : request;
    return withoutMembers ? request.withoutMembers() : request;
  }

  private String text(VerifyReport report) {
    StringBuilder text = new StringBuilder();
    for (Problem problem : report.problems()) {
      text.append(problem.severity().name().toLowerCase(Locale.ROOT)).append(": ");
      text.append(place(problem)).append('\n');
      text.append("  ").append(problem.what()).append('\n');
      text.append("  consequence: ").append(problem.consequence()).append('\n');
      text.append("  remedy: ").append(problem.remedy()).append('\n');
    }
    for (VerifyReport.Unchecked array : report.unchecked()) {
      text.append("notice: ").append(named(array.array())).append(": no checksum filter for ");
      text.append(String.join(", ", array.fields().stream().map(QuotedText::ofName).toList()));
      text.append("; see azulejo advise\n");
    }
    VerifyReport.Files files = report.files();
    text.append(count(report.objects(), "object")).append(", ");
    text.append(count(report.fragments(), "fragment")).append(", ");
    text.append(count(files.known() + files.orphans() + files.unknown(), "file"));
    text.append(" (").append(ByteCounts.of(files.bytes())).append(")");
    text.append(": %,d known".formatted(files.known()));
    text.append(
        ", %,d orphaned, %,d missing, %,d unknown\n"
            .formatted(files.orphans(), files.missing(), files.unknown()));
    if (report.tiles() > 0) {
      text.append(
          "decoded %s of %s\n"
              .formatted(count(report.tiles(), "tile"), count(report.cells(), "cell")));
    }
    text.append(
        report.problems().isEmpty()
            ? "no problems\n"
            : "%s, %s, %s\n"
                .formatted(
                    count(report.count(Severity.ERROR), "error"),
                    count(report.count(Severity.WARNING), "warning"),
                    count(report.count(Severity.NOTICE), "notice")));
    return text.toString();
  }

  /**
   * Returns the URI of an array for messages. It starts with the URI as typed if the array is at or
   * below that location.
   */
  private String named(Location array) {
    String root = object.location().toString();
    String place = array.toString();
    boolean below = place.equals(root) || place.startsWith(root + "/");
    return below ? object.uri().replaceFirst("/+$", "") + place.substring(root.length()) : place;
  }

  private static String place(Problem problem) {
    StringBuilder text = new StringBuilder(problem.location().toString());
    problem.structure().ifPresent(structure -> text.append(", ").append(structure));
    problem.field().ifPresent(field -> text.append(", ").append(field));
    problem.offset().ifPresent(offset -> text.append(", offset ").append(offset));
    return text.toString();
  }

  private static String count(long number, String what) {
    return "%,d %s%s".formatted(number, what, number == 1 ? "" : "s");
  }

  private void table(VerifyReport report, Terminal terminal) throws IOException {
    ResultTable columns =
        ResultTable.of(
            "severity kind location structure field offset:INT64 what consequence remedy");
    for (Problem problem : report.problems()) {
      columns.add(
          problem.severity().name().toLowerCase(Locale.ROOT),
          problem.kind().name().toLowerCase(Locale.ROOT),
          problem.location().toString(),
          problem.structure().orElse(null),
          problem.field().orElse(null),
          problem.offset().isPresent() ? problem.offset().getAsLong() : null,
          problem.what(),
          problem.consequence(),
          problem.remedy());
    }
    for (VerifyReport.Unchecked array : report.unchecked()) {
      columns.add(
          "notice",
          "unchecked",
          array.array().toString(),
          null,
          null,
          null,
          "no checksum filter for "
              + String.join(", ", array.fields().stream().map(QuotedText::ofName).toList()),
          "reads may return wrong values if bytes change in the store",
          "azulejo repack --checksum, or azulejo seal");
    }
    format.write(columns, terminal);
  }
}
