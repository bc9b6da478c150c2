package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.ChecksumArgument;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.FormatVersionArgument;
import io.azulejo.cli.argument.KeyArgument;
import io.azulejo.cli.argument.LayoutArguments;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.RepackReport;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code repack}, which copies an array with another layout. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "repack",
    description = {
      "Copies an array with other tiles, filters or orders.",
      "Prints the size of each field before and after. Keeps the layout except for the given"
          + " options. The new array has the current cells, metadata, enumerations and labels, all"
          + " with the same timestamp, and no history. The array at URI is not changed."
    },
    footer = {
      "  azulejo repack samples/grid new/smaller --extent y=2   # other tiles",
      "  azulejo repack samples/colors new/best --filters 'n=ZSTD 9'   # filters",
      "  azulejo repack samples/grid new/wider --domain y=1..100   # a wider domain"
    })
final class RepackCommand extends ChangingCommand {
  @Mixin private OpenArguments open;

  @Parameters(
      index = "1",
      paramLabel = "NEW",
      description = "path or URI of the new array, which must not exist")
  private String target;

  @Mixin private LayoutArguments layout;
  @Mixin private ChecksumArgument checksum;
  @Mixin private FormatVersionArgument formatVersion;

  @HelpEntry(Section.STORE)
  @Option(
      names = "--new-key-file",
      paramLabel = "FILE",
      description = "key of the new array (default: the old key)")
  private String newKeyFile;

  @HelpEntry(Section.STORE)
  @Option(names = "--unencrypted", description = "write the new array without encryption")
  private boolean unencrypted;

  @Mixin private FormatArgument format;

  @Override
  void run(Terminal terminal) throws IOException {
    if (newKeyFile != null && unencrypted) {
      throw new InvalidRequestException("use either --new-key-file or --unencrypted");
    }
    OpenOptions options = open.options(terminal);
    Location to = OpenArguments.locateNew(target);
    EncryptionKey newKey = newKeyFile == null ? null : KeyArgument.read(newKeyFile, terminal);
    Interruption.during(
        () -> {
          try (Azulejo azulejo = terminal.engine().build()) {
            Array array = azulejo.open(open.location(), options);
            RepackRequest request = layout.request(array.schema());
            if (checksum.filter().isPresent()) {
              request = request.checksum(checksum.filter().get());
            }
            if (formatVersion.version().isPresent()) {
              request = request.formatVersion(formatVersion.version().getAsInt());
            }
            if (newKey != null) {
              request = request.key(newKey);
            }
            if (unencrypted) {
              request = request.unencrypted();
            }
            RepackReport report;
            try (ReadProgress progress = new ReadProgress(terminal, "repacking", "cells")) {
              report = array.repack(to, request.progress(progress));
            }
            print(report, terminal);
            if (format.isTable()) {
              printDomains(array.schema(), request, terminal);
            }
          }
        });
  }

  private void print(RepackReport report, Terminal terminal) throws IOException {
    ResultTable columns = ResultTable.of("field before:UINT64 after:UINT64");
    for (RepackReport.FieldSize field : report.fields()) {
      columns.add(field.field(), field.before(), field.after());
    }
    format.write(columns, terminal);
    if (format.isTable()) {
      terminal.print(
          "%,d cell%s: %s in %s before, %s in %s now\n"
              .formatted(
                  report.cells(),
                  report.cells() == 1 ? "" : "s",
                  ByteCounts.of(report.bytesBefore()),
                  fragments(report.fragmentsBefore()),
                  ByteCounts.of(report.bytesAfter()),
                  fragments(report.fragmentsAfter())));
    }
  }

  private static void printDomains(ArraySchema before, RepackRequest request, Terminal terminal)
      throws IOException {
    for (Map.Entry<String, Range> domain : request.domains().entrySet()) {
      Dimension dimension = before.dimension(domain.getKey()).orElseThrow();
      terminal.print(
          "domain of %s: %s before, %s now\n"
              .formatted(
                  QuotedText.ofName(dimension.name()),
                  RangeText.of(dimension.type(), dimension.domain().orElseThrow()),
                  RangeText.of(dimension.type(), domain.getValue())));
    }
  }

  private static String fragments(long number) {
    return number == 1 ? "1 fragment" : "%,d fragments".formatted(number);
  }
}
