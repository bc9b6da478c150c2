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
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.Text;
import io.azulejo.maintenance.RepackReport;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.output.RowField;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Writes an array anew with another layout. */
@Command(
    name = "repack",
    description = {
      "Writes all that an array holds to a new array with another layout, and prints what its fields"
          + " took before and take now. What is not given of the layout stays as it is.",
      "The new array has the cells as they are seen, the metadata, enumerations and labels, but no"
          + " history: all of it is of one time. The array at URI stays as it is."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo repack samples/grid new/smaller --extent y=2 --filters 'a=BYTESHUFFLE,ZSTD 9'",
      "  azulejo repack samples/names new/names --capacity 1000 --filters offsets=DOUBLE_DELTA,ZSTD",
    })
final class RepackCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Parameters(
      index = "1",
      paramLabel = "NEW",
      description = "The path or URI of the new array, where there is nothing yet.")
  private String target;

  @Mixin private LayoutArguments layout;
  @Mixin private ChecksumArgument checksum;
  @Mixin private FormatVersionArgument formatVersion;

  @Option(
      names = "--new-key-file",
      paramLabel = "FILE",
      description = "The key of the new array; that of the old one when not given.")
  private String newKeyFile;

  @Option(names = "--unencrypted", description = "Give the new array no key.")
  private boolean unencrypted;

  @Mixin private FormatArgument format;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    if (newKeyFile != null && unencrypted) {
      throw new InvalidRequestException("--new-key-file and --unencrypted: give one of them");
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
              report = azulejo.maintenance().repack(array, to, request.progress(progress));
            }
            print(report, terminal);
          }
        });
    return Failure.OK;
  }

  private void print(RepackReport report, Terminal terminal) throws IOException {
    ResultTable columns =
        new ResultTable(
            RowField.of("field", Datatype.STRING_UTF8),
            RowField.of("before", Datatype.UINT64),
            RowField.of("after", Datatype.UINT64));
    for (RepackReport.FieldSize field : report.fields()) {
      columns.add(field.field(), field.before(), field.after());
    }
    format.write(columns, terminal);
    if (format.isTable()) {
      terminal
          .out()
          .write(
              Text.encode(
                  "%,d cell%s: %s in %s before, %s in %s now\n"
                      .formatted(
                          report.cells(),
                          report.cells() == 1 ? "" : "s",
                          ByteCounts.of(report.bytesBefore()),
                          fragments(report.fragmentsBefore()),
                          ByteCounts.of(report.bytesAfter()),
                          fragments(report.fragmentsAfter()))));
    }
  }

  private static String fragments(long number) {
    return number == 1 ? "1 fragment" : "%,d fragments".formatted(number);
  }
}
