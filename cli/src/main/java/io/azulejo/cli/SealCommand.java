package io.azulejo.cli;

import io.azulejo.Azulejo;
import io.azulejo.internal.format.Text;
import io.azulejo.maintenance.SealReport;
import io.azulejo.maintenance.SealRequest;
import java.io.IOException;
import java.util.concurrent.Callable;
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
            + " azulejo verify --seal compares with it.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  azulejo seal samples/days", "  azulejo seal samples/days --replace"})
final class SealCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;

  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "The path or URI of an array or a group.")
  private String uri;

  @Option(names = "--replace", description = "Replace the seal that is there.")
  private boolean replace;

  @Override
  public Integer call() throws IOException {
    SealReport[] report = new SealReport[1];
    Interruption.during(
        () -> {
          try (Azulejo azulejo = Azulejo.create();
              ReadProgress progress = new ReadProgress(root.terminal())) {
            SealRequest request = SealRequest.DEFAULT.progress(progress);
            report[0] =
                azulejo
                    .maintenance()
                    .seal(OpenArguments.locate(uri), replace ? request.replacing() : request);
          }
        });
    String text =
        "sealed %,d file%s, %s: %s\n"
            .formatted(
                report[0].files(),
                report[0].files() == 1 ? "" : "s",
                InfoCommand.size(report[0].bytes()),
                report[0].seal());
    root.terminal().out().write(Text.encode(text));
    return Failure.OK;
  }
}
