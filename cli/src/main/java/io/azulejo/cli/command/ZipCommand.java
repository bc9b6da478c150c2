package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.FileExtension;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Writes an array or a group into one ZIP file. */
@Command(
    name = "zip",
    description =
        "Writes an array, or a group with all that lies in its folder, into one ZIP file. It is"
            + " read where it lies, as zip+file:PATH, zip+https://HOST/PATH or"
            + " zip+s3://BUCKET/PATH, and only the parts that are needed: files are stored, not"
            + " compressed again. A member of a group is named behind an exclamation mark:"
            + " zip+https://HOST/a.zip!/member. There must be nothing of that name, and there is"
            + " nothing until the file is complete.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo zip samples/grid new/grid.zip",
      "  azulejo info zip+file:new/grid.zip",
      "  azulejo zip samples/group new/group.zip",
      "  azulejo read zip+file:new/group.zip!/one",
    })
final class ZipCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;

  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "The path or URI of an array or a group.")
  private String uri;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "The path or URI of the ZIP file, in any store that can be written to.")
  private String out;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    FileExtension.require("zip", out, "OUT", spec);
    Location source = OpenArguments.locate(uri);
    Location target = OpenArguments.locate(out);
    Interruption.during(
        () -> {
          try (Azulejo azulejo = root.terminal().engine().build();
              ReadProgress progress = new ReadProgress(root.terminal(), "packing")) {
            azulejo.catalog().zip(source, target, progress);
          }
        });
    return Failure.OK;
  }
}
