package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.SealReport;
import io.azulejo.maintenance.SealRequest;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Records the files of an array or a group with their digests. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "seal",
    description = {
      "Records the digests of all files of an array or a group, to detect changes.",
      "Writes sizes and SHA-256 digests into the file URI.seal beside the array, which"
          + " sha256sum -c understands and no engine reads. azulejo verify --seal compares the"
          + " files with it, and so do commands that read with --verify-reads. With --keep the"
          + " seal is a folder, URI.seal.d, and every change made with azulejo keeps it up to"
          + " date. An array on a web server is read by its seal: publish URI.seal beside it"
          + " and open https://HOST/URI."
    },
    footer = {
      "  azulejo seal samples/days   # make a seal",
      "  azulejo seal samples/days --replace --keep   # one that changes keep up to date",
      "  azulejo seal samples/days --gather   # merge what changes have added to it"
    })
final class SealCommand extends ChangingCommand {
  @Parameters(index = "0", paramLabel = "URI", description = "path or URI of an array or a group")
  private String uri;

  @Option(
      names = "--replace",
      description = {
        "replace the existing seal; seal what is there now",
        "A seal that is kept up to date stays one."
      })
  private boolean replace;

  @Option(
      names = "--keep",
      description = {
        "keep the seal of an array up to date with every change",
        "Each change adds the digests of the files it creates, and notes the files it" + " deletes."
      })
  private boolean keep;

  @Option(
      names = "--gather",
      description = {
        "merge into one file what changes added to the seal",
        "For a seal that changes keep up to date. Reads no file of the array."
      })
  private boolean gather;

  @Override
  void run(Terminal terminal) throws IOException {
    if (gather && (replace || keep)) {
      throw new InvalidRequestException(
          "--gather stands alone: it seals nothing that is not sealed already");
    }
    SealReport report =
        Interruption.during(
            () -> {
              try (Azulejo azulejo = terminal.engine().build();
                  ReadProgress progress = new ReadProgress(terminal, "hashing")) {
                SealRequest request = SealRequest.DEFAULT.progress(progress);
                request = replace ? request.replaced() : request;
                request = keep ? request.kept() : request;
                request = gather ? request.gathered() : request;
                return azulejo.maintenance(OpenArguments.locate(uri)).seal(request);
              }
            });
    String text =
        "%s %,d file%s, %s: %s\n"
            .formatted(
                gather ? "gathered the seal of" : "sealed",
                report.files(),
                report.files() == 1 ? "" : "s",
                ByteCounts.of(report.bytes()),
                report.seal());
    terminal.print(text);
  }
}
