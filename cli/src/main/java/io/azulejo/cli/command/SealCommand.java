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

/** The command {@code seal}, which records digests of all files of an array or a group. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "seal",
    description = {
      "Records digests of all files of an array or a group, to detect changes.",
      "Writes sizes and SHA-256 digests to the file URI.seal next to the array, in the format of"
          + " sha256sum -c. Engines ignore this file. 'verify --seal' and reads with --verify-reads"
          + " compare the files with the seal. With --keep, the seal is the folder URI.seal.d, which"
          + " every change by azulejo updates. To read an array from a web server, publish URI.seal"
          + " next to it and open https://HOST/URI."
    },
    footer = {
      "  azulejo seal samples/days   # make a seal",
      "  azulejo seal samples/days --replace --keep   # a seal that every change updates",
      "  azulejo seal samples/days --gather   # merge its parts"
    })
final class SealCommand extends ChangingCommand {
  @Parameters(index = "0", paramLabel = "URI", description = "path or URI of an array or a group")
  private String uri;

  @Option(
      names = "--replace",
      description = {"replace the existing seal", "Keeps the kind of the seal: file or folder."})
  private boolean replace;

  @Option(
      names = "--keep",
      description = {
        "update the seal of an array with every change",
        "Each change records the digests of new files and the names of deleted files."
      })
  private boolean keep;

  @Option(
      names = "--gather",
      description = {
        "merge the parts of the seal into one file",
        "For a seal made with --keep. Does not read the array."
      })
  private boolean gather;

  @Override
  void run(Terminal terminal) throws IOException {
    if (gather && (replace || keep)) {
      throw new InvalidRequestException("--gather cannot be combined with --replace and --keep");
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
