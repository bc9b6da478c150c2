package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.PictureArguments;
import io.azulejo.cli.argument.PlotArguments;
import io.azulejo.cli.argument.SelectionArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.plot.CellPlot;
import io.azulejo.plot.CellSource;
import io.azulejo.plot.PlotRequest;
import io.azulejo.plot.picture.Picture;
import io.azulejo.query.Subarray;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The command {@code plot}, which draws the cells of an array. */
@CommandLoad(CommandLoad.Kind.CELLS_AS_OBJECTS)
@Command(
    name = "plot",
    description = {
      "Draws the cells of an array, in the terminal or as PNG or SVG.",
      "Draws two dimensions of a dense array as a heat map of an attribute, or attributes"
          + " red, green and blue as an image; nulls and unwritten cells are blank. Draws cells of"
          + " sparse arrays as points, or their density if there are very many. Draws one"
          + " dimension as a line, or as several lines with --color. Axes can also be attributes."
          + " Strings, enumerations and booleans are names, each with its own place or color. If"
          + " there are more dimensions, fix them with --range or draw them side by side with"
          + " --by.",
      "A FIELD is a dimension, an attribute, or hour(T), weekday(T) or month(T) of a date or"
          + " time, in UTC."
    },
    footer = {
      "  azulejo plot samples/grid   # a heat map of the first attribute",
      "  azulejo plot samples/colors --histogram w   # how often each value occurs",
      "  azulejo plot samples/grid --x a --y f --png grid.png   # two attributes, as PNG",
      "  azulejo plot samples/grid --color f --range y=1..6   # another attribute, a part",
      "  azulejo plot samples/grid --range y=4   # a line: one row",
      "  azulejo plot samples/days   # a line: one dimension",
      "  azulejo plot samples/grid --histogram f --bins 12 --title 'Values of f'   # bars and a"
          + " title",
      "  azulejo plot samples/grid --svg -   # SVG on standard output"
    })
final class PlotCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;
  @Mixin private SelectionArguments selection;

  @HelpEntry(Section.PLOT)
  @Option(names = "--x", paramLabel = "FIELD", description = "field of the x axis")
  private String x;

  @HelpEntry(Section.PLOT)
  @Option(
      names = "--y",
      paramLabel = "FIELD",
      description = {
        "field of the y axis",
        "Default of --x and --y: the dimensions, or the only dimension and the first numeric"
            + " attribute."
      })
  private String y;

  @HelpEntry(Section.PLOT)
  @Option(
      names = {"--color", "--z"},
      paramLabel = "FIELD",
      description = {
        "field of the color",
        "Several cells at the same place get the color of their mean. Default for heat maps:"
            + " the first numeric attribute."
      })
  private String color;

  @Mixin private PlotArguments options;
  @Mixin private PictureArguments pictures;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    pictures.check();
    PlotRequest request = options.request(x, y, color);
    try (Azulejo azulejo = terminal.engine().build()) {
      Array array = azulejo.open(open.location(), open.options(terminal));
      Subarray part = selection.box(array, "plot");
      CellPlot plot = new CellPlot(array, open.shortName(), request, part);
      Picture picture;
      try (ReadProgress progress = new ReadProgress(terminal, "reading", "cells")) {
        CellSource cells = new CellSource(array, selection.request(array).subarray(part), progress);
        picture = plot.picture(cells, pictures.space(terminal));
      }
      pictures.show(picture, terminal);
    }
    return Failure.OK;
  }
}
