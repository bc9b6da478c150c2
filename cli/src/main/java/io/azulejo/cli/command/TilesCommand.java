package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OptionScanner;
import io.azulejo.cli.argument.PictureArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.plot.TilePlot;
import io.azulejo.plot.picture.Picture;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code tiles}, which draws the positions of an array's fragments and tiles. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "tiles",
    description = {
      "Draws the positions of the fragments of an array and their tiles.",
      "Dense arrays: the tile grid, and the newest fragment of each part. Sparse arrays: the"
          + " bounding boxes of the tiles, or the number of overlaps if there are very many. One"
          + " dimension: one line per fragment."
    },
    footer = {
      "  azulejo tiles samples/grid   # a dense array",
      "  azulejo tiles samples/grid --dims x,y --at 30   # transposed, as of a time",
      "  azulejo tiles samples/names --png names.png   # a sparse array, as PNG",
      "  azulejo tiles samples/grid --svg -   # SVG on standard output"
    })
final class TilesCommand extends Subcommand {
  @Mixin private OpenArguments open;
  @Mixin private PictureArguments pictures;

  @HelpEntry(Section.PLOT)
  @Option(
      names = "--dims",
      paramLabel = "DOWN,ACROSS",
      description = "dimensions to draw (default: the first two)")
  private String dims;

  @Override
  void run(Terminal terminal) throws IOException {
    pictures.check();
    List<String> names = dims == null ? List.of() : OptionScanner.list(dims, "--dims");
    try (Azulejo azulejo = terminal.engine().build()) {
      Array array = azulejo.open(open.location(), open.options(terminal));
      TilePlot map = new TilePlot(array, open.shortName(), names);
      Picture picture;
      try (ReadProgress progress = new ReadProgress(terminal, "reading", "tiles")) {
        picture =
            map.picture(
                pictures.columns(terminal), pictures.rows(terminal), pictures.toFiles(), progress);
      }
      pictures.show(picture, terminal);
    }
  }
}
