package io.azulejo.cli;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Draws where the fragments and tiles of an array lie. */
@Command(
    name = "tiles",
    description = {
      "Draws where the fragments of an array and their tiles lie.",
      "",
      "Dense arrays: the grid of the tiles, and which fragment owns what, the newest one first."
          + " Sparse arrays: the boxes around the cells of the tiles, or where there are very many,"
          + " how many of them are above one another. One dimension: the fragments below one"
          + " another.",
      ""
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo tiles samples/grid",
      "  azulejo tiles samples/grid --dims x,y --at 30",
      "  azulejo tiles samples/names",
      "  azulejo tiles samples/grid --svg -                  (or --png grid.png)",
    })
final class TilesCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;
  @Mixin private PictureArguments pictures;

  @Option(
      names = "--dims",
      paramLabel = "DOWN,ACROSS",
      description = "The two dimensions that are drawn; the first two when not said.")
  private String dims;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    pictures.check();
    List<String> names = dims == null ? List.of() : Words.list(dims, "--dims");
    try (Azulejo azulejo = Azulejo.create()) {
      Array array = azulejo.open(open.location(), open.options(terminal));
      TileMap map = new TileMap(array, open.shortName(), names);
      pictures.show(
          map.picture(
              pictures.columns(terminal), pictures.rows(terminal), pictures.toFiles(), terminal),
          terminal);
    }
    return Failure.OK;
  }
}
