package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.FileExtension;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code zip}, which writes an array or a group to a ZIP file. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "zip",
    description = {
      "Writes an array or a group to one ZIP file, which can be read in place.",
      "A group is written with everything in its folder. Open the file as zip+file:PATH,"
          + " zip+https://HOST/PATH or zip+s3://BUCKET/PATH. Reads load only the parts they need,"
          + " because files are stored uncompressed. Open a member of a group with an exclamation"
          + " mark: zip+https://HOST/a.zip!/member. OUT must not exist; readers see nothing there"
          + " until the file is complete."
    },
    footer = {
      "  azulejo zip samples/group new/group.zip   # a group as one file",
      "  azulejo read zip+file:new/group.zip!/one   # read an array in it",
      "  azulejo zip samples/grid new/grid.zip   # an array",
      "  azulejo info zip+file:new/grid.zip   # read it"
    })
final class ZipCommand extends ChangingCommand {
  @Parameters(index = "0", paramLabel = "URI", description = "path or URI of an array or a group")
  private String uri;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "path or URI of the ZIP file, in any writable store")
  private String out;

  @Override
  void run(Terminal terminal) throws IOException {
    FileExtension.require("zip", out, "OUT", spec());
    Location source = OpenArguments.locate(uri);
    Location target = OpenArguments.locate(out);
    Interruption.during(
        () -> {
          try (Azulejo azulejo = terminal.engine().build();
              ReadProgress progress = new ReadProgress(terminal, "packing")) {
            azulejo.catalog().zip(source, target, progress);
          }
        });
  }
}
