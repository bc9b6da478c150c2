package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.Text;
import io.azulejo.maintenance.SealReport;
import io.azulejo.maintenance.SealRequest;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Writes down which files an array or a group has, and their digests. */
@Command(
    name = "seal",
    description =
        "Writes the sizes and SHA-256 digests of all files of an array or a group into a file"
            + " beside it, URI.seal, which no engine looks at, and which sha256sum -c understands."
            + " azulejo verify --seal compares with it, and so does --verify-reads of commands that"
            + " read. With --keep the seal is a folder, URI.seal.d, and every change through azulejo"
            + " keeps it up to date. An array on a web server is read by its seal, the file:"
            + " publish URI.seal beside it, and open https://HOST/URI.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo seal samples/days",
      "  azulejo seal samples/days --replace",
      "  azulejo seal samples/days --replace --keep",
      "  azulejo seal samples/days --gather",
    })
final class SealCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;

  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "The path or URI of an array or a group.")
  private String uri;

  @Option(
      names = "--replace",
      description =
          "Replace the seal that is there: what is there now is sealed. A seal that is kept up to"
              + " date stays one.")
  private boolean replace;

  @Option(
      names = "--keep",
      description =
          "Of an array: from now on each change adds the digests of the files that it creates, and"
              + " notes what it deletes.")
  private boolean keep;

  @Option(
      names = "--gather",
      description =
          "Gather in one file what changes have added to a seal that they keep up to date. No file"
              + " of the array is read.")
  private boolean gather;

  @Override
  public Integer call() throws IOException {
    if (gather && (replace || keep)) {
      throw new InvalidRequestException(
          "--gather stands alone: it seals nothing that is not sealed already");
    }
    SealReport[] report = new SealReport[1];
    Interruption.during(
        () -> {
          try (Azulejo azulejo = root.terminal().engine().build();
              ReadProgress progress = new ReadProgress(root.terminal(), "hashing")) {
            SealRequest request = SealRequest.DEFAULT.progress(progress);
            request = replace ? request.replaced() : request;
            request = keep ? request.kept() : request;
            request = gather ? request.gathered() : request;
            report[0] = azulejo.maintenance().seal(OpenArguments.locate(uri), request);
          }
        });
    String text =
        "%s %,d file%s, %s: %s\n"
            .formatted(
                gather ? "gathered the seal of" : "sealed",
                report[0].files(),
                report[0].files() == 1 ? "" : "s",
                ByteCounts.of(report[0].bytes()),
                report[0].seal());
    root.terminal().out().write(Text.encode(text));
    return Failure.OK;
  }
}
